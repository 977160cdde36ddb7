import * as z from 'zod';
import type { GitHub, PullRequest } from '../../contracts/git.ts';
import { Failure, isFailure, messageOf } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { fetchIfOurs, type GitHubParts, type Octokit, openOctokit, REQUEST_TIME_MS } from './octokit.ts';

type PullRequestRequest = Parameters<GitHub['createPullRequest']>[0];

const Pull = z.object({
  number: z.int(),
  html_url: z.string(),
  state: z.string(),
  body: z.string().nullish(),
});
type Pull = z.infer<typeof Pull>;

const Repository = z.object({ default_branch: z.string() });

/** @param redact takes secrets out of published texts */
export function createGitHub(parts: GitHubParts, redact: (text: string) => string): GitHub {
  const { owner, name } = parts.repository;
  return {
    createPullRequest: (request) =>
      createPullRequest(parts, {
        ...request,
        title: redact(request.title),
        body: redact(request.body),
      }),
    async defaultBranch(signal) {
      const data = await callGitHub(parts, signal, (octokit, options) =>
        octokit.rest.repos.get({ owner, repo: name, request: options }),
      );
      return parseData(Repository, data).default_branch;
    },
  };
}

async function createPullRequest(parts: GitHubParts, request: PullRequestRequest): Promise<PullRequest> {
  const earlier = await findPull(parts, request);
  if (earlier !== undefined) return { url: earlier.html_url, number: earlier.number, created: false };
  const { title, head, base, signal, conversation } = request;
  const { owner, name } = parts.repository;
  try {
    const create: GitHubSender = (octokit, options) =>
      octokit.rest.pulls.create({
        owner,
        repo: name,
        title,
        head,
        base,
        body: withMarker(request),
        draft: request.draft,
        request: options,
      });
    const data = await callGitHub(parts, signal, create, fetchIfOurs(parts.ownsItsWork, conversation));
    const made = parseData(Pull, data);
    return { url: made.html_url, number: made.number, created: true };
  } catch (error) {
    // Somebody opened one between the search and the call.
    const meanwhile =
      isFailure(error) && error.kind === 'invalid' ? await findPull(parts, request) : undefined;
    if (meanwhile === undefined) throw error;
    return { url: meanwhile.html_url, number: meanwhile.number, created: false };
  }
}

/** An open one for this branch; or one with this marker in any state: this very call made it before a crash. */
async function findPull(
  parts: GitHubParts,
  { head, marker, signal }: PullRequestRequest,
): Promise<Pull | undefined> {
  const { owner, name } = parts.repository;
  const qualified = head.includes(':') ? head : `${owner}:${head}`;
  const data = await callGitHub(parts, signal, (octokit, options) =>
    octokit.rest.pulls.list({
      owner,
      repo: name,
      state: 'all',
      head: qualified,
      per_page: 100,
      request: options,
    }),
  );
  const pulls = parseData(z.array(Pull), data);
  return (
    pulls.find(({ state }) => state === 'open') ??
    pulls.find(({ body }) => body?.includes(htmlComment(marker)))
  );
}

function withMarker({ body, marker }: PullRequestRequest): string {
  return `${body}\n\n${htmlComment(marker)}`;
}

/** An HTML comment: GitHub keeps it and shows nothing. */
function htmlComment(marker: string): string {
  return `<!-- ${marker} -->`;
}

type GitHubSender = (
  octokit: Octokit,
  options: { readonly signal: AbortSignal; readonly fetch?: typeof fetch },
) => Promise<{ readonly data: unknown }>;

/**
 * The data of one answer. Throws Failure for errors of GitHub and the network.
 * @param fetchOurs used in place of the usual one
 */
async function callGitHub(
  parts: GitHubParts,
  signal: AbortSignal,
  send: GitHubSender,
  fetchOurs?: typeof fetch,
): Promise<unknown> {
  const octokit = await openOctokit(parts);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIME_MS)]);
  try {
    const options = { signal: limited, ...(fetchOurs && { fetch: fetchOurs }) };
    return (await send(octokit, options)).data;
  } catch (error) {
    if (signal.aborted) throw new Failure('stopped', fault('github-stopped'), { cause: error });
    if (error instanceof Error && isFailure(error.cause)) throw error.cause;
    throw githubFailure(error, `${parts.repository.owner}/${parts.repository.name}`);
  }
}

const Refusal = z.object({
  status: z.int(),
  message: z.string(),
  response: z
    .object({
      headers: z.record(z.string(), z.unknown()),
      data: z.object({ errors: z.array(z.unknown()).optional() }).catch({}),
    })
    .optional(),
});
type Refusal = z.infer<typeof Refusal>;

function githubFailure(error: unknown, repository: string): Failure {
  const refusal = Refusal.safeParse(error);
  if (!refusal.success) return new Failure('unavailable', `GitHub: ${messageOf(error)}.`, { cause: error });
  return refusalFailure(refusal.data, repository);
}

function refusalFailure(refusal: Refusal, repository: string): Failure {
  const { status, response } = refusal;
  const details = { facts: { status } };
  if (status === 401) return new Failure('denied', fault('github-token'), details);
  if (status === 429 || (status === 403 && response?.headers['x-ratelimit-remaining'] === '0')) {
    return new Failure('unavailable', fault('github-limit'), details);
  }
  if (status === 403) {
    return new Failure('denied', fault('github-permission', repository), details);
  }
  if (status === 404) {
    return new Failure('not-found', fault('github-unknown', repository), details);
  }
  if (status === 422) return new Failure('invalid', fault('github-pull', reasonsOf(refusal)), details);
  return new Failure('unavailable', fault('github-answered', status), details);
}

function reasonsOf({ message, response }: Refusal): string {
  const reasons = z
    .array(
      z.object({ message: z.string().optional(), code: z.string().optional(), field: z.string().optional() }),
    )
    .safeParse(response?.data.errors);
  const texts = (reasons.data ?? []).map(
    (reason) => reason.message ?? `${reason.field ?? 'a field'} is ${reason.code ?? 'wrong'}`,
  );
  return texts.length > 0 ? texts.join('; ') : message;
}

function parseData<T>(schema: z.ZodType<T>, data: unknown): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new Failure('unavailable', fault('github-unreadable', z.prettifyError(parsed.error)));
}
