import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';
import { refuseBadRevision } from './git-names.ts';

const MAX_COMMITS = 50;
const MAX_LINES = 200;

export const gitHistory = defineTool({
  name: 'git_history',
  description: `The last ${MAX_COMMITS} commits, of a path or all; with start and end, who last changed these lines of the path.`,
  effect: 'reads',
  doing: { en: 'looking at the history', es: 'mirando el historial' },
  subAgents: 'all',
  claudeCode: [],
  service: 'git',
  examples: [
    { description: 'Learn who changed a line and when', input: { path: 'src/login.ts', start: 10, end: 20 } },
    { description: 'See what another branch has more', input: { revision: 'HEAD..origin/main' } },
  ],
  input: z.object({
    path: z.string().optional(),
    revision: z.string().optional().describe('Or a range a..b'),
    start: z.int().min(1).optional(),
    end: z.int().min(1).optional(),
  }),
  output: z.object({ lines: z.array(z.string()) }),
  async run({ path, revision, start, end }, { workspace: { git, guard } }) {
    for (const name of revision?.split('..') ?? []) refuseBadRevision(name === '' ? 'HEAD' : name);
    if (path !== undefined) await guard.resolve(path, 'read');
    const lines =
      start === undefined && end === undefined
        ? await git.history.log({ path, revision: revision ?? 'HEAD', count: MAX_COMMITS })
        : await git.history.blame({ ...rangeOf({ path, start, end }), revision });
    return { text: lines.length === 0 ? 'No commits.' : lines.join('\n'), data: { lines: [...lines] } };
  },
});

function rangeOf({
  path,
  start = 1,
  end = start + MAX_LINES - 1,
}: {
  readonly path: string | undefined;
  readonly start: number | undefined;
  readonly end: number | undefined;
}): { readonly path: string; readonly start: number; readonly end: number } {
  if (path === undefined) throw new Failure('invalid', 'Lines need a path.');
  if (end < start || end - start >= MAX_LINES)
    throw new Failure('invalid', `Ask for 1 to ${MAX_LINES} lines; got ${start}..${end}.`);
  return { path, start, end };
}
