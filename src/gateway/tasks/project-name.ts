import { basename } from 'node:path';
import type { CommandContext } from '../../contracts/commands.ts';
import { escapeHidden } from '../../policy/display.ts';

/** The name of a project for people. */
export function projectName(path: string): string {
  return escapeHidden(basename(path));
}

/** Only an owner sees its place on the computer; everybody else sees its name. */
export function projectFor(
  path: string,
  { person, isGroup }: Pick<CommandContext, 'person' | 'isGroup'>,
): string {
  return person.role === 'owner' && !isGroup ? escapeHidden(path) : projectName(path);
}
