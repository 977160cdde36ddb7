import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';
import { cutAt } from '../core/text.ts';
import { refuseBadRevision } from './git-names.ts';

/** Longest diff shown, in UTF-16 code units. */
const MAX_TEXT = 30_000;

export const gitDiff = defineTool({
  name: 'git_diff',
  description:
    'Unified diff of the work tree against HEAD, of what is staged, or between two commits. Untracked files are left out.',
  effect: 'reads',
  doing: { en: 'looking at the diff', es: 'mirando los cambios' },
  subAgents: 'all',
  claudeCode: [],
  service: 'git',
  examples: [
    { description: 'See what was changed in one folder', input: { paths: ['src'] } },
    { description: 'Compare two versions', input: { from: 'v1.2.0', to: 'HEAD' } },
  ],
  input: z.object({
    paths: z.array(z.string()).optional(),
    staged: z.boolean().optional(),
    from: z.string().optional().describe('Commit'),
    to: z.string().optional(),
  }),
  output: z.object({ diff: z.string(), left_out: z.int() }),
  async run({ paths, staged, from, to }, { workspace: { git, guard } }) {
    for (const revision of [from, to]) if (revision !== undefined) refuseBadRevision(revision);
    for (const path of paths ?? []) await guard.resolve(path, 'read');
    const diff = await git.diff({ paths, staged, from, to });
    const open = withoutSecretFiles(diff, (path) => guard.isSecret(path));
    const shown = cutAt(open, MAX_TEXT);
    const leftOut = open.length - shown.length;
    const more = leftOut === 0 ? '' : `\n(${leftOut} more characters: name paths)`;
    return { text: open === '' ? 'No differences.' : shown + more, data: { diff: shown, left_out: leftOut } };
  },
});

const FILE_HEADER = /^diff --git (.+)$/m;

/** The unified diff without the contents of secret files; each is named instead. */
function withoutSecretFiles(diff: string, isSecret: (path: string) => boolean): string {
  return diff
    .split(/^(?=diff --git )/m)
    .map((file) => {
      const names = namesInHeader(FILE_HEADER.exec(file)?.[1] ?? '');
      return names.some(isSecret) ? `(not shown, on the secret list: ${names.at(-1)})\n` : file;
    })
    .join('');
}

/** Both names of `a/old b/new`, quoted by git or not. */
function namesInHeader(header: string): string[] {
  const parts = /^"?a\/(.*?)"? "?b\/(.*?)"?$/.exec(header);
  return parts === null ? [] : parts.slice(1);
}
