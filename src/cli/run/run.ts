import { CommanderError } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { EXIT_CODES } from './outcome.ts';
import { PERMISSIONS } from './permissions.ts';
import { runHelp } from './run-help.ts';
import type { RunOptions } from './run-task.ts';

export const run: SubCommand = (program, host) => {
  const help = runHelp[host.helpLocale];
  const command = program
    .command('run')
    .description(help.about)
    .addHelpText('after', help.example)
    .argument('[task...]', help.task)
    .option('--json', help.json)
    .option('--yes <kinds>', help.yes, collectList, [])
    .option('--allow <beginning>', help.allow, collectOption, [])
    .option('--resume <session>', help.resume)
    .addHelpText('after', help.codes(kindsOfQuestions(host.helpLocale)))
    .action(async (words: readonly string[], options: RunOptions) => {
      const { runTask } = await import('./run-task.ts');
      host.setExitCode(await runTask(host, words.join(' '), options));
    });
  command.exitOverride((error) => {
    // Exit code 1 says that a task was begun and is not done.
    if (error.exitCode === 0) throw error;
    throw new CommanderError(EXIT_CODES['not-begun'], error.code, error.message);
  });
};

/** The kinds of question with what each is, one a line. */
function kindsOfQuestions(locale: Locale): string {
  const kinds = Object.entries(PERMISSIONS);
  return kinds.map(([name, { description }]) => `  ${name.padEnd(14)}${description[locale]}`).join('\n');
}

function collectOption(one: string, before: readonly string[]): readonly string[] {
  return [...before, one];
}

function collectList(given: string, before: readonly string[]): readonly string[] {
  return [...before, ...given.split(',').map((one) => one.trim())];
}
