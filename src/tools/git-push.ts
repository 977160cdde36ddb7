import * as z from 'zod';
import { defineTool, type Review, type ToolAnswer, type ToolContext } from '../contracts/tool.ts';
import { MINUTE_MS } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { escapeHidden } from '../policy/display.ts';
import { assertReviewed } from './assert-reviewed.ts';
import { missingRemote, refuseBadBranch, refuseBadRemote } from './git-names.ts';
import { judgeContent, type LeavingContent, refuseSecretWords } from './leaving-content.ts';

const TIMEOUT_MS = 2 * MINUTE_MS;

const Input = z.object({
  branch: z.string().optional().describe('Default: the current one'),
  remote: z.string().optional().describe('Default: origin'),
  force: z.boolean().optional(),
});
type Input = z.infer<typeof Input>;

/** What exactly is pushed where; stored to find out after a crash whether it arrived. */
const Push = z.object({
  remote: z.string(),
  url: z.string(),
  branch: z.string(),
  head: z.string(),
  force: z.boolean(),
});
type Push = z.infer<typeof Push>;

const Output = z.object({ remote: z.string(), branch: z.string(), hash: z.string() });

export const gitPush = defineTool({
  name: 'git_push',
  description:
    'Push a branch. The person is asked: once per session for its own branch, always for the default branch or force.',
  effect: 'network',
  hasOneAim: true,
  doing: { en: 'pushing', es: 'haciendo push' },
  subAgents: 'none',
  claudeCode: [],
  service: 'git',
  examples: [
    {
      description: 'Push the branch that an earlier task made',
      input: { branch: '{{task-0.output.branch}}' },
    },
  ],
  input: Input,
  output: Output,
  timeoutMs: TIMEOUT_MS,

  async review(input, context) {
    const remote = input.remote ?? 'origin';
    refuseBadRemote(remote);
    if ((await context.workspace.git.remotes.url(remote)) === undefined) return noRemote(remote);
    const push = await planPush(input, context);
    const { grant, rule } = await pushGrant(push, context);
    const outgoing = await context.workspace.git.remotes.listOutgoing(push);
    await refuseSecretWords(push.branch, 'The name of the branch', context);
    const found = await judgeOutgoing(outgoing, context);
    const forced = push.force ? ' with force: commits there may be lost' : '';
    const question = `Push ${push.branch} to ${push.remote}${forced}?`;
    return {
      verdict: {
        kind: 'ask',
        rule: found.reasons.length === 0 ? rule : 'push-content',
        reason: [question, ...found.reasons].join(' '),
        risk: { writesOutsideGit: 'no', network: 'yes', undoable: push.force ? 'no' : 'unknown' },
      },
      binding: push,
      details: [...targetOf(push), ...outgoingLines(outgoing), ...found.details].join('\n'),
      // A yes for the whole task was given before this content was known.
      ...(grant === undefined || found.reasons.length > 0 ? {} : { grant }),
    };
  },

  async prepare(input, context, reviewed) {
    const push = await planPush(input, context);
    assertReviewed(push, reviewed);
    return push;
  },

  async recover(_input, { workspace: { git }, signal }, prepared) {
    const push = Push.parse(prepared);
    const arrived = (await git.remotes.head(push.remote, push.branch, signal)) === push.head;
    if (arrived) return { kind: 'done', answer: pushAnswer(push) };
    const local = await git.show(`refs/heads/${push.branch}`);
    if (local?.hash === push.head) return { kind: 'rerun' };
    // The person approved another commit than a repetition would push.
    return {
      kind: 'unknown',
      detail: `${push.remote} does not have the commit, and ${push.branch} has moved since.`,
    };
  },

  async run(_input, { workspace: { git }, session: { conversation }, signal }, prepared) {
    const push = Push.parse(prepared);
    await git.remotes.push({
      remote: push.remote,
      branch: push.branch,
      force: push.force,
      conversation,
      signal,
    });
    return pushAnswer(push);
  },
});

async function planPush(
  { branch, remote = 'origin', force = false }: Input,
  { workspace: { git } }: ToolContext,
): Promise<Push> {
  refuseBadRemote(remote);
  const name = branch ?? (await git.status()).branch;
  if (name === undefined) {
    throw new Failure(
      'invalid',
      'HEAD is detached: no branch is checked out. Make one with git_create_branch, then push it.',
    );
  }
  refuseBadBranch(name);
  const commit = await git.show(`refs/heads/${name}`);
  if (commit === undefined) throw new Failure('not-found', `There is no branch ${name} with commits here.`);
  const url = await git.remotes.url(remote);
  if (url === undefined) throw new Failure('not-found', missingRemote(remote));
  return { remote, url, branch: name, head: commit.hash, force };
}

/** Only the branch that the session made for itself can be approved once and for all. */
async function pushGrant(
  { branch, force }: Push,
  { workspace: { git }, ledger }: ToolContext,
): Promise<{ readonly rule: string; readonly grant?: string }> {
  if (force) return { rule: 'push-force' };
  const isDefault = branch === (await git.defaultBranch()) || branch === 'main' || branch === 'master';
  if (isDefault) return { rule: 'push-default-branch' };
  return branch === ledger.ownBranch()
    ? { rule: 'push-own-branch', grant: 'push' }
    : { rule: 'push-foreign-branch' };
}

function targetOf({ remote, url, branch, head, force }: Push): readonly string[] {
  return [`${force ? 'FORCE ' : ''}${remote} ${url}`, `${branch} -> ${head.slice(0, 10)}`];
}

/** How many commits and files the question names; the rest is counted. */
const MAX_COMMITS = 20;
const MAX_FILES = 40;

type OutgoingCommits = Awaited<ReturnType<ToolContext['workspace']['git']['remotes']['listOutgoing']>>;

/** The commits, newest first, then the files that they change. */
function outgoingLines({ commits, files }: OutgoingCommits): readonly string[] {
  const lines = commits.map(({ hash, subject }) => `${hash.slice(0, 10)} ${escapeHidden(subject)}`);
  return [
    ...(lines.length === 0 ? ['no new commits'] : mostOf(lines, MAX_COMMITS, 'commits')),
    ...mostOf(files.map(escapeHidden), MAX_FILES, 'files'),
  ];
}

function mostOf(lines: readonly string[], most: number, what: string): readonly string[] {
  const more = lines.length - most;
  return more > 0 ? [...lines.slice(0, most), `and ${more} more ${what}`] : lines;
}

/** Includes commits made by commands, merges or amendments: everything that is pushed passes here. */
async function judgeOutgoing(outgoing: OutgoingCommits, context: ToolContext): Promise<LeavingContent> {
  const messages = outgoing.commits.map(({ hash, message }) => ({
    path: `message of ${hash.slice(0, 10)}`,
    firstLine: 1,
    lines: message.split('\n'),
  }));
  const protectedFiles = outgoing.files.filter((file) => context.workspace.guard.isProtected(file));
  const added = [...messages, ...outgoing.added];
  return judgeContent({ ...outgoing, added }, { protectedFiles, verb: 'Publish' }, context);
}

function noRemote(remote: string): Review {
  return {
    verdict: { kind: 'deny', rule: 'no-remote', reason: missingRemote(remote) },
    binding: null,
    details: '',
  };
}

function pushAnswer({ remote, branch, head }: Push): ToolAnswer<z.infer<typeof Output>> {
  return {
    text: `Pushed ${branch} to ${remote} (${head.slice(0, 10)}).`,
    data: { remote, branch, hash: head },
  };
}
