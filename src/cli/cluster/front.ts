import type { SubCommand } from '../../contracts/sub-command.ts';
import type { FrontOptions } from './run-front.ts';

export const front: SubCommand = (program, host) => {
  program
    .command('front')
    .description('Own a WhatsApp number for several machines')
    .addHelpText('after', '\nExample: wasap front --name support')
    .option('--name <name>', 'its name in the cluster: lower-case letters, digits, hyphens', 'front')
    .action(async (options: FrontOptions) => {
      const { runFront } = await import('./run-front.ts');
      host.setExitCode(await runFront(host, options));
    });
};
