import { Option } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import { jobHelp } from './job-help.ts';
import type { CatalogOptions, RunOptions } from './options.ts';
import type { StartWith } from './run-in-terminal.ts';

/** @param start runs the program in the terminal */
export const jobSubCommand =
  (start: StartWith): SubCommand =>
  (program, host) => {
    const help = jobHelp[host.helpLocale];
    const command = program.command('job').description(help.about).addHelpText('after', help.example);
    command
      .command('catalog')
      .description(help.catalog.about)
      .addHelpText('after', help.catalog.example)
      .argument('[command]', help.catalog.command)
      .option('--json', help.catalog.json)
      .action(async (name: string | undefined, options: CatalogOptions) => {
        const { showCatalog } = await import('./show-catalog.ts');
        await showCatalog(host, name, options);
      });
    command
      .command('plan')
      .description(help.plan.about)
      .addHelpText('after', help.plan.example)
      .argument('<request>', help.plan.request)
      .addOption(new Option('--json', help.plan.json).conflicts('mermaid'))
      .option('--mermaid', help.plan.mermaid)
      .action(async (request: string, options: Omit<RunOptions, 'plan'>) => {
        const { planRequest } = await import('./show-plan.ts');
        await planRequest(host, request, options);
      });
    command
      .command('run')
      .description(help.run.about)
      .addHelpText('after', help.run.example)
      .argument('<job>', help.run.job)
      .option('--plan', help.run.plan)
      .addOption(new Option('--json', help.run.json).conflicts('mermaid'))
      .option('--mermaid', help.run.mermaid)
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
