import type { SubCommand } from '../../contracts/sub-command.ts';

export const models: SubCommand = (program, host) => {
  const command = program
    .command('models')
    .description('List the models of agent.yaml, or ask each one once')
    .addHelpText('after', '\nExample: wasap models test')
    .action(async () => {
      const { listModels } = await import('./run-models.ts');
      await listModels(host);
    });
  command
    .command('test')
    .description('Ask each model for one token; the exit code is 1 if one does not answer')
    .addHelpText('after', '\nExample: wasap models test opus')
    .argument('[name]', 'one of them (default: all)')
    .action(async (name: string | undefined) => {
      const { testModels } = await import('./run-models.ts');
      host.setExitCode(await testModels(host, name));
    });
};
