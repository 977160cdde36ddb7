import { CommanderError } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import { EXIT_CODES } from './outcome.ts';
import { PERMISSIONS } from './permissions.ts';
import type { RunOptions } from './run-task.ts';

export const run: SubCommand = (program, host) => {
  const command = program
    .command('run')
    .description('Do one task in the repository of this folder and end: for scripts and CI')
    .argument('[task...]', 'in quotes; - reads it from the standard input; with --resume: words for the task')
    .option('--json', 'events as JSON lines (docs/run.md) in place of text')
    .option('--yes <kinds>', 'what is answered yes beforehand, separated by commas (see below)', listed, [])
    .option(
      '--allow <beginning>',
      'commands that begin so are answered yes too; may be repeated',
      collected,
      [],
    )
    .option('--resume <session>', 'go on with a task that wasap run began')
    .addHelpText('after', HELP)
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

const HELP = `
What --yes can name; anything else that asks ends the run with exit code ${EXIT_CODES.asked}:
${Object.entries(PERMISSIONS)
  .map(([name, { description }]) => `  ${name.padEnd(14)}${description}`)
  .join('\n')}

Exit codes: ${EXIT_CODES.done} done, as the report says; ${EXIT_CODES['not-done']} not done; ${EXIT_CODES['not-begun']} not begun (settings, no repository,
no key); ${EXIT_CODES.asked} asked for something that --yes does not name; ${EXIT_CODES.cancelled} cancelled by Ctrl-C;
${EXIT_CODES.interrupted} ended from outside before it was done: --resume goes on.`;

function collected(one: string, before: readonly string[]): readonly string[] {
  return [...before, one];
}

function listed(given: string, before: readonly string[]): readonly string[] {
  return [...before, ...given.split(',').map((one) => one.trim())];
}
