import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../core/failure.ts';
import { readRegular } from '../core/file-access.ts';

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
