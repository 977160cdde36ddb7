import * as z from 'zod';
import type { FetchedBranch, GitStatus } from '../contracts/git.ts';
import { defineTool, type ToolContext } from '../contracts/tool.ts';
import { MINUTE_MS } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { sha256 } from '../core/json.ts';
import { assertReviewed } from './assert-reviewed.ts';
import { missingRemote, refuseBadRemote } from './git-names.ts';

const TIMEOUT_MS = 2 * MINUTE_MS;
/** How many branches are named; the rest is counted. */
const MAX_BRANCHES = 20;

const Input = z.object({ remote: z.string().optional().describe('Default: origin') });

export const gitFetch = defineTool({
  name: 'git_fetch',
  description: 'Get the branches of a remote. The person is asked once per task.',
  effect: 'network',
  doing: { en: 'fetching', es: 'trayendo cambios' },
  subAgents: 'none',
  claudeCode: [],
  service: 'git',
  examples: [{ description: 'Learn what the remote has by now', input: {} }],
  input: Input,
  output: z.object({
    remote: z.string(),
    updated: z.array(z.object({ branch: z.string(), hash: z.string() })),
  }),
  timeoutMs: TIMEOUT_MS,

  async review(input, context) {
    const source = await sourceOf(input, context);
    return {
      verdict: {
        kind: 'ask',
        rule: 'fetch',
        reason: `Fetch from ${source.remote}?`,
        risk: { writesOutsideGit: 'no', network: 'yes', undoable: 'yes' },
      },
      binding: source,
      details: `${source.remote} ${source.url}`,
      // The grant covers this address alone: the name of a remote may come to mean another one.
      grant: `fetch:${sha256(source.url).slice(0, 16)}`,
    };
  },

  async prepare(input, context, reviewed) {
    const source = await sourceOf(input, context);
    assertReviewed(source, reviewed);
    return source;
  },

  // To fetch again changes nothing that the first time did not.
  recover: async () => ({ kind: 'rerun' }),

  async run({ remote = 'origin' }, { workspace: { git }, signal }) {
    const branches = await git.remotes.fetch({ remote, signal });
    return {
      text: [fetchedText(remote, branches), standingText(await git.status())].filter(Boolean).join('\n'),
      data: { remote, updated: branches.map(({ name, to }) => ({ branch: name, hash: to })) },
    };
  },
});

async function sourceOf(
  { remote = 'origin' }: z.infer<typeof Input>,
  { workspace: { git } }: Pick<ToolContext, 'workspace'>,
): Promise<{ readonly remote: string; readonly url: string }> {
  refuseBadRemote(remote);
  const url = await git.remotes.url(remote, 'fetch');
  if (url === undefined) throw new Failure('not-found', missingRemote(remote));
  return { remote, url };
}

function fetchedText(remote: string, branches: readonly FetchedBranch[]): string {
  if (branches.length === 0) return `Nothing new on ${remote}.`;
  const lines = branches
    .slice(0, MAX_BRANCHES)
    .map(({ name, from, to }) => `${name} ${from?.slice(0, 10) ?? 'new'} -> ${to.slice(0, 10)}`);
  const more = branches.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more branches`] : [])].join('\n');
}

function standingText({ branch, upstream, ahead, behind }: GitStatus): string {
  return upstream === undefined
    ? ''
    : `${branch} compared with ${upstream}: ahead ${ahead}, behind ${behind}.`;
}
