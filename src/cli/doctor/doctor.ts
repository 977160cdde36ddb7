import type { SubCommand } from '../../contracts/sub-command.ts';
import type { DoctorOptions } from './run-doctor.ts';

export const doctor: SubCommand = (program, host) => {
  const help = doctorHelp[host.terminalLocale];
  program
    .command('doctor')
    .description(help.about)
    .addHelpText('after', help.example)
    .option('--offline', help.offline)
    .option('--json', help.json)
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import('./run-doctor.ts');
      host.setExitCode(await runDoctor(host, options));
    });
};

const english = {
  about: 'Check that everything works, and say what to fix',
  example: '\nExample: wasap doctor',
  offline: "skip the model and the project's remote",
  json: 'one JSON object a line: check, mark (ok, warn, bad), text, todo',
};

const spanish: typeof english = {
  about: 'Revisa que todo funcione y dice qué arreglar',
  example: '\nEjemplo: wasap doctor',
  offline: 'sin el modelo ni el remoto del proyecto',
  json: 'un objeto JSON por línea: check, mark (ok, warn, bad), text, todo',
};

const doctorHelp = { en: english, es: spanish };
