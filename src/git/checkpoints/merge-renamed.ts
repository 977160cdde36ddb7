import { join } from 'node:path';
import type { Entry } from '../../contracts/checkpoints.ts';
import {
  canMergeTrees,
  type MergeGit,
  madeContents,
  mergeTreesByGit,
  quotedForGit,
  withMergeGit,
} from './git-merge.ts';
import { keepContents } from './keep-contents.ts';
import { gitFolderOf, type Shadow } from './shadow.ts';
import type { Entries } from './trees.ts';

/** Three versions of some files: what is there, and a change that is to be made in it. */
export interface ThreeVersions {
  readonly present: Entries;
  readonly before: Entries;
  readonly after: Entries;
}

/**
 * What the files are with the change in them, where either of the two gave some of them another name. Undefined when that
 * cannot be told: both changed the same lines, or git is too old.
 */
export async function mergeRenamed(shadow: Shadow, files: ThreeVersions): Promise<Entries | undefined> {
  if (!(await canMergeTrees(shadow))) return undefined;
  await shadow.settle();
  const objects = join(gitFolderOf(shadow.folder), 'objects');
  return withMergeGit(shadow, { objects, attributes: '' }, async (git) => {
    if (!(await commitAll(git, files))) return undefined;
    const merged = await mergeTreesByGit(git, 'refs/heads/present', 'refs/heads/after');
    if (merged === undefined || merged.conflicts.length > 0) return undefined;
    const entries = new Map([...merged.entries].map(([path, entry]) => [path, parsed(entry)]));
    const known = new Set(Object.values(files).flatMap((side) => [...side.values()].map(({ hash }) => hash)));
    const made = [...entries.values()].map(({ hash }) => hash).filter((hash) => !known.has(hash));
    const contents = [...(await madeContents(git, [...new Set(made)])).values()];
    const kept = contents.filter((bytes) => bytes !== undefined);
    if (kept.length < contents.length) return undefined;
    await keepContents(shadow, kept);
    return entries;
  });
}

/** A commit for each version, all by one git. */
async function commitAll(git: MergeGit, { present, before, after }: ThreeVersions): Promise<boolean> {
  const stream = [commitOf('before', before), commitOf('present', present), commitOf('after', after)];
  return (await git(['fast-import', '--quiet', '--done'], `${stream.join('')}done\n`)).code === 0;
}

function commitOf(name: string, entries: Entries): string {
  const files = [...entries].map(([path, { mode, hash }]) => `M ${mode} ${hash} ${quotedForGit(path)}\n`);
  const from = name === 'before' ? '' : 'from refs/heads/before\ndeleteall\n';
  return `commit refs/heads/${name}\ncommitter x <x> 0 +0000\ndata 0\n${from}${files.join('')}\n`;
}

function parsed(entry: string): Entry {
  const [mode = '', hash = ''] = entry.split(' ');
  if (mode !== '100755' && mode !== '120000') return { mode: '100644', hash };
  return { mode, hash };
}
