import { join } from 'node:path';
import type { Repository } from '../repository.ts';
import type { Shadow } from './shadow.ts';

interface IndexReader {
  readonly shadow: Pick<Shadow, 'folder'>;
  readonly repository: Pick<Repository, 'run'>;
}

/** There is no index before anything was ever staged. */
export const NO_INDEX = 'none';

/**
 * Entries of a kept copy of the person's index, `100644 <hash>` by path; undefined when it is no longer kept. Read
 * through their own repository: only it knows the hash algorithm, and the parts of a split index.
 */
export async function indexEntries(
  { shadow, repository }: IndexReader,
  name: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (name === NO_INDEX) return new Map();
  const index = join(shadow.folder, 'indexes', name);
  const { code, stdout } = await repository.run(['ls-files', '--stage', '-z'], { index });
  return code === 0 ? entriesIn(stdout) : undefined;
}

/** Parses `git ls-files --stage -z`. A file in conflict has several entries: it is left out. */
export function entriesIn(text: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  const conflicts = new Set<string>();
  for (const record of text.split('\0')) {
    const [, mode, hash, stage, path] = /^(\d+) ([0-9a-f]+) (\d)\t([\s\S]+)$/.exec(record) ?? [];
    if (path === undefined) continue;
    if (stage !== '0') conflicts.add(path);
    entries.set(path, `${mode} ${hash}`);
  }
  for (const path of conflicts) entries.delete(path);
  return entries;
}

/** Reads `git ls-tree -r -z`: `100644 <hash>` by path; sub-modules too. */
export function treeIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\0').flatMap((record) => {
      const [, mode, hash, path] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(record) ?? [];
      return path === undefined ? [] : [[path, `${mode} ${hash}`] as const];
    }),
  );
}
