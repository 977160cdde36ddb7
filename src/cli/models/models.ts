import type { SubCommand } from '../../contracts/sub-command.ts';
import { modelsHelp } from './models-help.ts';

export const models: SubCommand = (program, host) => {
  const help = modelsHelp[host.helpLocale];
  const command = program
    .command('models')
    .description(help.about)
    .addHelpText('after', help.example)
    .action(async () => {
      const { listModels } = await import('./run-models.ts');
      await listModels(host);
    });
  command
    .command('test')
    .description(help.test.about)
    .addHelpText('after', help.test.example)
    .argument('[name]', help.test.name)
    .action(async (name: string | undefined) => {
      const { testModels } = await import('./run-models.ts');
      host.setExitCode(await testModels(host, name));
    });
};
