import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../base/failure.ts';
import { readRegular } from '../../base/regular-file.ts';

/**
 * The folder `.git` of a repository in its usual form: a folder of ours that stands on no other one. Undefined for whatever
 * is out of the ordinary: git knows better what that is.
 * @param folder canonical path
 */
export function plainGitFolder(folder: string): string | undefined {
  const gitFolder = join(folder, '.git');
  try {
    return [folder, gitFolder].every(isOurs) && isWhole(gitFolder) ? gitFolder : undefined;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    // A file that is not there, or may not be looked at.
    return undefined;
  }
}

/** Git works for nobody else, in neither of the two. */
function isOurs(path: string): boolean {
  const { uid } = lstatSync(path);
  return uid === (process.geteuid?.() ?? uid);
}

/** With what makes a folder a repository for git; not one that stands on another. */
function isWhole(gitFolder: string): boolean {
  const isFolder = (path: string): boolean => lstatSync(path).isDirectory();
  if (!isFolder(gitFolder)) return false;
  if (lstatSync(join(gitFolder, 'commondir'), { throwIfNoEntry: false }) !== undefined) return false;
  return isFolder(join(gitFolder, 'objects')) && isFolder(join(gitFolder, 'refs'));
}

/** Values by section and key that neither run anything nor make git look at other files than those of the folder. */
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
/** Without what may go on in the next line, or be read in another way than it is written. */
const SETTING = /^\s*([a-z]+)\s*=\s*([^"\\#;]*?)\s*$/i;

/** True when the repository's own configuration holds nothing but what `git init` and `git clone` write there. */
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
      allowed = known(HARMLESS, section);
      return allowed !== undefined;
    }
    const [, key = '', value = ''] = SETTING.exec(line) ?? [];
    return allowed !== undefined && known(allowed, key)?.test(value) === true;
  });
}

/** Not what every object of JavaScript has: a section may be called anything. */
function known<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
