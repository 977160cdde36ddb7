import { createTurns } from '../../../core/work-queues.ts';
import type { DiffFile, Hunk } from '../../../pictures/changed-files.ts';
import type { CodePiece, ColourLines } from '../../../pictures/colour-lines.ts';
import type { ColouredSpan } from '../../../pictures/syntax.ts';
import { raw } from '../../../web-server/hono.ts';

/** Rows of all files together: a page with more would be unreadable. */
const MAX_ROWS = 1000;
/** Rows that are made in one piece; between two pieces everything else has its turn. */
const ROWS_AT_ONCE = 60;

/** The lines of a file as HTML; `left`: how many are not shown. */
export interface DiffTable {
  readonly file: DiffFile;
  readonly rows: ReturnType<typeof raw> | undefined;
  readonly left: number;
}

/** A row, with the colours of its two sides. */
interface PaintedRow extends DiffRow {
  readonly colours: { readonly before: readonly ColouredSpan[]; readonly after: readonly ColouredSpan[] };
}

interface LaidOut {
  readonly file: DiffFile;
  readonly hunks: readonly { readonly hunk: Hunk; readonly rows: readonly DiffRow[] }[];
  readonly left: number;
}

/** Two columns of code for each file, in pieces that hold up nothing else. */
export async function diffTables(
  files: readonly DiffFile[],
  colourLines: ColourLines,
): Promise<readonly DiffTable[]> {
  const laidOut = layOut(files);
  const colours = await colourLines(laidOut.flatMap(piecesOf));
  const turns = createTurns(1);
  const tables: DiffTable[] = [];
  let piece = 0;
  for (const { file, hunks, left } of laidOut) {
    const html: string[] = [];
    for (const { hunk, rows } of hunks) {
      html.push(String(await (<HunkHead hunk={hunk} />)));
      const painted = paintRows(rows, colours[piece], colours[piece + 1]);
      piece += 2;
      for (let at = 0; at < painted.length; at += ROWS_AT_ONCE) {
        html.push(await rowsHtml(painted.slice(at, at + ROWS_AT_ONCE)));
        await turns.next();
      }
    }
    tables.push({ file, rows: html.length === 0 ? undefined : raw(html.join('')), left });
  }
  return tables;
}

function layOut(files: readonly DiffFile[]): readonly LaidOut[] {
  let room = MAX_ROWS;
  return files.map((file) => {
    let left = 0;
    const hunks = file.hunks.flatMap((hunk) => {
      const all = sideBySide(hunk);
      const rows = all.slice(0, room);
      room -= rows.length;
      left += all.length - rows.length;
      return rows.length === 0 ? [] : [{ hunk, rows }];
    });
    return { file, hunks, left };
  });
}

/** Each side of a hunk is coloured by itself: a quote that a removed line opens would colour the lines after it. */
function piecesOf({ file: { path, oldPath = path }, hunks }: LaidOut): readonly CodePiece[] {
  return hunks.flatMap(({ rows }) => [
    { path: oldPath, lines: rows.flatMap(({ before }) => before?.text ?? []) },
    { path, lines: rows.flatMap(({ after }) => after?.text ?? []) },
  ]);
}

type LineColours = readonly (readonly ColouredSpan[])[];

function paintRows(
  rows: readonly DiffRow[],
  before: LineColours = [],
  after: LineColours = [],
): readonly PaintedRow[] {
  let [left, right] = [0, 0];
  return rows.map((row) => ({
    ...row,
    colours: {
      before: row.before === undefined ? [] : (before[left++] ?? []),
      after: row.after === undefined ? [] : (after[right++] ?? []),
    },
  }));
}

async function rowsHtml(rows: readonly PaintedRow[]): Promise<string> {
  const made = (
    <>
      {rows.map((row) => (
        <Row row={row} />
      ))}
    </>
  );
  return String(await made);
}

function HunkHead({ hunk: { oldStart, newStart, section } }: { readonly hunk: Hunk }) {
  return (
    <tr class="hunk">
      <td colspan={4}>{`${oldStart} → ${newStart}  ${section}`}</td>
    </tr>
  );
}

/** Where there is no room for two sides, what is the same on both is shown once. */
function Row({ row: { before, after, colours } }: { readonly row: PaintedRow }) {
  const [left, right] = [sideClass(before, 'removed', 'same-left'), sideClass(after, 'added', '')];
  return (
    <tr>
      <td class={`number ${left}`}>{before?.line ?? ''}</td>
      <td class={left}>
        <Line cell={before} colours={colours.before} />
      </td>
      <td class={`number ${right}`}>{after?.line ?? ''}</td>
      <td class={right}>
        <Line cell={after} colours={colours.after} />
      </td>
    </tr>
  );
}

function Line({ cell, colours }: { cell: DiffCell | undefined; colours: readonly ColouredSpan[] }) {
  if (cell === undefined) return null;
  let from = 0;
  const parts = colours.map(({ end, kind }) => {
    const part = cell.text.slice(from, end);
    from = end;
    const name = codeClass(kind);
    return name === undefined ? part : <span class={name}>{part}</span>;
  });
  return (
    <>
      {parts}
      {cell.text.slice(from)}
    </>
  );
}

function sideClass(cell: DiffCell | undefined, changed: string, same: string): string {
  if (cell === undefined) return 'nothing';
  return cell.kind === 'changed' ? changed : same;
}

/** One line of one side. */
interface DiffCell {
  readonly kind: 'context' | 'changed';
  readonly line: number;
  readonly text: string;
}

/** Two lines that stand beside each other; undefined where a side has none. */
interface DiffRow {
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

/** By the kind of a part of code, as the highlighter names it: the class of its colour; what is not here is plain. */
const CLASSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'code-keyword': ['keyword', 'doctag'],
    'code-string': ['string', 'regexp', 'link', 'code'],
    'code-number': ['literal', 'number', 'symbol', 'section', 'attr', 'attribute', 'property'],
    'code-name': ['title', 'built_in', 'meta'],
    'code-type': ['type', 'variable', 'template-variable', 'bullet'],
    'code-tag': ['tag', 'name', 'selector'],
    'code-comment': ['comment', 'quote'],
  }).flatMap(([name, kinds]) => kinds.map((kind) => [kind, name] as const)),
);

function codeClass(kind: string | undefined): string | undefined {
  return kind === undefined ? undefined : CLASSES.get(kind);
}
