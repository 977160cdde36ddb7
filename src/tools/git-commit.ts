import * as z from 'zod';
import type { GitCommit } from '../contracts/git.ts';
import { CHANGED, defineTool, type ToolAnswer, type ToolContext } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';
import { escapeHidden } from '../policy/display.ts';
import { refuseBadMessage } from './commit-message.ts';
import { commitPaths, submoduleHint } from './commit-paths.ts';
import { judgeContent, refuseSecretWords } from './leaving-content.ts';

const Output = z.object({
  hash: z.string(),
  subject: z.string(),
  files: z.int(),
  insertions: z.int(),
  deletions: z.int(),
  /** Repositories inside this one with uncommitted changes of this session. */
  uncommitted_in: z.array(z.string()).optional(),
});

/** The tree identifies exactly what was checked, and approved if a person was asked. */
const Reviewed = z.object({ tree: z.string() });

const PreparedCommit = z.object({ head: z.string().nullable() });

export const gitCommit = defineTool({
  name: 'git_commit',
  description:
    'Commit what this session changed, or the given paths. The message follows the project notes, else conventional commits: "fix(login): ...".',
  effect: 'writes',
  doing: { en: 'committing', es: 'haciendo commit' },
  subAgents: 'none',
  claudeCode: [],
  service: 'git',
  examples: [
    {
      description: 'Commit the file that an earlier task wrote',
      input: { message: 'docs(changelog): note the new limit', paths: ['{{task-0.output.path}}'] },
    },
  ],
  input: z.object({ message: z.string(), paths: z.array(z.string()).optional() }),
  output: Output,

  async review({ message, paths }, context) {
    await refuseBadMessage(message, context);
    await refuseSecretWords(message, 'The message', context);
    const chosen = await commitPaths(paths, context);
    const additions = await context.workspace.git.additions(chosen.paths);
    const protectedFiles = await unseenProtected(chosen.paths, context);
    const { reasons, details } = await judgeContent(additions, { protectedFiles, verb: 'Commit' }, context);
    const binding = { message, paths: [...chosen.paths], tree: additions.tree };
    const foreign =
      chosen.foreign.length === 0
        ? []
        : [
            `These files have changes that aren't from this task: ${chosen.foreign.map(escapeHidden).join(', ')}.`,
          ];
    const all = [...reasons, ...foreign];
    if (all.length === 0) {
      return { verdict: { kind: 'allow', rule: 'own-changes' }, binding, details: '' };
    }
    return {
      verdict: {
        kind: 'ask',
        rule: reasons.length === 0 ? 'foreign-changes' : 'commit-content',
        reason: all.join(' '),
        risk: { writesOutsideGit: 'no', network: 'no', undoable: 'yes' },
      },
      binding,
      // A line break in a name would pass for a line of the question.
      details: [message, '', ...chosen.paths.map(escapeHidden), ...withGap(details)].join('\n'),
    };
  },

  async prepare({ message, paths }, context, reviewed) {
    await refuseBadMessage(message, context);
    const chosen = await commitPaths(paths, context);
    if (Reviewed.parse(reviewed).tree !== (await context.workspace.git.treeWith(chosen.paths))) {
      throw new Failure(
        'conflict',
        'What it would commit changed since it was judged. Nothing was committed.',
        {
          facts: { rule: CHANGED },
        },
      );
    }
    return { head: (await context.workspace.git.status()).head ?? null };
  },

  async recover({ message }, { workspace: { git }, ledger }, prepared) {
    const { head } = PreparedCommit.parse(prepared);
    const now = (await git.status()).head;
    if ((now ?? null) === head) return { kind: 'rerun' };
    const commit = now === undefined ? undefined : await git.show(now);
    const follows = (commit?.parents[0] ?? null) === head;
    if (commit !== undefined && follows && commit.message.trim() === message.trim()) {
      return { kind: 'done', answer: commitAnswer(commit, { leftOut: [], inside: [] }, ledger) };
    }
    return {
      kind: 'unknown',
      detail: 'The branch has moved since. Look at git_status before committing again.',
    };
  },

  async run({ message, paths }, context) {
    const chosen = await commitPaths(paths, context);
    const commit = await context.workspace.git.commit(message, chosen.paths);
    const inside = await context.workspace.git.listUncommitted(
      context.ledger.listWritten().map(({ path }) => path),
    );
    return commitAnswer(commit, { ...chosen, inside }, context.ledger);
  },
});

/** Protected files whose edits a person has approved, but not their later changes by a command or a test. */
async function unseenProtected(
  paths: readonly string[],
  { workspace: { guard, files }, ledger }: Pick<ToolContext, 'workspace' | 'ledger'>,
): Promise<readonly string[]> {
  const written = new Map(ledger.listWritten().map((file) => [file.path, file.after]));
  const unseen: string[] = [];
  for (const path of paths.filter((one) => guard.isProtected(one))) {
    const after = written.get(path);
    if (after === undefined || (await files.hashOf(path)) !== after) unseen.push(path);
  }
  return unseen;
}

function withGap(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

function commitAnswer(
  { hash, subject, filesChanged, insertions, deletions }: GitCommit,
  { leftOut, inside }: { readonly leftOut: readonly string[]; readonly inside: readonly string[] },
  ledger: ToolContext['ledger'],
): ToolAnswer<z.infer<typeof Output>> {
  ledger.noteCommit(hash);
  const size = `${filesChanged} files, +${insertions} -${deletions}`;
  const rest = leftOut.length === 0 ? '' : `\nChanged but not committed: ${leftOut.slice(0, 20).join(', ')}`;
  const there = inside.length === 0 ? '' : `\n${submoduleHint(inside)}`;
  const left = inside.length === 0 ? {} : { uncommitted_in: [...inside] };
  return {
    text: `Committed ${hash.slice(0, 10)} "${subject}" (${size}).${rest}${there}`,
    data: { hash, subject, files: filesChanged, insertions, deletions, ...left },
  };
}
