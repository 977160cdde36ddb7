import type { HunkLine } from './changed-files.ts';

/** Part of a line, in UTF-16 code units; `to` is not in it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** With less in common the lines are two different ones, and marking all of both would not help. */
const MIN_IN_COMMON = 0.35;
const MAX_LENGTH = 2000;

/** Differences between lines that replace each other: as many added as removed ones in a row. */
export function changedWords(lines: readonly HunkLine[]): ReadonlyMap<number, Span> {
  const spans = new Map<number, Span>();
  let index = 0;
  while (index < lines.length) {
    const removed = runOf(lines, index, 'removed');
    const added = runOf(lines, index + removed, 'added');
    if (removed > 0 && removed === added) {
      for (let line = index; line < index + removed; line += 1)
        markPair(lines, [line, line + removed], spans);
    }
    index += Math.max(1, removed + added);
  }
  return spans;
}

function runOf(lines: readonly HunkLine[], start: number, kind: HunkLine['kind']): number {
  let end = start;
  while (lines[end]?.kind === kind) end += 1;
  return end - start;
}

function markPair(
  lines: readonly HunkLine[],
  [before, after]: readonly [number, number],
  spans: Map<number, Span>,
): void {
  const [old, young] = [hunkLineText(lines[before]), hunkLineText(lines[after])];
  const most = Math.min(old.length, young.length);
  if (Math.max(old.length, young.length) > MAX_LENGTH) return;
  let head = 0;
  while (head < most && old[head] === young[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === young[young.length - 1 - tail]) tail += 1;
  const indent = young.length - young.trimStart().length;
  const common = Math.max(0, head - indent) + tail;
  if (common < MIN_IN_COMMON * (Math.max(old.length, young.length) - indent)) return;
  spans.set(before, { from: head, to: old.length - tail });
  spans.set(after, { from: head, to: young.length - tail });
}

function hunkLineText(line: HunkLine | undefined): string {
  return line === undefined || line.kind === 'no-newline' ? '' : line.text;
}
