import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { OwnCertificate } from '../self-signed.ts';

/** One pull request of the loopback GitHub; a test changes it as people and CI would. */
export interface FakePull {
  readonly number: number;
  readonly branch: string;
  state: 'open' | 'closed';
  merged: boolean;
  mergeable: boolean | null;
  head: string;
  /** Newest commit of its base. */
  base: string;
  /** How many commits of the base it lacks; undefined: nothing is compared. */
  behind: number | undefined;
  runs: FakeRun[];
  statuses: { context: string; state: string; description: string }[];
  reviews: (Said & { state: string; submitted_at: string })[];
  /** On lines of the code. */
  comments: (Said & { path: string; line: number; created_at: string })[];
  /** On the whole, oldest first. */
  issueComments: (Said & { created_at: string })[];
}

interface Said {
  id: number;
  user: { login: string };
  body: string;
}

export interface FakeRun {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly conclusion: string | null;
}

export interface GitHubServer {
  readonly url: string;
  readonly pulls: FakePull[];
  /** `GET /repos/…` with its status, in order. */
  readonly calls: string[];
  /** Calls that no part of the program should make. */
  readonly refusals: string[];
  /** Logs of jobs, by the id of their check run. */
  readonly logs: Map<number, string>;
  token: string;
  /** Given in place of every answer. */
  fault: { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | undefined;
  /** Called for each new pull request, before it is answered. */
  onOpened: ((pull: FakePull) => void) | undefined;
  close(): Promise<void>;
}

export const TOKEN = 'ghp_loopback0123456789abcdef';
const REPOSITORY = '/repos/ada/engine';

/**
 * A strict GitHub on 127.0.0.1 for the repository ada/engine: what it does not know is refused, and noted.
 * @param tls its certificate; missing: it speaks plain http
 */
export async function startGitHubServer(tls?: OwnCertificate): Promise<GitHubServer> {
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void answer(state, request, response);
  const server = tls === undefined ? createServer(listener) : createSecureServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server on a port has an address.');
  const state: GitHubServer = {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${address.port}`,
    pulls: [],
    calls: [],
    refusals: [],
    logs: new Map(),
    token: TOKEN,
    fault: undefined,
    onOpened: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return state;
}

interface Answer {
  readonly status: number;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

async function answer(
  state: GitHubServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request);
  const url = new URL(request.url ?? '/', state.url);
  const line = `${request.method} ${url.pathname.replace(REPOSITORY, '')}`;
  const asked = { body, headers: request.headers, query: url.searchParams };
  const { status, data = {}, headers = {} } = answerTo(state, line, asked);
  state.calls.push(`${line} ${status}`);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(status === 304 ? undefined : typeof data === 'string' ? data : JSON.stringify(data));
}

interface Asked {
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
  readonly query: URLSearchParams;
}

function answerTo(state: GitHubServer, line: string, { body, headers, query }: Asked): Answer {
  if (state.fault !== undefined) return state.fault;
  if (headers.authorization !== `token ${state.token}`) return { status: 401 };
  if (line === 'POST /pulls') return { status: 201, data: opened(state, body) };
  if (line.startsWith('PATCH /pulls/')) return changed(state, line, body);
  const data = pageOf(dataFor(state, line), query);
  if (data === undefined) {
    state.refusals.push(line);
    return { status: 404 };
  }
  const etag = `"${createHash('sha1').update(JSON.stringify(data)).digest('hex')}"`;
  return headers['if-none-match'] === etag
    ? { status: 304, headers: { etag } }
    : { status: 200, data, headers: { etag } };
}

/** Lists come in pages. */
function pageOf(data: unknown, query: URLSearchParams): unknown {
  if (!Array.isArray(data)) return data;
  const [size, page] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)];
  return data.slice((page - 1) * size, page * size);
}

function dataFor(state: GitHubServer, line: string): unknown {
  if (line === 'GET ') return { default_branch: 'main' };
  if (line === 'GET /pulls') return state.pulls.filter((pull) => pull.state === 'open').map(pullData);
  const job = /^GET \/actions\/jobs\/(\d+)\/logs$/.exec(line);
  if (job !== null) return state.logs.get(Number(job[1]));
  const pages = state.pulls.flatMap((pull) => pagesOf(pull));
  return pages.find(([page]) => page === line)?.[1];
}

function pagesOf(pull: FakePull): readonly (readonly [string, unknown])[] {
  const { number, head, base, behind, runs, statuses, reviews, comments, issueComments } = pull;
  const checks = { total_count: runs.length, check_runs: runs.map((run) => ({ ...run, output: null })) };
  return [
    [`GET /pulls/${number}`, pullData(pull)],
    [`GET /pulls/${number}/reviews`, reviews],
    [`GET /pulls/${number}/comments`, comments],
    [`GET /issues/${number}/comments`, issueComments],
    ...(behind === undefined
      ? []
      : ([[`GET /compare/main...${head}`, { behind_by: behind, base_commit: { sha: base } }]] as const)),
    [`GET /commits/${head}/check-runs`, checks],
    [`GET /commits/${head}/status`, { statuses }],
  ];
}

const Opening = z.object({ head: z.string() });

function opened(state: GitHubServer, body: string): unknown {
  const { head: branch } = Opening.parse(JSON.parse(body));
  const pull = fakePull({ number: 7 + state.pulls.length, branch });
  state.pulls.push(pull);
  state.onOpened?.(pull);
  return pullData(pull);
}

const Change = z.object({ state: z.literal('closed') });

function changed(state: GitHubServer, line: string, body: string): Answer {
  const pull = state.pulls.find(({ number }) => line === `PATCH /pulls/${number}`);
  if (pull === undefined) return { status: 404 };
  if (pull.state === 'closed') return { status: 422 };
  pull.state = Change.parse(JSON.parse(body)).state;
  return { status: 200, data: pullData(pull) };
}

function pullData({ number, branch, state, merged, mergeable, head }: FakePull): unknown {
  const html_url = `https://github.com/ada/engine/pull/${number}`;
  const ends = { head: { sha: head, ref: branch }, base: { ref: 'main' } };
  return { number, html_url, state, merged, mergeable, body: '', ...ends };
}

export function fakePull(change: Partial<FakePull> = {}): FakePull {
  return {
    number: 7,
    branch: 'fix',
    state: 'open',
    merged: false,
    mergeable: true,
    head: 'a'.repeat(40),
    base: 'f'.repeat(40),
    behind: 0,
    runs: [],
    statuses: [],
    reviews: [],
    comments: [],
    issueComments: [],
    ...change,
  };
}
