import * as z from 'zod';
import type { Outline, OutlineItem } from '../contracts/code.ts';
import { defineTool } from '../contracts/tool.ts';
import { splitTextLines } from './edit/lines.ts';

const MAX_ENTRIES = 400;
const MAX_BYTES = 20 * 1024;
const NO_GRAMMAR = 'lines with an indented block below them';

export const getFileOutline = defineTool({
  name: 'get_file_outline',
  description: 'Functions, classes, methods, types or headings of a file, with their first and last lines.',
  effect: 'reads',
  doing: { en: 'reading', es: 'leyendo' },
  subAgents: 'all',
  claudeCode: ['Read'],
  service: {
    leftOut: 'What it finds is text for a model; the data that a task could hand on are only counts.',
  },
  input: z.object({ path: z.string() }),
  output: z.object({
    path: z.string(),
    language: z.string().nullable(),
    lines: z.int(),
    entries: z.int(),
    leftOut: z.int(),
  }),
  async run({ path }, { workspace: { files, code } }) {
    const file = await files.readText(path);
    const outline = await code.outline(file.path.relative, file.text);
    const shown = mostOf(outline.items);
    const facts = {
      path: file.path.relative,
      language: outline.language ?? null,
      lines: splitTextLines(file.text).length,
      entries: outline.items.length,
      leftOut: outline.items.length - shown.length,
    };
    const left = facts.leftOut > 0 ? [`[${facts.leftOut} more, of the deepest or last, left out]`] : [];
    return { text: [header(outline, facts), ...shown.map(outlineLine), ...left].join('\n'), data: facts };
  },
});

function header(
  { language, problem }: Outline,
  { path, lines, entries }: { readonly path: string; readonly lines: number; readonly entries: number },
): string {
  const how = language ?? (problem === undefined ? NO_GRAMMAR : `${problem}, so ${NO_GRAMMAR}`);
  return `${path}: ${how}, ${lines} lines, ${entries} entries.`;
}

function outlineLine({ start, end, kind, name, depth }: OutlineItem): string {
  return `${'  '.repeat(depth)}${start}-${end} ${kind} ${name}`;
}

/** The deepest items are left out first, then the last ones. */
function mostOf(items: readonly OutlineItem[]): readonly OutlineItem[] {
  const deepest = items.reduce((most, { depth }) => Math.max(most, depth), 0);
  for (let depth = deepest; depth >= 0; depth -= 1) {
    const shown = items.filter((item) => item.depth <= depth);
    if (countFitting(shown) === shown.length) return shown;
    if (depth === 0) return shown.slice(0, countFitting(shown));
  }
  return items;
}

/** The number of leading items that fit. */
function countFitting(items: readonly OutlineItem[]): number {
  let bytes = 0;
  const over = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(outlineLine(item)) + 1;
    return index >= MAX_ENTRIES || bytes > MAX_BYTES;
  });
  return over === -1 ? items.length : over;
}
