import type { ChatCommand } from '../contracts/commands.ts';
import { nearestName } from '../core/nearest-name.ts';
import type { Texts } from '../core/texts/texts.ts';

/** The names under which `/help` shows these commands in one language. */
export function shownCommandNames(texts: Texts, commands: readonly ChatCommand[]): readonly string[] {
  return commands.map((command) => command.describe(texts).usage.split(' ', 1).join('').replace(/^\//, ''));
}

/**
 * The command that a typing slip most likely meant. Names in the chat's language come first. A name in another language
 * must be a single slip away: otherwise an English chat would be offered `/confiar` for `/config`.
 * @param ofChat names in the language of the chat
 * @param all every name of a command
 */
export function nearestCommand(
  typed: string,
  ofChat: readonly string[],
  all: readonly string[],
): string | undefined {
  return nearestName(typed, ofChat) ?? nearestName(typed, all, 1);
}
