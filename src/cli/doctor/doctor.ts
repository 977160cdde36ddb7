import type { SubCommand } from '../../contracts/sub-command.ts';
import type { DoctorOptions } from './run-doctor.ts';

export const doctor: SubCommand = (program, host) => {
  program
    .command('doctor')
    .description('Check everything that has to work, and say what to do about what does not')
    .option('--offline', 'ask neither the model nor the remote of the project')
    .option('--json', 'one JSON object a line: check, mark (ok, warn, bad), text, todo')
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import('./run-doctor.ts');
      host.setExitCode(await runDoctor(host, options));
    });
};
