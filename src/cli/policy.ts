import { type Command, Option } from 'commander';
import type { SubCommand } from '../contracts/sub-command.ts';
import type { CheckOptions } from './run-policy.ts';

export const policy: SubCommand = (program, host) => {
  program
    .command('policy')
    .description('Tell whether a command would run, ask or be refused')
    .addHelpText('after', '\nExample: wasap policy check "git push"')
    .command('check')
    .argument('[command]', 'one command line, in quotes; exit code 0: allowed, 1: asked, 2: denied')
    .description('Tell what a task would do with a command, and why; runs nothing')
    .addHelpText('after', '\nExample: wasap policy check "git push"')
    .option(
      '--json',
      'read {"id","cmd","platform"} per line, write {"id","verdict","rule","reason"}; exit code 1: a line could not be read',
    )
    .option('--workspace <dir>', 'the project it would run in (default: this folder)')
    .addOption(
      new Option('--sandbox <state>', 'working: project scripts run without asking; none: they ask')
        .choices(['working', 'none'])
        .default('working'),
    )
    .addOption(
      new Option(
        '--compound <rule>',
        'lines of several commands: each-part runs them without asking if each command would; ask asks (default: your settings)',
      ).choices(['ask', 'each-part']),
    )
    .action(async (line: string | undefined, options: CheckOptions, check: Command) => {
      if ((line === undefined) === (options.json === undefined)) {
        check.error(
          'error: give one command line in quotes, like "git push", or --json and lines on standard input',
        );
      }
      const { explain, judgeInput } = await import('./run-policy.ts');
      await (line === undefined ? judgeInput(host, options) : explain(line, host, options));
    });
};
