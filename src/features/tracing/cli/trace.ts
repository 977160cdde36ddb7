import type { SubCommand } from '../../../contracts/sub-command.ts';

export const trace: SubCommand = (program, host) => {
  program
    .command('trace')
    .description('What one task did when, as a tree with times; without a name: the newest task')
    .argument('[session]', 'id as /sessions shows it, or #2 while only one chat has a task 2')
    .option('--json', 'as one JSON object, inputs and outputs included')
    .action(async (name: string | undefined, options: { readonly json?: true }) => {
      const { runTrace } = await import('./run-trace.ts');
      await runTrace(host, name, options);
    });
};
