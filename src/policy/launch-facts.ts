import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { LaunchChange, LaunchFacts, ScriptFile } from '../contracts/grants.ts';
import { codeOf } from '../core/failure.ts';
import { canonicalJson, jsonIn, sha256 } from '../core/json.ts';
import { isInside } from '../core/paths.ts';
import {
  baseName,
  innerCommands,
  type KnownCommands,
  MAX_COMMAND_DEPTH,
  runsOthers,
} from './command-names.ts';
import { type ParsedCommand, type ReadLine, readLine } from './parse-command-line.ts';

/** A word that may name a file which is run, or read as a program. */
interface ScriptWord {
  readonly word: string;
  /**
   * True for a program in path form, and for operands of a program that runs others; else only a file that looks like
   * a script counts.
   */
  readonly isSure: boolean;
}

interface ScriptWords {
  readonly words: readonly ScriptWord[];
  /** Further folders that parts of the line may run in. */
  readonly folders: readonly string[];
}

interface ProgramLaunch {
  /** The program to start: an absolute path, or a bare name that was not found. */
  readonly program: string;
  readonly root: string;
  /** Folders outside the project whose programs count as its own; see `LinkedFolders`. */
  readonly linked: readonly string[];
  readonly cwd: string;
  /** SHA-256 of the environment that commands get. */
  readonly environment: string;
  readonly scripts: ScriptWords;
}

/** Collects everything outside its words that decides what a command does. */
export async function launchFacts({
  program,
  root,
  linked,
  cwd,
  environment,
  scripts,
}: ProgramLaunch): Promise<LaunchFacts> {
  const executable = path.isAbsolute(program) ? await realPathOf(program) : undefined;
  const candidates = candidateFiles(cwd, scripts);
  // A program of the project is a script, whatever its name.
  const isOwn = executable !== undefined && [root, ...linked].some((folder) => isInside(executable, folder));
  if (isOwn) candidates.set(program, true);
  const files: (ScriptFile | undefined)[] = [];
  // One after the other: a long line may name more files than may be open at once.
  for (const [file, isSure] of candidates) files.push(await scriptAt(file, isSure));
  return {
    program,
    executable: executable ?? null,
    folder: (await realPathOf(cwd)) ?? cwd,
    environment,
    scripts: files.filter((file) => file !== undefined).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** Absolute paths that the words may name, and whether each certainly is a script. */
function candidateFiles(cwd: string, { words, folders }: ScriptWords): Map<string, boolean> {
  const candidates = new Map<string, boolean>();
  for (const folder of [cwd, ...folders.map((one) => path.resolve(cwd, one))]) {
    for (const { word, isSure } of words) {
      const file = path.resolve(folder, word);
      candidates.set(file, isSure || candidates.get(file) === true);
    }
  }
  return candidates;
}

/** Finds what has changed since then. Called right before a command starts: any change prevents it. */
export async function changesSince(
  facts: LaunchFacts,
  environment: string,
): Promise<readonly LaunchChange[]> {
  const executable = path.isAbsolute(facts.program) ? await realPathOf(facts.program) : undefined;
  const scripts: ScriptFile[] = [];
  for (const { path: file } of facts.scripts)
    scripts.push((await scriptAt(file, true)) ?? { path: file, hash: null });
  const folder = (await realPathOf(facts.folder)) ?? '';
  return changesBetween(facts, { ...facts, executable: executable ?? null, folder, environment, scripts });
}

/** A script that only one side knows counts as changed. */
export function changesBetween(before: LaunchFacts, now: LaunchFacts): readonly LaunchChange[] {
  const changes: LaunchChange[] = [];
  if (before.executable !== now.executable || before.program !== now.program)
    changes.push({ kind: 'executable' });
  if (before.folder !== now.folder) changes.push({ kind: 'folder' });
  if (before.environment !== now.environment) changes.push({ kind: 'environment' });
  return [...changes, ...changedScripts(before.scripts, now.scripts)];
}

export function changedScripts(
  before: readonly ScriptFile[],
  now: readonly ScriptFile[],
): readonly LaunchChange[] {
  const hashes = (files: readonly ScriptFile[]) => new Map(files.map(({ path: file, hash }) => [file, hash]));
  const [old, present] = [hashes(before), hashes(now)];
  const files = new Set([...old.keys(), ...present.keys()]);
  return [...files]
    .filter((file) => (old.get(file) ?? null) !== (present.get(file) ?? null))
    .map((file) => ({ kind: 'script', path: file }));
}

/** Undefined for a file that is no script. Only regular files count: a pipe or a device would never end. */
async function scriptAt(file: string, isSure: boolean): Promise<ScriptFile | undefined> {
  const handle = await openIfThere(file);
  const found = handle === undefined ? undefined : await hashOf(handle, { file, isSure });
  if (found !== undefined) return { path: file, hash: found };
  return isSure ? { path: file, hash: null } : undefined;
}

/** A larger file is identified by place, size and time alone: hashing a disk image would take too long. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Closes the file. Undefined for a file that is no script or cannot be read. */
async function hashOf(
  handle: FileHandle,
  { file, isSure }: { readonly file: string; readonly isSure: boolean },
): Promise<string | undefined> {
  try {
    const info = await handle.stat();
    if (!info.isFile()) return undefined;
    if (!isSure && (info.mode & 0o111) === 0 && !(await hasShebang(handle))) return undefined;
    if (info.size > MAX_BYTES) return sha256(`${info.ino} ${info.size} ${info.mtimeMs}`);
    return await (path.basename(file) === 'package.json' ? scriptsHash(handle) : contentHash(handle));
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  } finally {
    await handle.close();
  }
}

async function contentHash(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  // A kernel file may be endless, whatever its size says.
  const stream = handle.createReadStream({ autoClose: false, start: 0, end: MAX_BYTES });
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

const Manifest = z.object({ scripts: z.record(z.string(), z.string()).default({}) });

/** Only the scripts of a package.json are run; a new version of a dependency changes none of them. */
async function scriptsHash(handle: FileHandle): Promise<string> {
  const text = await handle.readFile('utf8');
  const manifest = Manifest.safeParse(jsonIn(text));
  return sha256(manifest.success ? canonicalJson(manifest.data.scripts) : text);
}

async function hasShebang(handle: FileHandle): Promise<boolean> {
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  return buffer.toString('latin1') === '#!';
}

/** Opening a pipe must not wait for a writer. */
async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    // Missing, unreadable or an impossible name: there is nothing to bind the approval to.
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

async function realPathOf(file: string): Promise<string | undefined> {
  try {
    return await realpath(file);
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** They are not interpreters, but read a file that says what to run. */
const READS_SCRIPTS: ReadonlySet<string> = new Set(
  'make gmake just rake sed cmake ant gradle docker'.split(' '),
);

/** These run commands from a file that their words do not name. */
const READS_FILES: Readonly<Record<string, readonly string[]>> = {
  npm: ['package.json'],
  pnpm: ['package.json'],
  yarn: ['package.json'],
  bun: ['package.json'],
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  gmake: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile'],
  rake: ['Rakefile'],
};

/** Words of a line, including nested commands, that name files which a yes must be bound to. */
export function scriptWords(line: ReadLine, known: KnownCommands): ScriptWords {
  const words: ScriptWord[] = [];
  const folders: string[] = [];
  visitLine(line, 0);
  return { words, folders: [...new Set(folders)] };

  function visitLine({ commands, redirects }: ReadLine, depth: number): void {
    for (const { operator, target } of redirects) {
      if (operator.startsWith('<') && target !== '') words.push({ word: target, isSure: true });
    }
    for (const command of commands) visitCommand(command, depth);
  }

  function visitCommand(command: ParsedCommand, depth: number): void {
    const [name = '', ...args] = command.words;
    const base = baseName(name, known.platform);
    folders.push(...foldersIn(base, args));
    words.push(...scriptCandidates(name, base, args));
    // A deeper line is refused anyway; see `findDenial`.
    if (depth >= MAX_COMMAND_DEPTH) return;
    const inner = innerCommands(command, known);
    for (const argv of inner.argvs) visitCommand({ words: argv, input: [] }, depth + 1);
    for (const text of inner.texts) visitText(text, depth + 1);
  }

  function visitText(text: string, depth: number): void {
    const reading = readLine(text);
    if (reading.kind === 'read') visitLine(reading, depth);
  }
}

function scriptCandidates(name: string, base: string, args: readonly string[]): readonly ScriptWord[] {
  const own = name.includes('/') ? [name] : [];
  const sure = [...own, ...(READS_FILES[base] ?? [])].map((word) => ({ word, isSure: true }));
  const isSure = runsOthers(base) || READS_SCRIPTS.has(base);
  return [...sure, ...args.flatMap(filesNamedBy).map((word) => ({ word, isSure }))];
}

/** `x.js`, `--config=x.js`, `-fx.mk`. */
function filesNamedBy(word: string): readonly string[] {
  if (!word.startsWith('-')) return [word];
  const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : word.replace(/^-\w?/, '');
  return value === '' || value.startsWith('-') ? [] : [value];
}

/** `cd tools`, `make -C tools`. */
function foldersIn(name: string, args: readonly string[]): readonly string[] {
  if (name === 'cd' || name === 'pushd') return args.slice(0, 1);
  return args.filter((_, index) => /^(-C|--directory|--prefix|--cwd)$/.test(args[index - 1] ?? ''));
}
