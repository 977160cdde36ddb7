import {
  FILE_HEADERS_ONLY,
  formatPatch,
  OMIT_HEADERS,
  type StructuredPatch,
  type StructuredPatchHunk,
  structuredPatch,
} from 'diff';
import { lineStart, sameAtEnd, sameAtStart } from '../../core/text.ts';
import { lineNumberAt, splitTextLines } from './lines.ts';

const CONTEXT_LINES = 3;
/** With more differing lines a minimal diff takes seconds; the changed part is then shown as replaced. */
const MAX_EDITS = 1000;

interface FileDiff {
  /** Unified, with `a/` and `b/` headers; empty when the texts are equal. */
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
}

/** @param before undefined for a file that does not exist yet */
export function unifiedDiff(path: string, before: string | undefined, after: string): FileDiff {
  const hunks = hunksBetween(before ?? '', after);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const oldFileName = before === undefined ? '/dev/null' : `a/${path}`;
  const patch = {
    oldFileName,
    newFileName: `b/${path}`,
    oldHeader: '',
    newHeader: '',
    hunks,
    index: undefined,
  };
  return {
    diff: hunks.length === 0 ? '' : withHeaders(patch),
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}

/** Names that would break their line or be misread; accents stay as they are, and are not written as bytes. */
const NEEDS_QUOTES = /["\\\p{Cc}]/u;

function withHeaders(patch: StructuredPatch): string {
  const { oldFileName, newFileName } = patch;
  if (NEEDS_QUOTES.test(`${oldFileName}${newFileName}`)) return formatPatch(patch, FILE_HEADERS_ONLY);
  return `--- ${oldFileName}\n+++ ${newFileName}\n${formatPatch(patch, OMIT_HEADERS)}`;
}

/** Compares only the part between the equal head and tail: a small edit of a large file stays cheap. */
function hunksBetween(before: string, after: string): StructuredPatchHunk[] {
  const start = startOfChange(before, after);
  const tail = lengthAfterChange(before, after, start);
  const old = before.slice(start, before.length - tail);
  const young = after.slice(start, after.length - tail);
  const options = { context: CONTEXT_LINES, maxEditLength: MAX_EDITS };
  const hunks = structuredPatch('', '', old, young, '', '', options)?.hunks ?? [replacedHunk(old, young)];
  const skipped = lineNumberAt(before, start) - 1;
  return hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + skipped,
    newStart: hunk.newStart + skipped,
  }));
}

/** Offset of the first context line before the first difference. */
function startOfChange(before: string, after: string): number {
  let start = lineStart(before, sameAtStart(before, after));
  for (let line = 0; line < CONTEXT_LINES; line += 1) start = lineStart(before, Math.max(0, start - 1));
  return start;
}

/** Length of the equal tail without the context lines after the last difference. */
function lengthAfterChange(before: string, after: string, start: number): number {
  let from = before.length - sameAtEnd(before, after, start);
  // One line more than the context: the equal tail may begin in the middle of a changed line.
  for (let line = 0; line <= CONTEXT_LINES; line += 1) {
    const newline = before.indexOf('\n', from);
    if (newline === -1) return 0;
    from = newline + 1;
  }
  return before.length - from;
}

function replacedHunk(old: string, young: string): StructuredPatchHunk {
  const removed = withSign(old, '-');
  const added = withSign(young, '+');
  const [oldLines, newLines] = [splitTextLines(old).length, splitTextLines(young).length];
  return { oldStart: 1, oldLines, newStart: 1, newLines, lines: [...removed, ...added] };
}

function withSign(text: string, sign: '-' | '+'): string[] {
  const lines = text.split('\n').map((line) => sign + line);
  if (text.endsWith('\n') || text === '') lines.pop();
  else lines.push('\\ No newline at end of file');
  return lines;
}

const HUNKS = /^@@ -(?<old>\d+)(?:,\d+)? \+(?<new>\d+)(?:,\d+)? @@.*\n/gm;

type DiffSide = 'old' | 'new';

/**
 * Numbers, from 1, of the lines that a unified diff of one file touches on one of its sides. Where lines were only
 * taken away, or only added on the other side, the two lines around the place count.
 */
export function touchedLines(diff: string, side: DiffSide): ReadonlySet<number> {
  const hunks = [...diff.matchAll(HUNKS)];
  const touched = hunks.flatMap((hunk, index) => {
    const rows = diff.slice(hunk.index + hunk[0].length, hunks[index + 1]?.index).split('\n');
    return touchedIn(rows, Number(hunk.groups?.[side]), side);
  });
  return new Set(touched.filter((line) => line > 0));
}

const SIGNS: Readonly<Record<DiffSide, { readonly own: string; readonly other: string }>> = {
  old: { own: '-', other: '+' },
  new: { own: '+', other: '-' },
};

function touchedIn(rows: readonly string[], from: number, side: DiffSide): readonly number[] {
  const { own, other } = SIGNS[side];
  const touched: number[] = [];
  let line = from;
  let isOnlyOther = false;
  for (const row of rows) {
    if (row.startsWith(own)) {
      touched.push(line);
      line += 1;
      isOnlyOther = false;
    } else if (row.startsWith(other)) {
      isOnlyOther ||= touched.at(-1) !== line - 1;
    } else if (!row.startsWith('\\')) {
      // A row of its own says that a file has no line break at its end.
      if (isOnlyOther) touched.push(line - 1, line);
      isOnlyOther = false;
      line += 1;
    }
  }
  return touched;
}
