import * as z from 'zod';
import type { GitStatus } from '../contracts/git.ts';
import { defineTool } from '../contracts/tool.ts';

const MAX_CHANGES = 200;

export const gitStatus = defineTool({
  name: 'git_status',
  description: 'Branch, upstream and changed files.',
  effect: 'reads',
  doing: { en: 'looking at git', es: 'mirando git' },
  subAgents: 'all',
  claudeCode: [],
  service: 'git',
  examples: [{ description: 'See the branch and what was changed', input: {} }],
  input: z.object({}),
  output: z.object({
    branch: z.string().nullable(),
    head: z.string().nullable(),
    ahead: z.int(),
    behind: z.int(),
    changes: z.array(z.object({ path: z.string(), code: z.string() })),
  }),
  async run(_input, { workspace: { git } }) {
    const status = await git.status();
    const { branch = null, head = null, ahead, behind } = status;
    const changes = status.changes.map(({ path, code }) => ({ path, code }));
    return {
      text: [headline(status), ...unfinishedLines(status), ...changeLines(status)].join('\n'),
      data: { branch, head, ahead, behind, changes },
    };
  },
});

function headline({ branch, head, upstream, ahead, behind }: GitStatus): string {
  const where = branch === undefined ? `Detached at ${head ?? 'nothing'}` : `On branch ${branch}`;
  const compared = upstream === undefined ? '' : ` (${upstream}: ahead ${ahead}, behind ${behind})`;
  return where + compared + (head === undefined ? ', no commits yet' : '');
}

function unfinishedLines({ unfinished }: GitStatus): string[] {
  return unfinished === undefined ? [] : [`A ${unfinished} is under way: git_integrate continue or abort.`];
}

function changeLines({ changes }: GitStatus): string[] {
  if (changes.length === 0) return ['Nothing changed.'];
  const lines = changes.slice(0, MAX_CHANGES).map(({ code, path }) => `${code} ${path}`);
  const left = changes.length - lines.length;
  return left === 0 ? lines : [...lines, `${left} more`];
}
