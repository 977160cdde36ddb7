import type { SubCommand } from '../../../contracts/sub-command.ts';
import { traceHelp } from './trace-help.ts';

export const trace: SubCommand = (program, host) => {
  const help = traceHelp[host.helpLocale];
  program
    .command('trace')
    .description(help.about)
    .addHelpText('after', help.example)
    .argument('[session]', help.session)
    .option('--json', help.json)
    .action(async (name: string | undefined, options: { readonly json?: true }) => {
      const { runTrace } = await import('./run-trace.ts');
      await runTrace(host, name, options);
    });
};
