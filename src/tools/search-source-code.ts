import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';
import type { SearchMatch, SearchResult } from '../contracts/workspace-files.ts';
import { shorten } from '../core/text.ts';

const MAX_MATCHES = 100;
/** Longest line shown, in UTF-16 code units. */
const MAX_LINE_LENGTH = 300;

export const searchSourceCode = defineTool({
  name: 'search_source_code',
  description: `Search file contents for a text or a regular expression; at most ${MAX_MATCHES} matches, by file.`,
  effect: 'reads',
  doing: { en: 'searching', es: 'buscando' },
  subAgents: 'all',
  claudeCode: ['Grep'],
  service: 'files',
  examples: [
    {
      description: 'Find what is still to be done',
      input: { pattern: 'TODO|FIXME', regex: true, path: 'src' },
    },
  ],
  input: z.object({
    pattern: z.string().min(1),
    regex: z.boolean().optional(),
    ignore_case: z.boolean().optional(),
    path: z.string().optional().describe('Folder'),
    glob: z.string().optional(),
  }),
  output: z.object({
    matches: z.array(z.object({ path: z.string(), line: z.int(), text: z.string() })),
    left_out: z.int(),
    incomplete: z.boolean(),
  }),
  async run({ pattern, regex = false, ignore_case = false, path, glob }, { workspace: { files }, signal }) {
    const result = await files.search({
      pattern,
      isRegex: regex,
      caseSensitive: !ignore_case,
      under: path,
      glob,
      limit: MAX_MATCHES,
      signal,
    });
    const matches = result.matches.map((match) => ({
      ...match,
      text: shorten(match.text, MAX_LINE_LENGTH),
    }));
    return {
      text: [...groupByFile(matches), ...remarks(result)].join('\n'),
      data: { matches, left_out: result.leftOut, incomplete: result.incomplete },
    };
  },
});

function groupByFile(matches: readonly SearchMatch[]): string[] {
  return matches.flatMap((match, index) => {
    const line = `  L${match.line}: ${match.text}`;
    return matches[index - 1]?.path === match.path ? [line] : [match.path, line];
  });
}

function remarks({ matches, leftOut, incomplete }: SearchResult): string[] {
  return [
    ...(matches.length === 0 && !incomplete ? ['No matches.'] : []),
    ...(leftOut > 0 ? [`${leftOut} more matches: narrow the pattern, the folder or the glob.`] : []),
    ...(incomplete ? ['The search ran out of time: not every file was searched.'] : []),
  ];
}
