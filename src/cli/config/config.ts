import { Argument } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import { variableNames } from '../../settings/variables.ts';
import type { GetOptions } from './run-config.ts';

export const config: SubCommand = (program, host) => {
  const help = configHelp[host.terminalLocale];
  const command = program.command('config').description(help.about).addHelpText('after', help.example);
  command
    .command('get')
    .description(help.get.about)
    .addArgument(settingName('[name]'))
    .option('--all', help.get.all)
    .option('--json', help.get.json)
    .addHelpText('after', help.get.example)
    .action(async (name: string | undefined, options: GetOptions) => {
      const { getSettings } = await import('./run-config.ts');
      await getSettings(host, name, options);
    });
  command
    .command('set')
    .description(help.set.about)
    .addArgument(settingName('<name>'))
    .argument('[value]', help.set.value)
    .addHelpText('after', help.set.example)
    .action(async (name: string, value: string | undefined) => {
      const { setSetting } = await import('./run-config.ts');
      await setSetting(host, name, value);
    });
  command
    .command('unset')
    .description(help.unset.about)
    .addArgument(settingName('<name>'))
    .addHelpText('after', help.unset.example)
    .action(async (name: string) => {
      const { unsetSetting } = await import('./run-config.ts');
      await unsetSetting(host, name);
    });
  command
    .command('path')
    .description(help.path.about)
    .addHelpText('after', help.path.example)
    .action(async () => {
      const { explainSettings } = await import('../../settings/explain.ts');
      const { file } = await explainSettings({ packageRoot: host.packageRoot });
      host.output.write(`${file}\n`);
    });
};

/** The shell completes it; what is no name is answered with the nearest one. */
function settingName(form: '[name]' | '<name>'): Argument {
  return new Argument(form).choices(variableNames()).argParser((text) => text);
}

const english = {
  about: 'Show and change settings',
  example: '\nExample: wasap config get',
  get: {
    about: 'Show settings and where each value comes from; secrets are never shown',
    all: 'also settings at their default',
    json: 'one JSON object a line: name, value, secret, set, from',
    example: '\nExample: wasap config get AGENT_MODEL',
  },
  set: {
    about: 'Check a setting and save it in your .env; asks for secrets',
    value: 'leave it out for a key or token: I ask for it, or read it from a pipe',
    example: '\nExample: wasap config set AGENT_MAX_COST_USD 5',
  },
  unset: {
    about: 'Remove a setting from your .env',
    example: '\nExample: wasap config unset AGENT_MODEL',
  },
  path: {
    about: 'Print the path of your .env, where set and unset write',
    example: '\nExample: wasap config path',
  },
};

const spanish: typeof english = {
  about: 'Muestra y cambia ajustes',
  example: '\nEjemplo: wasap config get',
  get: {
    about: 'Muestra los ajustes y de dónde viene cada valor; nunca muestra secretos',
    all: 'también los ajustes con su valor por defecto',
    json: 'un objeto JSON por línea: name, value, secret, set, from',
    example: '\nEjemplo: wasap config get AGENT_MODEL',
  },
  set: {
    about: 'Revisa un ajuste y lo guarda en tu .env; pide los secretos',
    value: 'no lo escribas si es una clave o un token: lo pido, o lo leo de un pipe',
    example: '\nEjemplo: wasap config set AGENT_MAX_COST_USD 5',
  },
  unset: {
    about: 'Quita un ajuste de tu .env',
    example: '\nEjemplo: wasap config unset AGENT_MODEL',
  },
  path: {
    about: 'Escribe la ruta de tu .env, donde guardan set y unset',
    example: '\nEjemplo: wasap config path',
  },
};

const configHelp = { en: english, es: spanish };
