import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../core/failure.ts';
import { readRegular } from '../core/file-access.ts';
import { plainGitFolder } from './plain-repository.ts';

export interface PlainPosition {
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
