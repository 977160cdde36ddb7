import type { SubCommand } from '../../contracts/sub-command.ts';
import { frontHelp } from './front-help.ts';
import type { FrontOptions } from './run-front.ts';

export const front: SubCommand = (program, host) => {
  const help = frontHelp[host.helpLocale];
  program
    .command('front')
    .description(help.about)
    .addHelpText('after', help.example)
    .option('--name <name>', help.name, 'front')
    .action(async (options: FrontOptions) => {
      const { runFront } = await import('./run-front.ts');
      host.setExitCode(await runFront(host, options));
    });
};
