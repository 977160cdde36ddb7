import type { SubCommand } from '../../../contracts/sub-command.ts';

export const models: SubCommand = (program, host) => {
  const help = modelsHelp[host.terminalLocale];
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

const english = {
  about: 'List the models of agent.yaml, or ask each one once',
  example: '\nExample: wasap models test',
  test: {
    about: 'Ask each model for one token; the exit code is 1 if one does not answer',
    example: '\nExample: wasap models test opus',
    name: 'one of them (default: all)',
  },
};

const spanish: typeof english = {
  about: 'Lista los modelos de agent.yaml, o prueba cada uno',
  example: '\nEjemplo: wasap models test',
  test: {
    about: 'Le pide un token a cada modelo; código de salida 1 si alguno no responde',
    example: '\nEjemplo: wasap models test opus',
    name: 'uno de ellos (por defecto: todos)',
  },
};

const modelsHelp = { en: english, es: spanish };
