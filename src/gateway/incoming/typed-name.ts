import type { MessageWords } from '../../contracts/channel.ts';
import type { ChatCommand } from '../../contracts/commands.ts';
import { readNumbered } from '../tasks/task-name.ts';
import { parseTypedCommand, type TypedCommand } from './intent.ts';

/** The command that a message types, known or not; undefined for gestures, forwarded words and questions. */
export function commandIn({ text, gesture, forwarded }: MessageWords): TypedCommand | undefined {
  if (gesture !== undefined || forwarded === true) return undefined;
  const typed = parseTypedCommand((readNumbered(text)?.words ?? text).trim());
  return typed === undefined || typed.name.endsWith('?') ? undefined : typed;
}

/** The command of the chat that this name means. */
export function builtInCommand(commands: readonly ChatCommand[], typed: string): ChatCommand | undefined {
  return commands.find(({ name, aliases }) => [name, ...aliases].includes(typed.toLowerCase()));
}
