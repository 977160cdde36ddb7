import * as z from 'zod';
import type { GitCommit } from '../contracts/git.ts';
import { defineTool, type ToolAnswer, type ToolContext } from '../contracts/tool.ts';
import { escapeHidden } from '../policy/display.ts';
import { refuseUnconventional } from './commit-message.ts';
import { commitPaths } from './commit-paths.ts';

const Output = z.object({
  hash: z.string(),
  subject: z.string(),
  files: z.int(),
  insertions: z.int(),
  deletions: z.int(),
});

const PreparedCommit = z.object({ head: z.string().nullable() });

export const gitCommit = defineTool({
  name: 'git_commit',
  description:
    'Commit what this session changed, or the given paths. The message is a conventional commit: "fix(login): ...".',
  effect: 'writes',
  input: z.object({ message: z.string(), paths: z.array(z.string()).optional() }),
  output: Output,

  async review({ message, paths }, context) {
    refuseUnconventional(message);
    const chosen = await commitPaths(paths, context);
    const binding = { message, paths: [...chosen.paths] };
    if (chosen.foreign.length === 0) {
      return { verdict: { kind: 'allow', rule: 'own-changes' }, binding, details: '' };
    }
    const reason = `Commit files that hold changes not made in this task: ${chosen.foreign.map(escapeHidden).join(', ')}?`;
    return {
      verdict: {
        kind: 'ask',
        rule: 'foreign-changes',
        reason,
        risk: { writesOutsideGit: 'no', network: 'no', undoable: 'yes' },
      },
      binding: { ...binding, diff: await context.git.diff({ paths: chosen.foreign }) },
      // A line break in a name would pass for a line of the question.
      details: [message, '', ...chosen.paths.map(escapeHidden)].join('\n'),
    };
  },

  async prepare({ message, paths }, context) {
    refuseUnconventional(message);
    await commitPaths(paths, context);
    return { head: (await context.git.status()).head ?? null };
  },

  async recover({ message }, { git, ledger }, prepared) {
    const { head } = PreparedCommit.parse(prepared);
    const now = (await git.status()).head;
    if ((now ?? null) === head) return { kind: 'rerun' };
    const commit = now === undefined ? undefined : await git.show(now);
    const follows = (commit?.parents[0] ?? null) === head;
    if (commit !== undefined && follows && commit.message.trim() === message.trim()) {
      return { kind: 'done', answer: committed(commit, [], ledger) };
    }
    return {
      kind: 'unknown',
      detail: 'The branch has moved since. Look at git_status before committing again.',
    };
  },

  async run({ message, paths }, context) {
    const chosen = await commitPaths(paths, context);
    const commit = await context.git.commit(message, chosen.paths);
    return committed(commit, chosen.leftOut, context.ledger);
  },
});

function committed(
  { hash, subject, filesChanged, insertions, deletions }: GitCommit,
  leftOut: readonly string[],
  ledger: ToolContext['ledger'],
): ToolAnswer<z.infer<typeof Output>> {
  ledger.noteCommit(hash);
  const size = `${filesChanged} files, +${insertions} -${deletions}`;
  const rest = leftOut.length === 0 ? '' : `\nChanged but not committed: ${leftOut.slice(0, 20).join(', ')}`;
  return {
    text: `Committed ${hash.slice(0, 10)} "${subject}" (${size}).${rest}`,
    data: { hash, subject, files: filesChanged, insertions, deletions },
  };
}
