import { Option } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { CatalogOptions, RunOptions } from './options.ts';
import type { StartWith } from './run-in-terminal.ts';

/** @param start runs the program in the terminal */
export const jobSubCommand =
  (start: StartWith): SubCommand =>
  (program, host) => {
    const command = program
      .command('job')
      .description('Plan and run jobs: tasks that pass results on')
      .addHelpText('after', '\nExample: wasap job run project-notes');
    command
      .command('catalog')
      .description('List what a task of a job can do: services and their commands')
      .addHelpText('after', '\nExample: wasap job catalog files')
      .argument('[command]', 'one service, or one command in full: files, files.read_lines')
      .option('--json', 'the same as JSON, with the schemas of input and output')
      .action(async (name: string | undefined, options: CatalogOptions) => {
        const { showCatalog } = await import('./show-catalog.ts');
        await showCatalog(host, name, options);
      });
    command
      .command('plan')
      .description('Turn a request into a job and show it; runs nothing')
      .addHelpText('after', '\nExample: wasap job plan "count the TODOs in src"')
      .argument('<request>', 'in quotes')
      .addOption(new Option('--json', 'the plan as JSON').conflicts('mermaid'))
      .option('--mermaid', 'the plan as a flow chart in Mermaid')
      .action(async (request: string, options: Omit<RunOptions, 'plan'>) => {
        const { planRequest } = await import('./show-plan.ts');
        await planRequest(host, request, options);
      });
    command
      .command('run')
      .description('Show a saved job, and run it when you say so')
      .addHelpText('after', '\nExample: wasap job run project-notes')
      .argument('<job>', 'a file, or the name of a job in CONFIG_DIR/jobs or of a built-in one')
      .option('--plan', 'only show order, values and questions; asks the model if the job is just a prompt')
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
