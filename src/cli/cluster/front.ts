import type { SubCommand } from '../../contracts/sub-command.ts';
import type { FrontOptions } from './run-front.ts';

export const front: SubCommand = (program, host) => {
  const help = frontHelp[host.terminalLocale];
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

const english = {
  about: 'Own a WhatsApp number for several machines',
  example:
    '\nExample: wasap front --name support\nWith CLUSTER_SECRET a second machine that starts the same waits,\nand takes over when the first is gone.',
  name: 'its name in the cluster: lower-case letters, digits, hyphens',
};

const spanish: typeof english = {
  about: 'Atiende un número de WhatsApp para varias máquinas',
  example:
    '\nEjemplo: wasap front --name soporte\nCon CLUSTER_SECRET una segunda máquina que arranca igual espera,\ny toma el relevo cuando la primera no está.',
  name: 'su nombre en el clúster: minúsculas, dígitos, guiones',
};

const frontHelp = { en: english, es: spanish };
