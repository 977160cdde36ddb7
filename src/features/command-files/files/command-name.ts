import { oneLine } from '../../../core/text.ts';
import { LoadFault } from './command-answer.ts';

/** Where a workspace keeps its command files. */
export const WORKSPACE_COMMANDS = '.claude/commands';

const MAX_LENGTH = 200;
const MAX_SHOWN_LENGTH = 80;
const MAX_DEPTH = 5;

/**
 * Folders and name of `load /a:b`, `/a:b`, `a:b` or `.claude/commands/a/b.md`, with composed accents.
 * @throws LoadFault `INVALID_NAME`
 */
export function commandParts(asked: string): readonly string[] {
  const named = asked
    .trim()
    .normalize()
    .replace(/^load\s+/, '');
  const file = new RegExp(`^(?:\\./)?${WORKSPACE_COMMANDS.replace('.', '\\.')}/(.+)\\.md$`, 'su').exec(named);
  const parts = file === null ? named.replace(/^\//, '').split(':') : filedParts(file[1] ?? '');
  if (named.length > MAX_LENGTH || parts.length > MAX_DEPTH || !parts.every(isPart)) {
    throw new LoadFault(
      'INVALID_NAME',
      `${JSON.stringify(oneLine(asked, MAX_SHOWN_LENGTH))} is no name of a command. Names are letters, digits, - and _, with : between folder and name.`,
    );
  }
  return parts;
}

/** How a command at this path, without its ending, is called. */
export function commandName(parts: readonly string[]): string {
  return parts.join(':');
}

/** `index.md` represents its folder. */
export function filedParts(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.length > 1 && parts.at(-1) === 'index' ? parts.slice(0, -1) : parts;
}

/** True for what `commandParts` would read again. */
export function isCommandParts(parts: readonly string[]): boolean {
  return parts.length > 0 && parts.length <= MAX_DEPTH && parts.every(isPart);
}

/**
 * Dots may not come first: `..` is no name, and hidden files are no commands. Nothing that cannot be seen: two names
 * would look the same. The runtime takes milliseconds to prepare such classes of characters, which no start should pay.
 */
function isPart(text: string): boolean {
  return /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u.test(text);
}
