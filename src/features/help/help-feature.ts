import type { ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import { withoutAccents } from '../../core/text.ts';

export function helpFeature(): Feature {
  return { name: 'help', commands: [helpCommand] };
}

const helpCommand: ChatCommand = {
  name: 'help',
  aliases: ['ayuda'],
  describe: (texts) => texts.commands.help,
  run(rest, context) {
    return [{ kind: 'reply', text: rest === '' ? overview(context) : details(rest, context) }];
  },
};

function overview(context: CommandContext): string {
  const { commands, texts } = context;
  const lines = commands.map((command) => {
    const { usage, summary } = command.describe(texts);
    return `${usage} - ${summary}`;
  });
  return [
    texts.status.helpHeader,
    ...lines,
    ...(context.found?.overview(context) ?? []),
    '',
    texts.status.helpFooter,
  ].join('\n');
}

function details(typed: string, context: CommandContext): string {
  const name = withoutAccents(typed.replace(/^\//, '').toLowerCase());
  const command = context.commands.find((one) => one.name === name || one.aliases.includes(name));
  const found = command === undefined ? context.found?.details(context) : undefined;
  if (found !== undefined) return found.join('\n');
  if (command === undefined) return `${context.texts.status.noSuchCommand(name)}\n${overview(context)}`;
  const { usage, summary, more } = command.describe(context.texts);
  return [usage, summary, more].join('\n');
}

/** Commands in the order of `/help`: what is used most first, what sets and explains things last. */
export function inOrderOfHelp(commands: readonly ChatCommand[]): readonly ChatCommand[] {
  return [...commands].sort((one, other) => placeOf(one) - placeOf(other));
}

/** How `/help` begins, by name. */
const FIRST: readonly string[] = [
  ...[
    'agent',
    'agent?',
    'queue',
    'agent-resume',
    'cancel',
    'new',
    'plan',
    'job',
    'undo',
    'rewind',
    'fork',
    'diff',
  ],
  ...['apply', 'merge', 'pr', 'keep', 'discard', 'secretary', 'workspace', 'sessions', 'status', 'remember'],
  ...['context', 'compact', 'cost', 'doctor', 'audit', 'metrics'],
];
/** How it ends. A command that is in neither list stands between them. */
const LAST: readonly string[] = ['policy', 'trust', 'approve', 'reject', 'language', 'help'];

function placeOf({ name }: ChatCommand): number {
  const place = FIRST.indexOf(name);
  return place === -1 ? FIRST.length + 1 + LAST.indexOf(name) : place;
}
