import type { SubCommand } from '../../contracts/sub-command.ts';
import type { FrontOptions } from './run-front.ts';

export const front: SubCommand = (program, host) => {
  program
    .command('front')
    .description('Own a WhatsApp number for several machines')
    .addHelpText(
      'after',
      [
        '',
        'Example: wasap front --name support',
        'With CLUSTER_SECRET a second machine that starts the same waits, and takes over when the first is gone.',
      ].join('\n'),
    )
    .option('--name <name>', 'its name in the cluster: lower-case letters, digits, hyphens', 'front')
    .action(async (options: FrontOptions) => {
      const { runFront } = await import('./run-front.ts');
      host.setExitCode(await runFront(host, options));
    });
};
