import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.ts';
import type { CliHost } from '../../src/contracts/sub-command.ts';
import type { Page } from './page.ts';

const COLUMNS = 100;

/** Adding a sub-command runs nothing and asks nothing of its host. */
const NO_HOST = { terminalLocale: 'en', version: '1.0.0' } as CliHost;

/** The help of every sub-command, and of what is below it. */
export function cliPage(): Page {
  const program = createProgram(NO_HOST);
  return [
    '# The wasap command',
    `${program.commands.map((command) => `[${command.name()}](#wasap-${command.name()})`).join(' · ')}`,
    'Settings come from `.env` and the environment: [settings](settings.md). What the exit codes mean: [exit codes](exit-codes.md).',
    ...program.commands.flatMap((command) => sectionsOf(command, ['wasap'])),
  ];
}

function sectionsOf(command: Command, above: readonly string[]): Page {
  const names = [...above, command.name()];
  return [
    `${'#'.repeat(names.length)} ${names.join(' ')}`,
    ['```', helpOf(command), '```'],
    ...command.commands.flatMap((inner) => sectionsOf(inner, names)),
  ];
}

/** As it is printed, with the words that stand behind it. */
function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
    getOutHelpWidth: () => COLUMNS,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return help.trim();
}
