import type { ChatCommand } from '../../src/contracts/commands.ts';
import { texts } from '../../src/core/texts/texts.ts';
import { type Page, row } from './page.ts';

const EN = texts('en');
const ES = texts('es');

/** All that people can type in a chat, as `/help` tells it in both languages. */
export function commandsPage(commands: readonly ChatCommand[]): Page {
  return [
    '# Chat commands',
    'In a chat, `/help` shows them and `/help agent` tells more about one. Each has a name in both languages.',
    [
      row('write', 'en español', 'what it does'),
      row('---', '---', '---'),
      ...commands.map((command) => {
        const { usage, summary } = command.describe(EN);
        return row(`\`${usage}\``, `\`${command.describe(ES).usage}\``, summary);
      }),
    ],
    'The words `help`, `status`, `stop` and `cancel` (`ayuda`, `estado`, `para`, `basta`) do the same without a slash. Anything else is a question for me: [talking](../guide/talking.md).',
    '## Each of them',
    ...commands.flatMap((command) => [`### /${command.name}`, aliasesOf(command), moreOf(command)]),
  ];
}

function aliasesOf({ aliases }: ChatCommand): readonly string[] {
  return aliases.length === 0 ? [] : [`Also ${aliases.map((name) => `\`/${name}\``).join(', ')}.`];
}

/** Its lines stay lines: in Markdown a backslash at the end breaks one. */
function moreOf(command: ChatCommand): string {
  return command
    .describe(EN)
    .more.split('\n')
    .map((line) => line.replaceAll('<', '\\<'))
    .join('\\\n');
}
