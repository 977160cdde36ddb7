import {
  type BigIntStats,
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { ProtectedChange } from '../contracts/exec.ts';
import { codeOf, Failure, messageOf } from '../core/failure.ts';
import { readRegular } from '../core/file-access.ts';
import type { ProcessId } from '../core/ids.ts';
import { isInside } from '../core/paths.ts';
import { unlessRefused } from '../files/look-at-path.ts';
import {
  hookFolders,
  INSIDE_GIT,
  isProgramFolder,
  opens,
  type ProtectionRules,
  protectedNames,
} from './protected-paths.ts';

const After = z.array(
  z.object({
    path: z.string(),
    kind: z.enum(['created', 'changed', 'removed']),
    movedTo: z.string().optional(),
  }),
);

/** Compares protected files before and after each command, even when this program ended in between. */
interface ProtectionWatch {
  /** Stored before the command starts. Throws Failure `unavailable` when nothing can be written. */
  note(id: ProcessId, before: ProtectionSnapshot): void;
  /**
   * Called after the end of the command: computed once; files that would run outside the sandbox are moved aside.
   */
  changes(id: ProcessId): readonly ProtectedChange[];
  /** Drops the record of a command; moved files stay where they are. */
  forget(id: ProcessId): void;
}

/**
 * @param folder outside every workspace
 * @param rulesFor the rules of a workspace
 */
export function createProtectionWatch(
  folder: string,
  rulesFor: (workspace: string) => ProtectionRules,
): ProtectionWatch {
  const settled = new Map<ProcessId, readonly ProtectedChange[]>();
  const place = (id: ProcessId, name: string): string => join(folder, id, name);

  function settle(id: ProcessId): readonly ProtectedChange[] {
    const before = readJson(place(id, 'before.json'), ProtectionSnapshot);
    if (before === undefined) return [];
    const planned = readJson(place(id, 'after.json'), After) ?? plan(id, before);
    return planned.map(({ path, kind, movedTo }) => {
      const there = movedTo && moveAside(join(before.workspace, path), movedTo, `moved-aside-${id}`);
      return there === undefined ? { path, kind } : { path, kind, movedTo: there };
    });
  }

  /** Written before anything is moved: after a crash the next program continues here. */
  function plan(id: ProcessId, before: ProtectionSnapshot): readonly ProtectedChange[] {
    const rules = rulesFor(before.workspace);
    const planned = changesSince(before, rules).map((change) =>
      isMovedAside(before.workspace, change, rules)
        ? { ...change, movedTo: place(id, join('moved', change.path)) }
        : change,
    );
    // On a full disk the next program computes it again; this one remembers it.
    succeeds(() => writeFileSync(place(id, 'after.json'), JSON.stringify(planned)));
    return planned;
  }

  return {
    note(id, before) {
      try {
        mkdirSync(join(folder, id), { recursive: true, mode: 0o700 });
        writeFileSync(place(id, 'before.json'), JSON.stringify(before));
      } catch (error) {
        throw new Failure(
          'unavailable',
          `The record of the command cannot be written: ${messageOf(error)}.`,
          {
            cause: error,
          },
        );
      }
    },
    changes(id) {
      const known = settled.get(id);
      if (known !== undefined) return known;
      const found = settle(id);
      settled.set(id, found);
      return found;
    },
    forget(id) {
      settled.delete(id);
      if (isThere(place(id, 'moved'))) return;
      rmSync(join(folder, id), { recursive: true, force: true });
    },
  };
}

/** True also for a link without a target. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Moves a file once, and returns its new place; undefined when it is missing, or cannot be moved. If the data folder
 * is on another disk the file is renamed in place, since a copy could take very long.
 */
function moveAside(from: string, to: string, mark: string): string | undefined {
  const beside = `${from}.${mark}`;
  const known = [to, beside].find(isThere);
  if (known !== undefined || !isThere(from)) return known;
  succeeds(() => mkdirSync(dirname(to), { recursive: true, mode: 0o700 }));
  // A folder that its owner may not write cannot be moved.
  if (lstatSync(from).isDirectory()) succeeds(() => chmodSync(from, 0o700));
  return [to, beside].find((target) => succeeds(() => renameSync(from, target)));
}

/** False when the system refuses `act`. */
function succeeds(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}

/** Undefined for a file that is missing, or half written. */
function readJson<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError) return;
    throw error;
  }
}

/** State of the protected files before a command. */
const ProtectionSnapshot = z.object({
  workspace: z.string(),
  /** Protected names and their marks. */
  marks: z.record(z.string(), z.string()),
  /** Names that an approval opened for this command. */
  opened: z.array(z.string()),
});
type ProtectionSnapshot = z.infer<typeof ProtectionSnapshot>;

export function marksOf(workspace: string, names: readonly string[]): ProtectionSnapshot['marks'] {
  return Object.fromEntries(names.flatMap((name) => markPairs(workspace, name)));
}

function markPairs(workspace: string, name: string): readonly (readonly [string, string])[] {
  const path = join(workspace, name);
  const mark = fileVersion(path);
  if (mark === undefined) return [];
  return [[name, mark], ...(isProgramFolder(name) ? programMarks(workspace, name) : [])];
}

/** The programs there are links to files of packages, which are not closed: their targets are compared. */
function programMarks(workspace: string, folder: string): readonly (readonly [string, string])[] {
  const names = unlessRefused(() => readdirSync(join(workspace, folder))) ?? [];
  return names.flatMap((name) => {
    const stat = unlessRefused((): BigIntStats => statSync(join(workspace, folder, name), { bigint: true }));
    return stat?.isFile() === true ? [[`${folder}/${name}`, `${stat.ino} ${stat.ctimeNs}`] as const] : [];
  });
}

/** Identifies a file and its last change. A folder's content is closed as a whole, so only its identity counts. */
function fileVersion(path: string): string | undefined {
  const stat = unlessRefused((): BigIntStats => lstatSync(path, { bigint: true }));
  if (stat === undefined) return undefined;
  // Unlike `mtime`, nobody can set `ctime` back.
  return stat.isDirectory() ? `${stat.ino}` : `${stat.ino} ${stat.ctimeNs}`;
}

/**
 * Compares the protected files: a sandbox cannot close a file that does not exist yet, nor keep a parent folder from
 * being renamed. Names in the approval are left out.
 */
function changesSince(before: ProtectionSnapshot, rules: ProtectionRules): readonly ProtectedChange[] {
  const { workspace, marks } = before;
  const now = marksOf(workspace, protectedNames(workspace, rules));
  const names = [...new Set([...Object.keys(marks), ...Object.keys(now)])].toSorted();
  const changes = names
    .filter((name) => marks[name] !== now[name] && !isOpened(name, before.opened))
    .map((path): ProtectedChange => ({ path, kind: changeKind(marks[path], now[path]) }))
    .filter(({ path }) => !isGitsOwn(path) || runsOutside(workspace, path, rules));
  const isChanged = (name: string): boolean => changes.some(({ path }) => path === name);
  return changes.filter(({ path }) => !foldersAbove(path).some(isChanged));
}

/** Returns `a` and `a/b` for `a/b/c`. */
function foldersAbove(name: string): readonly string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

function changeKind(before: string | undefined, now: string | undefined): ProtectedChange['kind'] {
  if (before === undefined) return 'created';
  return now === undefined ? 'removed' : 'changed';
}

/** Files inside `.git` are opened only by their own names. */
function isOpened(name: string, opened: readonly string[]): boolean {
  if (INSIDE_GIT.includes(name)) return opened.includes(name);
  return opened.some((one) => isInside(`/${one}`, `/${name}`) || opens(one, name));
}

/** An approved `git init` creates these, and nothing in them would run. */
function isGitsOwn(name: string): boolean {
  return INSIDE_GIT.includes(name);
}

/**
 * Files that are moved away, because they would run outside the sandbox. Files that existed were closed, so a change
 * of them came from elsewhere; except for `.git` as a link, which can be replaced.
 */
function isMovedAside(workspace: string, { path, kind }: ProtectedChange, rules: ProtectionRules): boolean {
  const isNew = kind === 'created' || (kind === 'changed' && path === '.git');
  return isNew && runsOutside(workspace, path, rules);
}

/** True for files that git would run, or read programs to run from, the next time it is called outside a sandbox. */
function runsOutside(workspace: string, name: string, rules: ProtectionRules): boolean {
  const path = join(workspace, name);
  if (name === '.git') return runsAsRepository(path);
  if (name === '.git/config' || name === '.git/config.worktree') return !isHarmlessConfig(path);
  // Git would read settings and hooks in the folder that it names.
  if (name === '.git/commondir') return unlessRefused(() => lstatSync(path)) !== undefined;
  if (name === '.git/hooks') return holdsHooks(path);
  return rules.gitSettings.flatMap((file) => hookFolders(file, workspace)).includes(name);
}

/** The files that `git init` creates. */
const OF_A_NEW_REPOSITORY = [
  ...['HEAD', 'config', 'description', 'hooks', 'index', 'info', 'objects', 'refs', 'branches', 'logs'],
  ...['COMMIT_EDITMSG', 'ORIG_HEAD', 'FETCH_HEAD', 'packed-refs'],
];

/** A file or a link may lead to anybody's repository. */
function runsAsRepository(path: string): boolean {
  const names = unlessRefused(() => (lstatSync(path).isDirectory() ? readdirSync(path) : undefined));
  if (names === undefined) return true;
  return (
    names.some((name) => !OF_A_NEW_REPOSITORY.includes(name)) ||
    holdsHooks(join(path, 'hooks')) ||
    !isHarmlessConfig(join(path, 'config'))
  );
}

function holdsHooks(folder: string): boolean {
  const stat = unlessRefused(() => lstatSync(folder));
  if (stat === undefined) return false;
  const names = stat.isDirectory() ? unlessRefused(() => readdirSync(folder)) : undefined;
  return names === undefined || names.some((name) => !name.endsWith('.sample'));
}

/** Lines of settings that run nothing and name nothing but a server. */
const HARMLESS = [
  /^\[(core|init|user|(remote|branch) "[^"\\]+")\]$/,
  /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks) = \w+$/,
  /^(defaultbranch|name|email|fetch|merge|remote|rebase) = [^\\"]*$/,
  /^(url|pushurl) = (https?:\/\/|ssh:\/\/|git@)[^\\"]*$/,
];

function isHarmlessConfig(path: string): boolean {
  const text = unlessRefused(() => readRegular(path));
  if (text === undefined) return unlessRefused(() => lstatSync(path)) === undefined;
  return text
    .split('\n')
    .map((line) => line.trim())
    .every((line) => line === '' || HARMLESS.some((pattern) => pattern.test(line)));
}
