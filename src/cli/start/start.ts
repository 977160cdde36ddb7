import type { Channel } from '../../contracts/channel.ts';
import type { CliHost, SubCommand } from '../../contracts/sub-command.ts';
import { startHelp } from './start-help.ts';

export const start: SubCommand = (program, host) => {
  const help = startHelp[host.helpLocale];
  program
    .command('start')
    .description(help.about)
    .addHelpText('after', help.example)
    .action(async () => host.setExitCode(await runStart(host)));
};

/** See `run-start.ts`: it loads the whole program, which most sub-commands do not need. */
export async function runStart(host: CliHost, only?: (console: Channel) => Channel): Promise<number> {
  const { runStart: run } = await import('./run-start.ts');
  return await run(host, only);
}
