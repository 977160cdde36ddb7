import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../core/failure.ts';
import { readRegular } from '../core/file-access.ts';
import { commonGitFolder } from '../files/repository-folders.ts';

/**
 * The folder `.git` of a repository in its usual form: a folder of ours that does not depend on another one.
 * Undefined for anything unusual: then git is asked.
 * @param folder canonical path
 */
export function plainGitFolder(folder: string): string | undefined {
  const gitFolder = join(folder, '.git');
  try {
    return [folder, gitFolder].every(isOurs) && isWhole(gitFolder) ? gitFolder : undefined;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    // The file is missing, or not accessible.
    return undefined;
  }
}

/** Git refuses a folder of another user, and a `.git` of one. */
function isOurs(path: string): boolean {
  const { uid } = lstatSync(path);
  return uid === (process.geteuid?.() ?? uid);
}

/** True when it has the files that make a folder a repository, and does not depend on another one. */
function isWhole(gitFolder: string): boolean {
  const isFolder = (path: string): boolean => lstatSync(path).isDirectory();
  if (!isFolder(gitFolder)) return false;
  if (lstatSync(join(gitFolder, 'commondir'), { throwIfNoEntry: false }) !== undefined) return false;
  return isFolder(join(gitFolder, 'objects')) && isFolder(join(gitFolder, 'refs'));
}

/** Values by section and key that run nothing and do not make git read files outside the folder. */
const HARMLESS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  core: {
    repositoryformatversion: /^[01]$/,
    filemode: /^(?:true|false)$/,
    bare: /^false$/,
    logallrefupdates: /^(?:true|always|false)$/,
    symlinks: /^(?:true|false)$/,
    ignorecase: /^(?:true|false)$/,
    precomposeunicode: /^(?:true|false)$/,
  },
  remote: { url: /^/, fetch: /^/ },
  branch: { remote: /^/, merge: /^/ },
  user: { name: /^/, email: /^/ },
};

const COMMENT = /^\s*(?:[#;].*)?$/;
const SECTION = /^\[([a-z]+)(?: "[^"\\]*")?\]\s*$/i;
/** Excludes settings that continue in the next line, or are read differently from how they are written. */
const SETTING = /^\s*([a-z]+)\s*=\s*([^"\\#;]*?)\s*$/i;

/** True when the repository's configuration holds nothing but what `git init` and `git clone` write. */
export function hasPlainConfig(gitFolder: string): boolean {
  try {
    const file = join(gitFolder, 'config');
    return lstatSync(file).isFile() && isPlainText(readRegular(file));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

function isPlainText(text: string): boolean {
  let allowed: Readonly<Record<string, RegExp>> | undefined;
  return text.split(/\r?\n/).every((line) => {
    if (COMMENT.test(line)) return true;
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined) {
      allowed = ownValue(HARMLESS, section);
      return allowed !== undefined;
    }
    const [, key = '', value = ''] = SETTING.exec(line) ?? [];
    return allowed !== undefined && ownValue(allowed, key)?.test(value) === true;
  });
}

/** Own keys only: a section may be named like a property of every JavaScript object. */
function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

interface PlainPosition {
  readonly gitFolder: string;
  readonly head: string;
  /** Full name; null when no branch is checked out. */
  readonly branch: string | null;
}

const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const BRANCH = /^ref: (refs\/heads(?:\/[\w-][\w.-]*)+)$/;
/** Git refuses names that contain these. */
const REFUSED = /\.\.|\.lock|\.\/|\.$/;

/**
 * The position that git would report for a repository in its usual form: a folder `.git` of ours with a branch in a
 * file of its own. Starting git takes longer than all other checks before a change. Undefined for anything unusual:
 * then git is asked.
 * @param folder canonical path
 */
export function positionInFiles(folder: string): PlainPosition | undefined {
  const gitFolder = plainGitFolder(folder);
  if (gitFolder === undefined) return undefined;
  try {
    const head = firstLine(join(gitFolder, 'HEAD'));
    if (HASH.test(head)) return { gitFolder, head, branch: null };
    const branch = BRANCH.exec(head)?.[1];
    if (branch === undefined || REFUSED.test(branch)) return undefined;
    const commit = firstLine(join(gitFolder, branch));
    return HASH.test(commit) ? { gitFolder, head: commit, branch } : undefined;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    // The file is missing or may not be read: git reports the reason.
    return undefined;
  }
}

/** Git reads a link in its place in another way. */
function firstLine(file: string): string {
  if (!lstatSync(file).isFile()) return '';
  return readRegular(file).replace(/\n$/, '');
}

/** True when a remote of this repository is `owner/name`, on any server and by any protocol. */
export function hasRemote(
  root: string,
  { owner, name }: { readonly owner: string; readonly name: string },
): boolean {
  const [wanted, withGit] = [`${owner}/${name}`, `${owner}/${name}.git`].map((text) => text.toLowerCase());
  return urlsIn(join(commonGitFolder(root), 'config'))
    .map((url) => url.toLowerCase().replace(/\/+$/, ''))
    .some((url) => [wanted, withGit].some((end) => url.endsWith(`/${end}`) || url.endsWith(`:${end}`)));
}

/** The first remote of this repository, as it is configured; undefined without one. */
export function remoteUrl(root: string): string | undefined {
  return urlsIn(join(commonGitFolder(root), 'config'))[0];
}

function urlsIn(file: string): readonly string[] {
  try {
    return [...readRegular(file).matchAll(/^[ \t]*url[ \t]*=[ \t]*"?([^"\r\n]*?)"?[ \t]*$/gim)].map(
      ([, url = '']) => url,
    );
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return [];
  }
}
