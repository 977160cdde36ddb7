import * as z from 'zod';
import { defineTool, type ToolContext } from '../contracts/tool.ts';
import { MINUTE_MS } from '../core/clock.ts';
import { Failure, isFailure } from '../core/failure.ts';
import { refuseBadBranch } from './git-names.ts';

const TIMEOUT_MS = 2 * MINUTE_MS;

export const gitCreatePr = defineTool({
  name: 'git_create_pr',
  description:
    'Open a pull request on GitHub for the current branch, which must be pushed. Without title and body they come from the commits.',
  effect: 'network',
  hasOneAim: true,
  doing: { en: 'opening a pull request', es: 'abriendo un pull request' },
  subAgents: 'none',
  claudeCode: [],
  service: 'github',
  examples: [
    {
      description: 'Open a draft for review',
      input: { title: 'fix(login): wait longer', body: 'Closes #12', draft: true },
    },
  ],
  input: z.object({
    title: z.string().min(1).max(200).optional(),
    body: z.string().optional(),
    base: z.string().optional().describe('Default: the default branch'),
    draft: z.boolean().optional(),
  }),
  output: z.object({ url: z.string(), number: z.int(), created: z.boolean() }),
  timeoutMs: TIMEOUT_MS,

  async review(input, context) {
    const { base, draft = false } = input;
    if (context.workspace.github === undefined) {
      return {
        verdict: { kind: 'deny', rule: 'no-github', reason: context.workspace.missingGitHub },
        binding: null,
        details: '',
      };
    }
    if (base !== undefined) refuseBadBranch(base);
    const head = await headBranch(base, context);
    await refuseUnpushed(head, context);
    const { title, body } = await titleAndBody(input, context);
    return {
      verdict: {
        kind: 'ask',
        rule: 'pull-request',
        reason: `It opens a ${draft ? 'draft ' : ''}pull request from ${head} to ${base ?? 'the default branch'}.`,
        risk: { writesOutsideGit: 'no', network: 'yes', undoable: 'yes' },
      },
      binding: { title, body, head, base: base ?? null, ...(draft ? { draft } : {}) },
      details: `${title}\n\n${body}`,
      grant: 'pull-request',
    };
  },

  // The marker in the body finds the pull request of an interrupted call, so that none is made twice.
  recover: async () => ({ kind: 'rerun' }),

  async run(input, context) {
    const { base, draft = false } = input;
    const {
      workspace: { github, missingGitHub },
      session,
      callId,
      signal,
    } = context;
    if (github === undefined) throw new Failure('denied', missingGitHub);
    const head = await headBranch(base, context);
    const target = base ?? (await github.defaultBranch(signal));
    if (target === head) throw onBase(head);
    const { title, body } = await titleAndBody(input, context);
    const marker = `wasap:${session.id}/${callId}`;
    const { url, number, created } = await github.createPullRequest({
      title,
      body,
      head,
      base: target,
      draft,
      marker,
      conversation: session.conversation,
      signal,
    });
    const verb = created ? 'Opened' : 'Found the open';
    return { text: `${verb} pull request #${number}: ${url}`, data: { url, number, created } };
  },
});

/** Text that the model left out is taken from the commits of the session. */
async function titleAndBody(
  { title, body }: { readonly title?: string | undefined; readonly body?: string | undefined },
  { workspace: { git }, ledger }: Pick<ToolContext, 'workspace' | 'ledger'>,
): Promise<{ readonly title: string; readonly body: string }> {
  if (title !== undefined && body !== undefined) return { title, body };
  const shown = await Promise.all(ledger.listCommits().map((hash) => git.show(hash)));
  // A merge says nothing of the work, and a rebase writes commits twice.
  const made = shown.filter((commit) => commit !== undefined && commit.parents.length < 2);
  const subjects = [...new Set(made.flatMap((commit) => commit?.subject ?? []))];
  const [first] = subjects;
  if (title === undefined && first === undefined)
    throw new Failure('invalid', 'This session has made no commit that could name it. Give a title.');
  return {
    title: title ?? first?.slice(0, 200) ?? '',
    body: body ?? subjects.map((subject) => `- ${subject}`).join('\n'),
  };
}

async function headBranch(
  base: string | undefined,
  { workspace: { git } }: Pick<ToolContext, 'workspace'>,
): Promise<string> {
  const { branch } = await git.status();
  if (branch === undefined)
    throw new Failure('invalid', 'HEAD is detached. Make a branch with git_create_branch and push it first.');
  if (branch === (base ?? (await git.defaultBranch()))) throw onBase(branch);
  return branch;
}

/** Do not ask a person about a pull request that GitHub will refuse. */
async function refuseUnpushed(
  head: string,
  context: Pick<ToolContext, 'workspace' | 'signal'>,
): Promise<void> {
  if ((await context.workspace.git.remotes.url('origin')) === undefined) return;
  if ((await headOnRemote(head, context)) === 'missing') {
    throw new Failure('invalid', `origin has no branch ${head} yet. Push it with git_push first.`);
  }
}

/** `unknown`: the remote did not answer, and GitHub will report what is wrong. */
async function headOnRemote(
  head: string,
  { workspace: { git }, signal }: Pick<ToolContext, 'workspace' | 'signal'>,
): Promise<'there' | 'missing' | 'unknown'> {
  try {
    return (await git.remotes.head('origin', head, signal)) === undefined ? 'missing' : 'there';
  } catch (error) {
    if (!isFailure(error) || error.kind === 'stopped') throw error;
    return 'unknown';
  }
}

function onBase(branch: string): Failure {
  return new Failure(
    'invalid',
    `${branch} is the base itself. Make a branch with git_create_branch, commit and push it first.`,
  );
}
