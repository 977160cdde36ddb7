import { join } from 'node:path';
import type { UnfinishedKind } from '../contracts/git.ts';
import { readRegular } from '../core/file-access.ts';
import { isThere } from '../files/look-at-path.ts';
import { unlessRefused } from '../files/unless-refused.ts';

/** Where git keeps a rebase: of its own, or one that applies patches. */
const REBASES = ['rebase-merge', 'rebase-apply'];

const HASH = /^[0-9a-f]{40,64}$/;

/**
 * The merge or rebase under way in a repository, from git's own notes about it: git does not have to be started.
 * @param git its folder; that of a worktree has notes of its own
 */
export function unfinishedKind(git: string): UnfinishedKind | undefined {
  if (REBASES.some((name) => isThere(join(git, name)))) return 'rebase';
  return isThere(join(git, 'MERGE_HEAD')) ? 'merge' : undefined;
}

export interface UnfinishedNotes {
  readonly kind: UnfinishedKind;
  /** Short name; undefined when none was checked out. */
  readonly branch: string | undefined;
  /** Commit that is brought in. Undefined where the notes are not whole, or name several. */
  readonly theirs: string | undefined;
  /** Commit of the branch before a rebase; a merge leaves it where it is. */
  readonly head: string | undefined;
}

export function readUnfinished(git: string): UnfinishedNotes | undefined {
  const kind = unfinishedKind(git);
  if (kind === undefined) return undefined;
  const [folder, theirs, branch] =
    kind === 'merge'
      ? [git, 'MERGE_HEAD', lineIn(join(git, 'HEAD'))?.replace(/^ref: /, '')]
      : [join(git, 'rebase-merge'), 'onto', lineIn(join(git, 'rebase-merge', 'head-name'))];
  return {
    kind,
    branch: /^refs\/heads\/(.+)$/.exec(branch ?? '')?.[1],
    theirs: hashIn(join(folder, theirs)),
    head: kind === 'merge' ? undefined : hashIn(join(folder, 'orig-head')),
  };
}

function hashIn(file: string): string | undefined {
  const line = lineIn(file);
  return line !== undefined && HASH.test(line) ? line : undefined;
}

function lineIn(file: string): string | undefined {
  return unlessRefused(() => readRegular(file).replace(/\n$/, ''));
}
