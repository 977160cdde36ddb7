import { lineNumberAt, linesOf } from './lines.ts';
import { isProse } from './omissions.ts';
import type { Passage } from './passage.ts';
import type { Wrapping } from './readings.ts';
import { holdsMarkers, withoutMarkers } from './undo-edit-blocks.ts';
import { newSideOf } from './undo-hunks.ts';
import { ownNumbers } from './undo-line-numbers.ts';
import { FENCE, fencedText } from './undo-wrapping.ts';

interface FoundAt extends Passage {
  readonly path: string;
  /** Text of the whole file. */
  readonly text: string;
  /** Position of the search, in UTF-16 code units. */
  readonly start: number;
}

interface Bare {
  readonly replace: string;
  readonly undone: readonly Wrapping[];
}

/**
 * Removes from a replacement what its exactly matching search does not have: a Markdown fence around all of it in a
 * file that is not Markdown, the numbers of the replaced lines, or the marks of an edit or a diff.
 */
export function bareReplacement(found: FoundAt): Bare {
  const bare = withoutFence(found) ?? withoutNumbers(found) ?? withoutBlock(found) ?? withoutDiff(found);
  // If nothing else would change, the wrapping is the purpose of the edit.
  const isSame = bare?.replace.trimEnd() === found.search.trimEnd();
  return bare === undefined || isSame ? { replace: found.replace, undone: [] } : bare;
}

/** A file with a fence may get another one. */
function withoutFence({ path, text, search, replace }: FoundAt): Bare | undefined {
  if (isProse(path) || !/^\s*(?:```|~~~)/.test(replace)) return undefined;
  const inner = fencedText(replace)?.inner;
  if (inner === undefined || linesOf(text).some(({ content }) => FENCE.test(content))) return undefined;
  return { replace: search.endsWith('\n') ? `${inner}\n` : inner, undone: ['fence'] };
}

function withoutNumbers({ search, replace, text, start }: FoundAt): Bare | undefined {
  if (!/^[ \t]*(?:L|[Ll]ine )?\d/.test(replace)) return undefined;
  const bare = ownNumbers({ search, replace }, lineNumberAt(text, start));
  return bare === undefined ? undefined : { replace: bare, undone: ['line-numbers'] };
}

function withoutBlock({ search, replace, text }: FoundAt): Bare | undefined {
  if (!holdsMarkers(replace) || holdsMarkers(text)) return undefined;
  const bare = withoutMarkers(replace, search);
  if (bare === undefined) return undefined;
  return { replace: search.endsWith('\n') ? bare : bare.replace(/\n$/, ''), undone: ['block'] };
}

function withoutDiff(found: FoundAt): Bare | undefined {
  const bare = newSideOf(found);
  return bare === undefined ? undefined : { replace: bare, undone: ['markers'] };
}
