import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { TextFile, WorkspaceFiles } from '../../../contracts/workspace-files.ts';
import { codeOf, isFailure } from '../../../core/failure.ts';
import { isInside } from '../../../core/paths.ts';
import { oneLine } from '../../../core/text.ts';
import { entriesOfFolder } from '../../../files/look-at-path.ts';
import { type CommandSource, LoadFault } from '../command-file.ts';

/** A folder of command files. */
export interface CommandRoot {
  readonly source: CommandSource;
  /** Name of the plugin; its commands are also called by it: `plugin:command`. */
  readonly plugin?: string;
  /** Confined to a folder above the commands; its rules keep links and secrets out. */
  readonly files: Pick<WorkspaceFiles, 'root' | 'readText'>;
  /** The commands below that folder: `.claude/commands`. */
  readonly folder: string;
  /** The same for people: a path from the workspace, or a whole one. */
  readonly shown: string;
}

/** Largest command file, in bytes. */
const MAX_BYTES = 256 * 1024;
/** Limit for one root. */
const MAX_LISTED = 500;
const MAX_FOLDER_DEPTH = 4;

export interface CommandFileMatch {
  readonly root: CommandRoot;
  readonly file: TextFile;
  readonly shown: string;
}

/**
 * The file of a command: the first that exists, `name.md` before `name/index.md`, root after root; in a plugin of
 * that name, then in all; then in sub-folders, if only one has that name.
 * @throws LoadFault `COMMAND_NOT_FOUND` with every path where it could be, `TOO_LARGE`
 */
export async function findCommand(
  parts: readonly string[],
  roots: readonly CommandRoot[],
): Promise<CommandFileMatch> {
  const searched = new Set<string>();
  const problems: string[] = [];
  for (const { root, below } of placesFor(parts, roots)) {
    const shown = `${root.shown}/${below}`;
    // Nobody can add files to the shipped folder.
    if (root.source !== 'shipped') searched.add(`${root.shown}/${below.normalize()}`);
    const read = await readAt(root, below, shown);
    if (typeof read === 'string') problems.push(read);
    else if (read !== undefined) return { root, file: read, shown };
  }
  const bare = problems.length === 0 ? bareNamed(parts, roots) : [];
  const [only] = bare;
  if (only !== undefined && bare.length === 1) return findCommand(only, roots);
  if (bare.length > 1)
    problems.push(`Several are called so: ${bare.map((one) => `/${commandName(one)}`).join(', ')}.`);
  const why = problems.length === 0 ? '' : `: ${problems.join(' ')}`;
  throw new LoadFault('COMMAND_NOT_FOUND', `Command '/${commandName(parts)}' not found${why}`, {
    searchedPaths: [...searched],
  });
}

/** Commands in sub-folders, by their last name alone: people forget the folder. */
function bareNamed(parts: readonly string[], roots: readonly CommandRoot[]): readonly (readonly string[])[] {
  const [name] = parts;
  if (name === undefined || parts.length > 1) return [];
  const below = roots.flatMap(commandsIn).filter((one) => one.length > 1 && one.at(-1) === name.normalize());
  return [...new Map(below.map((one) => [commandName(one), one])).values()];
}

interface CommandFolder {
  readonly root: CommandRoot;
  readonly below: string;
}

function placesFor(parts: readonly string[], roots: readonly CommandRoot[]): readonly CommandFolder[] {
  const [first, ...rest] = parts;
  const plugins = roots.filter(({ plugin }) => plugin !== undefined);
  const named = rest.length === 0 ? [] : plugins.filter(({ plugin }) => plugin === first);
  return [
    ...roots.filter(({ plugin }) => plugin === undefined).flatMap((root) => filesOf(root, parts)),
    ...named.flatMap((root) => filesOf(root, rest)),
    ...plugins.flatMap((root) => filesOf(root, parts)),
  ];
}

/** Some systems store accents as signs of their own: a file may be spelled so. */
function filesOf(root: CommandRoot, parts: readonly string[]): readonly CommandFolder[] {
  const below = parts.join('/');
  const files = [`${below}.md`, `${below}/index.md`];
  const spelled = files.flatMap((file) => [...new Set([file, file.normalize('NFD')])]);
  return spelled.map((file) => ({ root, below: file }));
}

/** Undefined when the file is missing; a sentence when it cannot be used. */
async function readAt(
  root: CommandRoot,
  below: string,
  shown: string,
): Promise<TextFile | string | undefined> {
  try {
    const file = await root.files.readText(`${root.folder}/${below}`);
    if (file.bytes > MAX_BYTES) throw tooLarge(shown);
    return file;
  } catch (error) {
    if (!isFailure(error) || error instanceof LoadFault) throw error;
    if (error.facts.rule === 'too-large') throw tooLarge(shown);
    return error.kind === 'not-found' ? undefined : error.message;
  }
}

function tooLarge(shown: string): LoadFault {
  return new LoadFault('TOO_LARGE', `${shown} has more than ${MAX_BYTES} bytes. Put parts of it into files.`);
}

/** Names of the commands of one root, sorted; links to folders are not followed. */
export function commandsIn(root: CommandRoot): readonly (readonly string[])[] {
  const folder = path.join(root.files.root, root.folder);
  const top = realFolder(folder);
  if (top === undefined || !isInside(top, root.files.root)) return [];
  const found = filesBelow(top, MAX_FOLDER_DEPTH).map((file) =>
    filedParts(file.replace(/\.md$/, '').normalize()),
  );
  const names = new Map(found.filter(isCommandParts).map((parts) => [commandName(parts), parts]));
  return [...names.values()]
    .toSorted((a, b) => (commandName(a) < commandName(b) ? -1 : 1))
    .slice(0, MAX_LISTED);
}

function filesBelow(folder: string, depth: number): readonly string[] {
  return entriesOfFolder(folder).flatMap((entry) => {
    if (entry.isDirectory()) {
      if (depth === 0 || entry.name.startsWith('.')) return [];
      return filesBelow(path.join(folder, entry.name), depth - 1).map((below) => `${entry.name}/${below}`);
    }
    return entry.name.endsWith('.md') ? [entry.name] : [];
  });
}

function realFolder(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

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
function filedParts(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.length > 1 && parts.at(-1) === 'index' ? parts.slice(0, -1) : parts;
}

/** True for what `commandParts` would read again. */
function isCommandParts(parts: readonly string[]): boolean {
  return parts.length > 0 && parts.length <= MAX_DEPTH && parts.every(isPart);
}

/**
 * Dots may not come first: `..` is no name, and hidden files are no commands. Nothing that cannot be seen: two names
 * would look the same. The runtime takes milliseconds to prepare such classes of characters, which no start should pay.
 */
function isPart(text: string): boolean {
  return /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u.test(text);
}
