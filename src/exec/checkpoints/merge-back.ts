import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from '../../contracts/checkpoints.ts';
import { contentsOf, type Shadow } from './shadow.ts';
import type { Change } from './trees.ts';

/** A merge of larger files than this may take for ever. */
const MOST_BYTES = 1024 * 1024;

/**
 * What a file is without one change in it, when somebody else has edited it since. Undefined when that cannot be told:
 * the same lines, no text, or a file that came or went.
 */
export async function mergeBack(
  shadow: Shadow,
  present: Entry | null,
  { before, after }: Change,
): Promise<Entry | undefined> {
  if (!isPlain(present) || !isPlain(before) || !isPlain(after)) return undefined;
  // The content was not changed, or is back already: what is left is the mode.
  const mode = present.mode === after.mode ? before.mode : present.mode;
  if (before.hash === after.hash || present.hash === before.hash) return { mode, hash: present.hash };
  if (present.hash === after.hash) return { mode, hash: before.hash };
  const contents = await contentsOf(shadow, [present.hash, after.hash, before.hash]);
  if ([...contents.values()].some(({ length }) => length > MOST_BYTES)) return undefined;
  const folder = await mkdtemp(join(shadow.folder, 'merge-'));
  try {
    const file = (name: string) => join(folder, name);
    const named = { present: present.hash, after: after.hash, before: before.hash };
    for (const [name, hash] of Object.entries(named))
      await writeFile(file(name), contents.get(hash) ?? '', { mode: 0o600 });
    const args = ['merge-file', '--quiet', file('present'), file('after'), file('before')];
    const { code } = await shadow.run(args, { workTree: folder });
    if (code !== 0) return undefined;
    // Read as it is: nothing may change on the way that a merge of bytes left alone.
    if ((await readFile(file('present'))).includes(0)) return undefined;
    const stored = ['hash-object', '-w', '--no-filters', '--', file('present')];
    return { mode, hash: (await shadow.demand(stored, { workTree: folder })).stdout.trim() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isPlain(entry: Entry | null): entry is Entry {
  return entry?.mode === '100644' || entry?.mode === '100755';
}
