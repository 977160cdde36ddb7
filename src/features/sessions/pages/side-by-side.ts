import type { Hunk } from '../../../pictures/changed-files.ts';

/** One line of one side. */
export interface DiffCell {
  readonly kind: 'context' | 'changed';
  readonly line: number;
  readonly text: string;
}

/** Two lines that stand beside each other; undefined where a side has none. */
export interface DiffRow {
  readonly before: DiffCell | undefined;
  readonly after: DiffCell | undefined;
}

/** A hunk in two columns: lines that were removed stand beside those that came in their place. */
export function sideBySide({
  lines,
  oldStart,
  newStart,
}: Pick<Hunk, 'lines' | 'oldStart' | 'newStart'>): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let removed: DiffCell[] = [];
  let added: DiffCell[] = [];
  // The two numbers move together over lines that are the same.
  let shift = newStart - oldStart;
  const flush = (): void => {
    const length = Math.max(removed.length, added.length);
    for (let index = 0; index < length; index += 1)
      rows.push({ before: removed[index], after: added[index] });
    shift += added.length - removed.length;
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'removed') removed.push({ kind: 'changed', line: line.oldLine, text: line.text });
    else if (line.kind === 'added') added.push({ kind: 'changed', line: line.newLine, text: line.text });
    else if (line.kind === 'context') {
      flush();
      const { newLine, text } = line;
      rows.push({
        before: { kind: 'context', line: newLine - shift, text },
        after: { kind: 'context', line: newLine, text },
      });
    }
  }
  flush();
  return rows;
}
