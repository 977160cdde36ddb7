import type { Channel } from '../contracts/channel.ts';
import type { CliHost, SubCommand } from '../contracts/sub-command.ts';

export const start: SubCommand = (program, host) => {
  program
    .command('start')
    .description('Chat in this terminal, and on WhatsApp once it is linked')
    .addHelpText('after', '\nExample: wasap start')
    .action(async () => host.setExitCode(await runStart(host)));
};

/** See `run-start.ts`: it loads the whole program, which most sub-commands do not need. */
export async function runStart(host: CliHost, only?: (console: Channel) => Channel): Promise<number> {
  const { runStart: run } = await import('./run-start.ts');
  return await run(host, only);
}
