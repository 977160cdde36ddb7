import { type Command, Option } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import { policyHelp } from './policy-help.ts';
import type { CheckOptions } from './run-policy.ts';

export const policy: SubCommand = (program, host) => {
  const help = policyHelp[host.helpLocale];
  program
    .command('policy')
    .description(help.about)
    .addHelpText('after', help.example)
    .command('check')
    .argument('[command]', help.check.command)
    .description(help.check.about)
    .addHelpText('after', help.check.example)
    .option('--json', help.check.json)
    .option('--workspace <dir>', help.check.workspace)
    .addOption(
      new Option('--sandbox <state>', help.check.sandbox).choices(['working', 'none']).default('working'),
    )
    .addOption(new Option('--compound <rule>', help.check.compound).choices(['ask', 'each-part']))
    .action(async (line: string | undefined, options: CheckOptions, check: Command) => {
      if ((line === undefined) === (options.json === undefined)) {
        check.error(help.check.oneLine);
      }
      const { explainLine, judgeInput } = await import('./run-policy.ts');
      await (line === undefined ? judgeInput(host, options) : explainLine(line, host, options));
    });
};
