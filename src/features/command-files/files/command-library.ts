import { parseNames, readFrontmatter } from '../../../claude-files/frontmatter.ts';
import { isoTime } from '../../../core/clock.ts';
import { isFailure } from '../../../core/failure.ts';
import { type JsonObject, sha256 } from '../../../core/json.ts';
import { oneLine } from '../../../core/text.ts';
import {
  type CommandAnswer,
  type CommandError,
  type CommandFile,
  type CommandSuccess,
  type ListedCommandFile,
  LoadFault,
  type NamedCommandFile,
} from '../command-file.ts';
import { type CommandArguments, usesArguments } from './command-arguments.ts';
import { type ExpansionParts, expandPieces } from './expand.ts';
import {
  type CommandFileMatch,
  type CommandRoot,
  commandName,
  commandParts,
  commandsIn,
  findCommand,
} from './find-command.ts';
import { type CommandPiece, piecesOf } from './markdown-pieces.ts';

/** How many parsed texts are cached; each has at most some kilobytes. */
const MAX_PARSED = 200;
const MAX_DESCRIPTION_LENGTH = 200;
const CHARACTERS_PER_TOKEN = 4;

export interface CommandLibraryParts extends Pick<ExpansionParts, 'files' | 'run' | 'redact'> {
  /** The present roots, in order of priority: the workspace, the person's own, plugins. */
  roots(): readonly CommandRoot[];
  nowMs(): number;
}

export interface LoadedCommand {
  readonly answer: CommandAnswer;
  /** Undefined when it is missing or cannot be loaded. */
  readonly file: CommandFile | undefined;
  /** Why it could not be loaded. */
  readonly fault: LoadFault | undefined;
  /** English sentences for the file's author. */
  readonly warnings: readonly string[];
}

/** The command files of one workspace. */
export interface CommandLibrary {
  /** All that can be read, by root and name. */
  list(): Promise<readonly ListedCommandFile[]>;
  /**
   * The one that this name loads, unexpanded.
   * @throws LoadFault
   */
  find(name: string): Promise<NamedCommandFile>;
  /**
   * Finds, reads and expands a command. Its faults are in the answer.
   * @throws Failure `stopped` when the signal aborts
   */
  load(name: string, args: CommandArguments, signal: AbortSignal): Promise<LoadedCommand>;
}

export function createCommandLibrary(parts: CommandLibraryParts): CommandLibrary {
  const parse = rememberParsed();
  return {
    list: () => listCommands(parts, parse),
    find: async (name) =>
      withLabel(commandParts(name), await findCommand(commandParts(name), parts.roots()), { parts, parse }),
    async load(name, args, signal) {
      try {
        return await loadCommand(commandParts(name), { args, signal }, { parts, parse });
      } catch (error) {
        if (error instanceof LoadFault)
          return { answer: commandError(error), file: undefined, fault: error, warnings: [] };
        throw error;
      }
    },
  };
}

interface ParsedCommandFile {
  readonly frontmatter: JsonObject;
  readonly body: string;
  readonly pieces: readonly CommandPiece[];
  readonly warnings: readonly string[];
}

type ParseCommandFile = (text: string) => Promise<ParsedCommandFile>;

/** Never what a file or a command said: only how a text is read, which depends on nothing else. */
function rememberParsed(): ParseCommandFile {
  const known = new Map<string, ParsedCommandFile>();
  return async (text) => {
    const key = sha256(text);
    const parsed = known.get(key) ?? (await parseText(text));
    known.delete(key);
    known.set(key, parsed);
    const [oldest] = known.keys();
    if (known.size > MAX_PARSED && oldest !== undefined) known.delete(oldest);
    return parsed;
  };
}

async function parseText(text: string): Promise<ParsedCommandFile> {
  const { frontmatter, body, warning } = await readFrontmatter(text);
  const raw = body.trimEnd();
  return {
    frontmatter: withToolList(frontmatter),
    body: raw,
    pieces: piecesOf(raw),
    warnings: warning === undefined ? [] : [warning],
  };
}

function withToolList(frontmatter: JsonObject): JsonObject {
  const tools = frontmatter['allowed-tools'];
  return tools === undefined ? frontmatter : { ...frontmatter, 'allowed-tools': parseNames(tools) };
}

async function loadCommand(
  asked: readonly string[],
  { args, signal }: Pick<ExpansionParts, 'args' | 'signal'>,
  { parts, parse }: { readonly parts: CommandLibraryParts; readonly parse: ParseCommandFile },
): Promise<LoadedCommand> {
  const { files, run } = parts;
  const { root, file, shown } = await findCommand(asked, parts.roots());
  const { frontmatter, body, pieces, warnings } = await parse(parts.redact(file.text));
  const redact = (text: string) => parts.redact(text);
  const start = { real: file.path.real, shown };
  const expanded = await expandPieces(pieces, start, { files, run, redact, args, signal });
  const left = args.text === '' || body === '' || usesArguments(body) ? '' : `\n\nArguments: ${args.text}`;
  const content = expanded.content + left;
  const answer: CommandSuccess = {
    success: true,
    command: { name: commandName(asked), path: shown, frontmatter, content, raw: body },
    expansions: { files: expanded.files, bash: expanded.bash },
    metadata: {
      expandedAt: isoTime(parts.nowMs()).replace(/\.\d+Z$/, 'Z'),
      totalTokensEstimate: Math.ceil(content.length / CHARACTERS_PER_TOKEN),
    },
  };
  return { answer, file: fileOf({ root, file, shown }, frontmatter), fault: undefined, warnings };
}

function fileOf({ root, file, shown }: CommandFileMatch, frontmatter: JsonObject): CommandFile {
  const { source, plugin } = root;
  return {
    source,
    plugin,
    path: shown,
    hash: file.hash,
    allowedTools: parseNames(frontmatter['allowed-tools']),
  };
}

function commandError({ code, message, searchedPaths }: LoadFault): CommandError {
  return { success: false, error: { code, message, ...(searchedPaths && { searchedPaths }) } };
}

async function listCommands(
  parts: CommandLibraryParts,
  parse: ParseCommandFile,
): Promise<readonly ListedCommandFile[]> {
  const firsts = new Map<string, string>();
  const commands: ListedCommandFile[] = [];
  for (const root of parts.roots()) {
    for (const name of commandsIn(root)) {
      const listed = await tryListCommand(name, root, { parts, parse });
      if (listed === undefined) continue;
      const hiddenBy = firsts.get(listed.name);
      commands.push({ ...listed, hiddenBy });
      if (hiddenBy === undefined) firsts.set(listed.name, listed.path);
    }
  }
  return commands;
}

interface ListingParts {
  readonly parts: Pick<CommandLibraryParts, 'redact'>;
  readonly parse: ParseCommandFile;
}

/** Undefined for what could not be loaded. */
async function tryListCommand(
  name: readonly string[],
  root: CommandRoot,
  listing: ListingParts,
): Promise<Omit<ListedCommandFile, 'hiddenBy'> | undefined> {
  try {
    const {
      hash: _,
      allowedTools: __,
      ...listed
    } = await withLabel(name, await findCommand(name, [root]), listing);
    return listed;
  } catch (error) {
    if (isFailure(error)) return undefined;
    throw error;
  }
}

async function withLabel(
  name: readonly string[],
  found: CommandFileMatch,
  { parts, parse }: ListingParts,
): Promise<NamedCommandFile> {
  const { frontmatter } = await parse(parts.redact(found.file.text));
  return {
    name: commandName(name),
    ...fileOf(found, frontmatter),
    description: labelLine(frontmatter.description),
    argumentHint: labelLine(frontmatter['argument-hint']),
  };
}

/** `[file]` without quotes is a list to YAML. */
function labelLine(value: JsonObject[string] | undefined): string {
  if (typeof value === 'string') return oneLine(value, MAX_DESCRIPTION_LENGTH);
  return Array.isArray(value) ? oneLine(`[${value.join(', ')}]`, MAX_DESCRIPTION_LENGTH) : '';
}
