import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shadow } from './shadow.ts';

/** A merge of larger files than this may take for ever. */
export const MAX_MERGED_BYTES = 1024 * 1024;

/** Three versions of one file: what is there, and a change that is to be made in it. */
export interface ThreeTexts {
  readonly present: Buffer;
  readonly before: Buffer;
  readonly after: Buffer;
  /** True: both sides of a place that both changed are kept. */
  readonly isUnion?: boolean;
}

/** Undefined when both changed the same lines, or one of them is no text or too large. */
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
    // Read as it is: nothing may change on the way that a merge of bytes left alone.
    const merged = await readFile(file('present'));
    return merged.includes(0) ? undefined : merged;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
