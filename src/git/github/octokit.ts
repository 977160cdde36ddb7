import type { IncomingMessage, RequestOptions } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { Octokit } from '@octokit/rest';
import * as z from 'zod';
import { HOUR_MS, MINUTE_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { ConversationId } from '../../core/ids.ts';
import { assertOwnWork, type OwnsItsWork } from '../own-work.ts';

export type { Octokit } from '@octokit/rest';

export interface GitHubParts {
  readonly token: string;
  readonly repository: { readonly owner: string; readonly name: string };
  /** Undefined: api.github.com. */
  readonly apiUrl: string | undefined;
  /** Asked right before a pull request is opened or closed; missing: it always does. */
  readonly ownsItsWork?: OwnsItsWork | undefined;
}

/** Limit for one request. */
export const REQUEST_TIME_MS = 30_000;

/** Loaded when it is called: most sessions never need it, and start-up time counts. */
export async function openOctokit({ token, apiUrl }: GitHubParts): Promise<Octokit> {
  const { Octokit: Client } = await import('@octokit/rest');
  return new Client({
    auth: token,
    userAgent: 'wasap-agent',
    log: { debug: ignoreLog, info: ignoreLog, warn: ignoreLog, error: ignoreLog },
    ...(apiUrl === undefined ? {} : { baseUrl: apiUrl }),
  });
}

/** Octokit would print to the terminal, which belongs to the chat. */
function ignoreLog(): void {
  return;
}

/** GitHub sends a request on when a repository has another name by now. */
const SENT_ON = [307, 308];
const MAX_SENT_ON = 3;

/**
 * The `fetch` of one request that changes something on GitHub. It asks whether the work is still its own when it is
 * connected, and looks once more right before it writes: an own request, because nothing of the usual one says when
 * that is. Undefined where the program works alone.
 */
export function fetchIfOurs(
  ownsItsWork: OwnsItsWork | undefined,
  conversation: ConversationId,
): typeof fetch | undefined {
  if (ownsItsWork === undefined) return undefined;
  const mayWrite = () => assertOwnWork(ownsItsWork, conversation);
  return async (input, init = {}) => {
    let url = new URL(String(input));
    for (let times = 0; ; times += 1) {
      const answer = await sendRequest(url, init, mayWrite);
      const { statusCode: status = 0, headers } = answer;
      const next = new URL(headers.location ?? '', url);
      if (!SENT_ON.includes(status) || times === MAX_SENT_ON || next.origin !== url.origin)
        return await responseOf(answer, status);
      answer.resume();
      url = next;
    }
  };
}

async function sendRequest(
  url: URL,
  { method, headers, signal, body }: RequestInit,
  mayWrite: () => Promise<() => void>,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const { request } = isSecure ? await import('node:https') : await import('node:http');
  const options: RequestOptions = {
    method: method ?? 'GET',
    headers: Object.fromEntries(new Headers(headers)),
    signal: signal ?? undefined,
    agent: false,
  };
  return await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, options);
    sent.on('error', reject);
    sent.on('response', resolve);
    const write = async (): Promise<void> => {
      try {
        const assertInTime = await mayWrite();
        assertInTime();
        // Head and body are written here, at once: nothing of them before.
        sent.end(typeof body === 'string' ? body : undefined);
      } catch (error) {
        reject(error);
        sent.destroy();
      }
    };
    sent.on('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', () => void write()));
  });
}

async function responseOf(answer: IncomingMessage, status: number): Promise<Response> {
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const text = await readText(answer);
  return new Response(text === '' ? null : text, { status, headers });
}

/** Data of one address, or why there is none. `status`: an answer without data. */
export type GitHubPage =
  | { readonly kind: 'data'; readonly data: unknown }
  | { readonly kind: 'limited'; readonly untilMs: number }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'unreachable'; readonly detail: string };

export interface PageRequest {
  /** `GET /repos/{owner}/{repo}/pulls/{number}`. */
  readonly route: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Reads the same API addresses repeatedly: an unchanged answer costs no rate limit. */
export interface GitHubPages {
  get(request: PageRequest, signal: AbortSignal): Promise<GitHubPage>;
  /** Makes a change for this conversation: never answered from the cache. */
  send(request: PageRequest, signal: AbortSignal, conversation: ConversationId): Promise<GitHubPage>;
}

interface CachedPage {
  readonly etag: string;
  readonly data: unknown;
}

/** How many addresses are kept in memory; the least recently used are dropped first. */
const MAX_KNOWN = 200;
/** Duration of a rate limit that names no time. */
const LIMIT_MS = MINUTE_MS;
const MAX_LIMIT_MS = HOUR_MS;

/** What GitHub answered. An error of the connection has a status, too, but no response. */
const Refusal = z.object({
  status: z.int(),
  response: z.object({ headers: z.record(z.string(), z.unknown()) }),
});

export function createPages(parts: GitHubParts, nowMs: () => number): GitHubPages {
  const known = new Map<string, CachedPage>();
  return {
    async get(request, signal) {
      const key = JSON.stringify([request.route, request.values]);
      const before = known.get(key);
      try {
        const { headers, data } = await fetchPage(parts, request, { etag: before?.etag, signal });
        if (headers.etag !== undefined) cachePage(known, key, { etag: headers.etag, data });
        return { kind: 'data', data };
      } catch (error) {
        const page = pageOfRefusal(error, before, nowMs());
        if (page.kind === 'data' && before !== undefined) cachePage(known, key, before);
        return page;
      }
    },
    async send(request, signal, conversation) {
      try {
        const fetchOurs = fetchIfOurs(parts.ownsItsWork, conversation);
        const { data } = await fetchPage(parts, request, { etag: undefined, signal, fetchOurs });
        return { kind: 'data', data };
      } catch (error) {
        return pageOfRefusal(error, undefined, nowMs());
      }
    },
  };
}

function pageOfRefusal(error: unknown, before: CachedPage | undefined, nowMs: number): GitHubPage {
  const refusal = Refusal.safeParse(error);
  if (!refusal.success) return { kind: 'unreachable', detail: messageOf(error) };
  const { status, response } = refusal.data;
  if (status === 304 && before !== undefined) return { kind: 'data', data: before.data };
  const untilMs = rateLimitEndMs(status, response.headers, nowMs);
  return untilMs === undefined ? { kind: 'status', status } : { kind: 'limited', untilMs };
}

interface PageFetchOptions {
  readonly etag: string | undefined;
  readonly signal: AbortSignal;
  /** Used in place of the usual one. */
  readonly fetchOurs?: typeof fetch | undefined;
}

async function fetchPage(
  parts: GitHubParts,
  { route, values }: PageRequest,
  { etag, signal, fetchOurs }: PageFetchOptions,
): Promise<{ readonly headers: { readonly etag?: string | undefined }; readonly data: unknown }> {
  const octokit = await openOctokit(parts);
  const { owner, name } = parts.repository;
  return octokit.request(route, {
    owner,
    repo: name,
    ...values,
    headers: etag === undefined ? {} : { 'if-none-match': etag },
    request: {
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIME_MS)]),
      ...(fetchOurs && { fetch: fetchOurs }),
    },
  });
}

function cachePage(known: Map<string, CachedPage>, key: string, page: CachedPage): void {
  known.delete(key);
  known.set(key, page);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
}

/** When requests are allowed again, for an answer about a rate limit; undefined for any other. */
function rateLimitEndMs(
  status: number,
  headers: Readonly<Record<string, unknown>>,
  nowMs: number,
): number | undefined {
  if (status !== 429 && status !== 403) return undefined;
  const latestMs = nowMs + MAX_LIMIT_MS;
  const afterSeconds = Number(headers['retry-after'] ?? Number.NaN);
  if (afterSeconds >= 0) return Math.min(nowMs + afterSeconds * 1000, latestMs);
  if (String(headers['x-ratelimit-remaining']) === '0') {
    const resetMs = Number(headers['x-ratelimit-reset']) * 1000;
    return Number.isFinite(resetMs) ? Math.min(Math.max(resetMs, nowMs + 1000), latestMs) : nowMs + LIMIT_MS;
  }
  return status === 429 ? nowMs + LIMIT_MS : undefined;
}
