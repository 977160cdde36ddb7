import type { SubCommand } from '../../contracts/sub-command.ts';
import type { DoctorOptions } from './run-doctor.ts';

export const doctor: SubCommand = (program, host) => {
  program
    .command('doctor')
    .description('Check that everything works, and say what to fix')
    .addHelpText('after', '\nExample: wasap doctor')
    .option('--offline', "skip the model and the project's remote")
    .option('--json', 'one JSON object a line: check, mark (ok, warn, bad), text, todo')
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import('./run-doctor.ts');
      host.setExitCode(await runDoctor(host, options));
    });
};
