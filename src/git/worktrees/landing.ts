import type { FileChange, IndexChange, RepositoryPlan } from '../../contracts/checkpoints.ts';
import type { LandingPlan, LandingRefusal } from '../../contracts/worktrees.ts';
import { entriesIn } from '../checkpoints/index-entries.ts';
import { openShadow, type Shadow } from '../checkpoints/shadow.ts';
import type { Repository } from '../repository.ts';
import type { WorktreesParts } from './parts.ts';

export function refuseLanding(refusal: LandingRefusal): LandingPlan {
  return { kind: 'refused', refusal };
}

export function shadowOf({ states, environment }: WorktreesParts, workspace: string): Promise<Shadow> {
  return openShadow({ folder: states, environment }, workspace);
}

export interface LandingChanges {
  readonly files: readonly FileChange[];
  readonly repository: RepositoryPlan;
  readonly untested: readonly string[];
}

export function possibleLanding({ files, repository, untested }: LandingChanges): LandingPlan {
  return {
    kind: 'possible',
    change: { files, kept: [], repository, unknownSteps: 0 },
    commits: repository.commits,
    untested,
  };
}

/** Position of HEAD: the full name of a branch, or null, and its commit. */
export interface HeadPosition {
  readonly branch: string | null;
  readonly commit: string;
}

/** The references that move when the checked out branch advances to a commit; the work tree has to follow. */
export function branchAdvance(
  { branch, commit }: HeadPosition,
  to: string,
): Pick<RepositoryPlan, 'head' | 'references'> {
  if (branch === null) return { head: { from: commit, to }, references: [] };
  return { head: { from: branch, to: branch }, references: [{ name: branch, from: commit, to }] };
}

/** Staged entries of the index, and those of files in conflict. */
export interface StagedEntries {
  readonly entries: ReadonlyMap<string, string>;
  /** Files in conflict, or hidden from git by a mark of the person. */
  readonly marked: ReadonlySet<string>;
}

export async function readIndex(repository: Repository): Promise<StagedEntries> {
  const [text, tags] = await Promise.all([
    repository.runOrThrow(['ls-files', '--stage', '-z']),
    repository.runOrThrow(['ls-files', '-v', '-z']),
  ]);
  const records = tags.split('\0').filter((record) => record !== '' && !record.startsWith('H '));
  return { entries: entriesIn(text), marked: new Set(records.map((record) => record.slice(2))) };
}

/** @param committed the branch's future entries at these paths, as `100644 <hash>`, or nothing */
export function indexChangesTo(
  { entries }: StagedEntries,
  paths: Iterable<string>,
  committed: ReadonlyMap<string, string>,
): readonly IndexChange[] {
  return [...paths].flatMap((path) => {
    const [from, to] = [entries.get(path) ?? '', committed.get(path) ?? ''];
    return from === to ? [] : [{ path, from, to }];
  });
}
