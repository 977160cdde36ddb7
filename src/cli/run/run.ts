import { CommanderError } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import { EXIT_CODES } from './outcome.ts';
import { PERMISSIONS } from './permissions.ts';
import type { RunOptions } from './run-task.ts';

export const run: SubCommand = (program, host) => {
  const command = program
    .command('run')
    .description('Do one task in this repository and end: for scripts and CI')
    .addHelpText('after', '\nExample: wasap run --yes=tests "fix the failing test"')
    .argument('[task...]', 'in quotes; - reads it from standard input; with --resume: what to tell the task')
    .option('--json', 'print events as JSON lines instead of text (docs/run.md)')
    .option(
      '--yes <kinds>',
      'answer yes to these questions in advance, separated by commas (see below)',
      listed,
      [],
    )
    .option('--allow <beginning>', 'also allow commands that start with this; can be repeated', collected, [])
    .option('--resume <session>', 'continue a task that wasap run started')
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
Questions for --yes. Any other one ends the run with exit code ${EXIT_CODES.asked}:
${Object.entries(PERMISSIONS)
  .map(([name, { description }]) => `  ${name.padEnd(14)}${description}`)
  .join('\n')}

Exit codes: ${EXIT_CODES.done} done; ${EXIT_CODES['not-done']} not done, or not tested; ${EXIT_CODES['not-begun']} not started (settings, no
repository, no key); ${EXIT_CODES.asked} asked something that --yes doesn't cover; ${EXIT_CODES.cancelled} you pressed
Ctrl-C; ${EXIT_CODES.interrupted} interrupted from outside: --resume continues it.`;

function collected(one: string, before: readonly string[]): readonly string[] {
  return [...before, one];
}

function listed(given: string, before: readonly string[]): readonly string[] {
  return [...before, ...given.split(',').map((one) => one.trim())];
}
