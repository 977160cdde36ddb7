import type { ChatCommand, CommandContext } from '../../contracts/commands.ts';

export const helpCommand: ChatCommand = {
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
  const name = typed.replace(/^\//, '').toLowerCase();
  const command = context.commands.find((one) => one.name === name || one.aliases.includes(name));
  const found = command === undefined ? context.found?.details(context) : undefined;
  if (found !== undefined) return found.join('\n');
  if (command === undefined) return `${context.texts.status.noSuchCommand(name)}\n${overview(context)}`;
  const { usage, summary, more } = command.describe(context.texts);
  return [usage, summary, more].join('\n');
}
