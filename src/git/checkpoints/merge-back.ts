import type { Entry } from '../../contracts/checkpoints.ts';
import { keepContents } from './keep-contents.ts';
import { mergeTexts } from './merge-texts.ts';
import { contentsOf, type Shadow } from './shadow.ts';
import type { Change } from './trees.ts';

/**
 * A file without one change in it, after somebody else has edited it. Undefined when that is not possible: the same
 * lines, no text, or a file that was added or removed.
 */
export async function mergeBack(
  shadow: Shadow,
  present: Entry | null,
  { before, after }: Change,
): Promise<Entry | undefined> {
  if (!isPlain(present) || !isPlain(before) || !isPlain(after)) return undefined;
  // The content is unchanged or already back: only the mode is left.
  const mode = present.mode === after.mode ? before.mode : present.mode;
  if (before.hash === after.hash || present.hash === before.hash) return { mode, hash: present.hash };
  if (present.hash === after.hash) return { mode, hash: before.hash };
  const contents = await contentsOf(shadow, [present.hash, after.hash, before.hash]);
  const bytesOf = ({ hash }: Entry): Buffer => contents.get(hash) ?? Buffer.alloc(0);
  // The reverse change: from after it to before it.
  const texts = { present: bytesOf(present), before: bytesOf(after), after: bytesOf(before) };
  const merged = await mergeTexts(shadow, texts);
  if (merged === undefined) return undefined;
  const [hash = ''] = await keepContents(shadow, [merged]);
  return { mode, hash };
}

function isPlain(entry: Entry | null): entry is Entry {
  return entry?.mode === '100644' || entry?.mode === '100755';
}
