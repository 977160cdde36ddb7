import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../base/failure.ts';
import { readRegular } from '../../base/regular-file.ts';
import { plainGitFolder } from '../git/plain-repository.ts';

export interface PlainPosition {
  readonly gitFolder: string;
  readonly head: string;
  /** Full name; null when no branch is checked out. */
  readonly branch: string | null;
}

const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const BRANCH = /^ref: (refs\/heads(?:\/[\w-][\w.-]*)+)$/;
/** Git refuses names that hold these. */
const REFUSED = /\.\.|\.lock|\.\/|\.$/;

/**
 * What git would say of a repository in its usual form: a folder `.git` of ours with a branch that has a file of its own.
 * To start git takes longer than everything else that is looked at before a change. Undefined for whatever is out of
 * the ordinary: git is asked then.
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
    // A file that is not there, or may not be read: git knows better why.
    return undefined;
  }
}

/** A link in its place is read by git in another way. */
function firstLine(file: string): string {
  if (!lstatSync(file).isFile()) return '';
  return readRegular(file).replace(/\n$/, '');
}
