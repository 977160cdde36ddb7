import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shadow } from './shadow.ts';

/** Runs git in the repository that keeps the contents, and returns its output. */
export type ContentStore = (args: readonly string[], options: { readonly input: string }) => Promise<string>;

/** Stores contents from elsewhere, byte for byte, in this or another repository. Returns their hashes, in order. */
export async function keepContents(
  shadow: Shadow,
  contents: readonly Buffer[],
  store: ContentStore = storeIn(shadow),
): Promise<readonly string[]> {
  if (contents.length === 0) return [];
  const folder = await mkdtemp(join(shadow.folder, 'kept-'));
  try {
    const files = contents.map((_, place) => join(folder, String(place)));
    for (const [place, bytes] of contents.entries())
      await writeFile(files[place] ?? '', bytes, { mode: 0o600 });
    const args = ['hash-object', '-w', '--no-filters', '--stdin-paths'];
    const input = files.map((file) => `${file}\n`).join('');
    return (await store(args, { input })).trim().split('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function storeIn(shadow: Shadow): ContentStore {
  return async (args, { input }) =>
    (await shadow.runOrThrow(args, { workTree: shadow.folder, input })).stdout;
}
