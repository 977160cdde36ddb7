import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shadow } from './shadow.ts';

/** Largest file that is merged: a merge may take very long. */
export const MAX_MERGED_BYTES = 1024 * 1024;

/** Three versions of one file: the present one, and a change from one to the other that is to be applied. */
export interface ThreeTexts {
  readonly present: Buffer;
  readonly before: Buffer;
  readonly after: Buffer;
  /** True: both sides of a place that both changed are kept. */
  readonly isUnion?: boolean;
}

/** Undefined when both changed the same lines, or one of them is not text or too large. */
export async function mergeTexts(shadow: Shadow, texts: ThreeTexts): Promise<Buffer | undefined> {
  const { present, before, after, isUnion = false } = texts;
  if ([present, before, after].some(({ length }) => length > MAX_MERGED_BYTES)) return undefined;
  const folder = await mkdtemp(join(shadow.folder, 'merge-'));
  try {
    const file = (name: string) => join(folder, name);
    for (const [name, bytes] of Object.entries({ present, before, after }))
      await writeFile(file(name), bytes, { mode: 0o600 });
    const flags = ['--quiet', ...(isUnion ? ['--union'] : [])];
    const args = ['merge-file', ...flags, file('present'), file('before'), file('after')];
    const { code } = await shadow.run(args, { workTree: folder });
    if (code !== 0) return undefined;
    // Read as raw bytes, because the merge preserved them.
    const merged = await readFile(file('present'));
    return merged.includes(0) ? undefined : merged;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
