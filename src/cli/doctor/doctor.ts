import type { SubCommand } from '../../contracts/sub-command.ts';
import { doctorHelp } from './doctor-help.ts';
import type { DoctorOptions } from './run-doctor.ts';

export const doctor: SubCommand = (program, host) => {
  const help = doctorHelp[host.helpLocale];
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
