import { Argument } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import { variableNames } from '../../settings/variables.ts';
import type { GetOptions } from './get.ts';

export const config: SubCommand = (program, host) => {
  const command = program
    .command('config')
    .description('Show and change settings')
    .addHelpText('after', '\nExample: wasap config get');
  command
    .command('get')
    .description('Show settings and where each value comes from; secrets are never shown')
    .addArgument(settingName('[name]'))
    .option('--all', 'also settings at their default')
    .option('--json', 'one JSON object a line: name, value, secret, set, from')
    .addHelpText('after', '\nExample: wasap config get AGENT_MODEL')
    .action(async (name: string | undefined, options: GetOptions) => {
      const { getSettings } = await import('./get.ts');
      await getSettings(host, name, options);
    });
  command
    .command('set')
    .description('Check a setting and save it in your .env; asks for secrets')
    .addArgument(settingName('<name>'))
    .argument('[value]', 'leave it out for a key or token: I ask for it, or read it from a pipe')
    .addHelpText('after', '\nExample: wasap config set AGENT_MAX_COST_USD 5')
    .action(async (name: string, value: string | undefined) => {
      const { setSetting } = await import('./set.ts');
      await setSetting(host, name, value);
    });
  command
    .command('unset')
    .description('Remove a setting from your .env')
    .addArgument(settingName('<name>'))
    .addHelpText('after', '\nExample: wasap config unset AGENT_MODEL')
    .action(async (name: string) => {
      const { unsetSetting } = await import('./set.ts');
      await unsetSetting(host, name);
    });
  command
    .command('path')
    .description('Print the path of your .env, where set and unset write')
    .addHelpText('after', '\nExample: wasap config path')
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
