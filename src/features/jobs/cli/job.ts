import { Option } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { CatalogOptions, RunOptions } from './options.ts';
import type { StartWith } from './run-in-terminal.ts';

/** @param start runs the program in the terminal */
export const jobSubCommand =
  (start: StartWith): SubCommand =>
  (program, host) => {
    const command = program.command('job').description('Jobs: tasks that hand on results to one another');
    command
      .command('catalog')
      .description('What a task of a job can be: services and their commands')
      .argument('[command]', 'only of this service, or one command in full: files, files.read_lines')
      .option('--json', 'the same as JSON, with the schemas of input and output')
      .action(async (name: string | undefined, options: CatalogOptions) => {
        const { showCatalog } = await import('./show-catalog.ts');
        await showCatalog(host, name, options);
      });
    command
      .command('plan')
      .description('What a job for this request would do: the model makes its tasks, nothing runs')
      .argument('<request>', 'in quotes')
      .addOption(new Option('--json', 'the plan as JSON').conflicts('mermaid'))
      .option('--mermaid', 'the plan as a flow chart in Mermaid')
      .action(async (request: string, options: Omit<RunOptions, 'plan'>) => {
        const { planRequest } = await import('./show-plan.ts');
        await planRequest(host, request, options);
      });
    command
      .command('run')
      .description('Show a saved job in this terminal, and run it when you say so')
      .argument(
        '<job>',
        'a file, or the name of one in CONFIG_DIR/jobs or of those that ship with the program',
      )
      .option(
        '--plan',
        'order, values and what will be asked; nothing runs, but the model makes what is only a prompt',
      )
      .addOption(new Option('--json', 'the plan as JSON').conflicts('mermaid'))
      .option('--mermaid', 'the plan as a flow chart in Mermaid')
      .action(async (named: string, options: RunOptions) => {
        if (options.plan || options.json || options.mermaid) {
          const { runJob } = await import('./show-plan.ts');
          await runJob(host, named, options);
        } else {
          const { runInTerminal } = await import('./run-in-terminal.ts');
          host.setExitCode(await runInTerminal(host, named, start));
        }
      });
  };
