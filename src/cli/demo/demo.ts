import type { SubCommand } from '../../contracts/sub-command.ts';
import { demoHelp } from './demo-help.ts';

export const demo: SubCommand = (program, host) => {
  const help = demoHelp[host.helpLocale];
  program
    .command('demo')
    .description(help.about)
    .addHelpText('after', help.example)
    .action(async () => {
      const { runDemo } = await import('./run-demo.ts');
      host.setExitCode(await runDemo(host));
    });
};
