import { LineCounter, parseDocument } from 'yaml';
import { Failure } from '../core/failure.ts';
import { isMapping } from '../core/json.ts';
import { fault } from '../core/texts/faults.ts';
import { type ToolCommands, toolCommandsOf } from './tool-commands.ts';

/** No limit on aliases: the owner writes the file, and counting their expansions costs more than reading it. */
const MAX_ALIASES = -1;

/** The text of a `tool-commands.yaml`, and its file. */
export interface ConfigText {
  readonly file: string;
  readonly text: string;
}

/** Parses a whole `tool-commands.yaml`. Throws Failure `invalid` that names file, line, field and expectation. */
export function parseToolCommands({ text, file }: ConfigText): ToolCommands {
  const { tree, placeOf } = readYaml({ text, file });
  return toolCommandsOf(tree, placeOf);
}

/**
 * Parses a person's overrides of the shipped tree, which was checked before: every error is in the person's file.
 * @throws Failure `invalid` that names their file, line, field and expectation
 */
export function parseOverrides(shipped: unknown, own: ConfigText): ToolCommands {
  const { tree, placeOf } = readYaml(own);
  return toolCommandsOf(withOverrides(shipped, tree), placeOf);
}

/** The tree of a YAML text, and the line of each field. Throws Failure `invalid` when it is not YAML. */
export function readYaml({ text, file }: ConfigText): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lines.linePos(error.pos[0]);
    throw new Failure('invalid', fault('no-yaml', `${file}:${line}`, error.message), { cause: error });
  }
  return { tree: document.toJS({ maxAliasCount: MAX_ALIASES }), placeOf };

  function placeOf(path: readonly PropertyKey[]): string {
    const line = lineOf(path);
    return line === undefined ? file : `${file}:${line}`;
  }

  /** Line of the deepest existing node on the way to a field. */
  function lineOf(path: readonly PropertyKey[]): number | undefined {
    for (let depth = path.length; depth > 0; depth -= 1) {
      const node = document.getIn(path.slice(0, depth), true);
      const offset = rangeStart(node);
      if (offset !== undefined) return lines.linePos(offset).line;
    }
    return undefined;
  }
}

interface YamlFile {
  readonly tree: unknown;
  readonly placeOf: (path: readonly PropertyKey[]) => string;
}

function rangeStart(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) {
    return undefined;
  }
  const start: unknown = node.range[0];
  return typeof start === 'number' ? start : undefined;
}

type CommandsTree = { readonly [key: string]: unknown };

/**
 * Merges a person's `tool-commands.yaml` over the shipped one: maps merge deeply, lists and single values replace,
 * and the lists of a `blacklist` only grow. Neither tree is checked here; an empty file changes nothing.
 */
export function withOverrides(shipped: unknown, own: unknown): unknown {
  return own === null || own === undefined ? shipped : mergeTrees(shipped, own, []);
}

function mergeTrees(below: unknown, over: unknown, path: readonly string[]): unknown {
  if (isMapping(below) && isMapping(over)) {
    const names = new Set([...Object.keys(below), ...Object.keys(over)]);
    // Not by assignment: a key called `__proto__` would then change the meaning of every other key.
    return Object.fromEntries(
      [...names].map((name) => [name, mergeAt(name, { below, over, path: [...path, name] })]),
    );
  }
  const grows = isBlacklist(path) && Array.isArray(below) && Array.isArray(over);
  return grows ? [...new Set<unknown>([...below, ...over])] : over;
}

function mergeAt(
  name: string,
  { below, over, path }: { below: CommandsTree; over: CommandsTree; path: readonly string[] },
): unknown {
  if (!Object.hasOwn(over, name)) return below[name];
  return Object.hasOwn(below, name) ? mergeTrees(below[name], over[name], path) : over[name];
}

/** Recognised by position, not by name alone: a command or sub-command may be called `blacklist`. */
function isBlacklist(path: readonly string[]): boolean {
  const global = path.length === 5 && path[3] === 'blacklist';
  return global || (path.length === 7 && path[3] === 'allowed' && path[5] === 'blacklist');
}
