import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { codeOf, Failure } from '../../core/failure.ts';
import { readBeginning } from '../../core/file-access.ts';
import { fault } from '../../core/texts/faults.ts';
import { noIgnoreRules } from '../../files/list-files.ts';
import { unlessRefused } from '../../files/look-at-path.ts';
import { createCommandRecords } from '../../processes/command-record.ts';
import { endGroups, type GroupEnding } from '../../processes/end-groups.ts';

const OURS = 'wasap-eval-';
/** Number and start mark of the program that works there; kept folders have neither. */
const WORKED_IN = /^wasap-eval-(\d+)-(.+)-[A-Za-z0-9]{6}$/;

/** The folders of one attempt. */
export interface AttemptFolders {
  readonly folder: string;
  /** Named like the task, because the agent may see the name. */
  readonly project: string;
  readonly data: string;
  /** The copy that is checked. */
  readonly checked: string;
  /** Records of the check commands. */
  readonly checks: string;
}

/** A new folder of this program, named so that a later program knows whether it is still used. */
export async function makeWorkplace(keep: boolean, { processes }: GroupEnding): Promise<string> {
  const mark = (await processes.markOf(process.pid)) ?? '0';
  return mkdtempSync(join(tmpdir(), keep ? `${OURS}kept-` : `${OURS}${process.pid}-${mark}-`));
}

export function placeIn(workplace: string, task: string, run: number): AttemptFolders {
  const folder = join(workplace, `${task}-${run}`);
  const data = join(folder, 'data');
  const place = {
    folder,
    project: join(folder, task),
    data,
    checked: join(folder, 'checked', task),
    checks: join(data, 'checks'),
  };
  for (const made of [place.project, place.data, place.checked])
    mkdirSync(made, { recursive: true, mode: 0o700 });
  return place;
}

/** Ends commands that an attempt left running, and removes its folder. */
export async function removePlace(folder: string, ending: GroupEnding): Promise<void> {
  await endCommands(folder, ending);
  removeFolder(folder);
}

export async function endCommands(folder: string, ending: GroupEnding): Promise<void> {
  for (const kind of ['processes', 'checks']) {
    const records = createCommandRecords(join(folder, 'data', kind));
    for (const id of records.list()) {
      const leader = records.leader(id);
      if (leader !== undefined) await endGroups(ending, id, leader);
    }
  }
}

/** Removes folders of killed evaluations. Kept folders and those of others stay. */
export async function removeStrays(ending: GroupEnding): Promise<void> {
  const root = tmpdir();
  for (const name of readdirSync(root)) {
    const [, pid, mark] = WORKED_IN.exec(name) ?? [];
    if (pid === undefined || mark === undefined || !isOurFolder(join(root, name))) continue;
    if (await ending.processes.isAlive({ pid: Number(pid), mark })) continue;
    await removeStray(join(root, name), ending);
  }
}

async function removeStray(folder: string, ending: GroupEnding): Promise<void> {
  const places = readdirSync(folder);
  for (const place of places) await endCommands(join(folder, place), ending);
  removeFolder(folder);
}

/** As far as possible: a command may have made its folders read-only, and nothing depends on it. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

/** In a world-writable folder the name proves nothing. */
function isOurFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === userInfo().uid;
}

const MAX_FILES = 5000;
const MAX_BYTES = 50 * 1024 * 1024;

/** By path relative to the project, with `/`. */
export type ProjectFileMap = ReadonlyMap<string, ProjectFile>;

interface ProjectFile {
  readonly bytes: Uint8Array;
  readonly isExecutable: boolean;
}

export interface ProjectContents {
  readonly files: ProjectFileMap;
  /** Paths of links, pipes and anything else that is neither a file nor a folder. */
  readonly others: readonly string[];
}

export function filesOf(texts: Readonly<Record<string, string>>): ProjectFileMap {
  return new Map(
    Object.entries(texts).map(([path, text]) => [path, { bytes: Buffer.from(text), isExecutable: false }]),
  );
}

export function writeFiles(folder: string, files: ProjectFileMap): void {
  for (const [path, { bytes, isExecutable }] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes, { mode: isExecutable ? 0o755 : 0o644 });
  }
}

/**
 * The agent's result, without `.git`. Links are listed and not followed, because they may lead anywhere; unreadable
 * files are listed too.
 * @throws Failure `invalid` when there is too much to read
 */
export function readFiles(project: string): ProjectContents {
  const files = new Map<string, ProjectFile>();
  const others: string[] = [];
  let bytes = 0;
  for (const path of pathsIn(project, '')) {
    const file = unlessRefused(() => readFile(join(project, path), MAX_BYTES - bytes));
    if (file === undefined) others.push(path);
    else files.set(path, file);
    bytes += file?.bytes.length ?? 0;
    if (files.size + others.length > MAX_FILES || bytes > MAX_BYTES) {
      throw new Failure('invalid', fault('eval-project-too-large', MAX_FILES));
    }
  }
  return { files, others };
}

/** Undefined for anything but a file. */
function readFile(file: string, most: number): ProjectFile | undefined {
  const found = lstatSync(file);
  if (!found.isFile()) return undefined;
  return { bytes: readBeginning(file, most + 1).bytes, isExecutable: (found.mode & 0o100) !== 0 };
}

function* pathsIn(project: string, folder: string): Generator<string> {
  const entries = unlessRefused(() => readdirSync(join(project, folder), { withFileTypes: true }));
  if (entries === undefined) yield folder;
  for (const entry of entries ?? []) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name === '.git') continue;
    if (entry.isDirectory()) yield* pathsIn(project, path);
    else yield path;
  }
}

/**
 * True for a file that the project ignored from the beginning: output of tests and compilers, which the agent did not
 * write.
 */
export function ignoredBy(texts: Readonly<Record<string, string>>): (path: string) => boolean {
  const rules = noIgnoreRules().within('', texts['.gitignore'] ?? '');
  return (path) => rules.ignores(path, false);
}

/** The files with others laid over them; a file in the place of a folder is removed. */
export function overlayFiles(files: ProjectFileMap, over: ProjectFileMap): ProjectFileMap {
  const inTheWay = new Set([...over.keys()].flatMap(foldersAbove));
  const below = (path: string): boolean => foldersAbove(path).some((folder) => over.has(folder));
  const kept = [...files].filter(([path]) => !inTheWay.has(path) && !below(path));
  return new Map([...kept, ...over]);
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
