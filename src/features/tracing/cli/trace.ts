import type { SubCommand } from '../../../contracts/sub-command.ts';

export const trace: SubCommand = (program, host) => {
  program
    .command('trace')
    .description('Show what a task did and when, as a tree')
    .addHelpText('after', '\nExample: wasap trace "#2"')
    .argument(
      '[session]',
      'id from /sessions, or #2 if only one chat has a task 2 (default: the newest task)',
    )
    .option('--json', 'as one JSON object, inputs and outputs included')
    .action(async (name: string | undefined, options: { readonly json?: true }) => {
      const { runTrace } = await import('./run-trace.ts');
      await runTrace(host, name, options);
    });
};
