import type { Channel } from '../../contracts/channel.ts';
import type { CliHost, SubCommand } from '../../contracts/sub-command.ts';

export const start: SubCommand = (program, host) => {
  const help = startHelp[host.terminalLocale];
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

const english = {
  about: 'Chat in this terminal, and on WhatsApp once it is linked',
  example: '\nExample: wasap start',
};

const spanish: typeof english = {
  about: 'Chatea en esta terminal, y en WhatsApp si está vinculado',
  example: '\nEjemplo: wasap start',
};

const startHelp = { en: english, es: spanish };
