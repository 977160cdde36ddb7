import { Argument } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import { variableNames } from '../../settings/variables.ts';
import { configHelp } from './config-help.ts';
import type { GetOptions } from './get.ts';

export const config: SubCommand = (program, host) => {
  const help = configHelp[host.helpLocale];
  const command = program.command('config').description(help.about).addHelpText('after', help.example);
  command
    .command('get')
    .description(help.get.about)
    .addArgument(settingName('[name]'))
    .option('--all', help.get.all)
    .option('--json', help.get.json)
    .addHelpText('after', help.get.example)
    .action(async (name: string | undefined, options: GetOptions) => {
      const { getSettings } = await import('./get.ts');
      await getSettings(host, name, options);
    });
  command
    .command('set')
    .description(help.set.about)
    .addArgument(settingName('<name>'))
    .argument('[value]', help.set.value)
    .addHelpText('after', help.set.example)
    .action(async (name: string, value: string | undefined) => {
      const { setSetting } = await import('./set.ts');
      await setSetting(host, name, value);
    });
  command
    .command('unset')
    .description(help.unset.about)
    .addArgument(settingName('<name>'))
    .addHelpText('after', help.unset.example)
    .action(async (name: string) => {
      const { unsetSetting } = await import('./set.ts');
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
