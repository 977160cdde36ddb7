import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';
import { cutAt } from '../core/text.ts';
import type { TextEncoding } from '../core/text-encoding.ts';
import { splitTextLines } from './edit/lines.ts';
import { cellLines, cellsIn, isNotebookName, type NotebookCell } from './notebook.ts';

const MAX_LINES = 2_000;
const MAX_BYTES = 50 * 1024;
/** Longest line shown, in UTF-16 code units. */
const MAX_LINE_LENGTH = 2_000;

export const readSourceFile = defineTool({
  name: 'read_source_file',
  description: `Read a text file: at most ${MAX_LINES} lines or 50 KB from line offset on; the first line of the answer tells the total and where to go on.`,
  effect: 'reads',
  doing: { en: 'reading', es: 'leyendo' },
  subAgents: 'all',
  claudeCode: ['Read'],
  service: {
    leftOut: 'What it finds is text for a model; the data that a task could hand on are only counts.',
  },
  input: z.object({
    path: z.string(),
    offset: z.int().min(1).optional().describe('First line, 1-based'),
    limit: z.int().min(1).max(MAX_LINES).optional(),
  }),
  output: z.object({
    path: z.string(),
    total: z.int(),
    first: z.int(),
    last: z.int(),
    next: z.int().nullable(),
  }),
  async run({ path, offset = 1, limit = MAX_LINES }, { workspace: { files }, ledger }) {
    const file = await files.readText(path);
    const cells = isNotebookName(file.path.relative) ? cellsIn(file.text) : undefined;
    const all =
      cells === undefined ? splitTextLines(file.text).map(({ content }) => content) : cellLines(cells);
    if (offset > Math.max(1, all.length)) {
      throw new Failure('invalid', `${path} has ${all.length} lines; offset ${offset} is behind its end.`);
    }
    const shown = wholeLinesWithin(all.slice(offset - 1, offset - 1 + limit));
    const last = offset - 1 + shown.length;
    const next = last < all.length ? last + 1 : null;
    ledger.noteSeen(file.path.relative, file.hash);
    const range = { path: file.path.relative, total: all.length, first: offset, last, next };
    const first = [header(range, file.encoding), notebookNote(cells)].join('');
    return { text: [first, ...shown].join('\n'), data: range };
  },
});

interface ShownRange {
  readonly path: string;
  readonly total: number;
  readonly first: number;
  readonly last: number;
  readonly next: number | null;
}

function header({ path, total, first, last, next }: ShownRange, encoding: TextEncoding): string {
  if (total === 0) return `${path}: empty file`;
  const more = next === null ? '' : ` Next: offset ${next}.`;
  const kept = encoding === 'utf-8' ? '' : ` Encoding ${encoding}, which edits keep.`;
  return `${path}: lines ${first}-${last} of ${total}.${kept}${more}`;
}

function notebookNote(cells: readonly NotebookCell[] | undefined): string {
  if (cells === undefined) return '';
  return ' A notebook: apply_patch takes the text of one cell; read_lines shows the file itself.';
}

/** At least one line, however long the lines are. */
function wholeLinesWithin(lines: readonly string[]): string[] {
  const shown: string[] = [];
  let bytes = 0;
  for (const line of lines.map(shortLine)) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > MAX_BYTES && shown.length > 0) break;
    shown.push(line);
  }
  return shown;
}

function shortLine(line: string): string {
  if (line.length <= MAX_LINE_LENGTH) return line;
  const shown = cutAt(line, MAX_LINE_LENGTH);
  return `${shown} [${line.length - shown.length} more characters in this line]`;
}
