import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';
import { shorten } from '../core/text.ts';
import { numberLines, splitTextLines } from './edit/lines.ts';

const MAX_LINES = 200;
/** Longest line shown, in UTF-16 code units. */
const MAX_LINE_LENGTH = 2_000;

export const readLines = defineTool({
  name: 'read_lines',
  description: `Read lines start to end (inclusive, at most ${MAX_LINES}), numbered "L42: ".`,
  effect: 'reads',
  doing: { en: 'reading', es: 'leyendo' },
  subAgents: 'all',
  claudeCode: ['Read'],
  service: 'files',
  examples: [
    {
      description: 'Read the newest part of the changelog',
      input: { path: 'CHANGELOG.md', start: 1, end: 40 },
    },
    {
      description: 'Read around the first match of an earlier search',
      input: { path: '{{task-0.output.matches.0.path}}', start: 1, end: 60 },
    },
  ],
  input: z.object({ path: z.string(), start: z.int().min(1), end: z.int().min(1) }),
  output: z.object({ path: z.string(), total: z.int(), lines: z.array(z.string()) }),
  async run({ path, start, end }, { workspace: { files }, ledger }) {
    if (end < start)
      throw new Failure('invalid', `Name the first line, then the last; got ${start} to ${end}.`);
    const file = await files.readText(path);
    const all = splitTextLines(file.text);
    if (start > all.length)
      throw new Failure('invalid', `${path} has ${all.length} lines; line ${start} does not exist.`);
    const last = Math.min(end, start - 1 + MAX_LINES);
    const lines = all.slice(start - 1, last).map(({ content }) => shorten(content, MAX_LINE_LENGTH));
    ledger.noteSeen(file.path.relative, file.hash);
    const isCut = last < Math.min(end, all.length);
    const more = isCut ? `\n(${MAX_LINES} lines at a time. Go on at line ${last + 1} of ${all.length}.)` : '';
    return {
      text: `${numberLines(lines, start)}${more}`,
      data: { path: file.path.relative, total: all.length, lines },
    };
  },
});
