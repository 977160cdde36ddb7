import * as z from 'zod';
import type { ModelSpending } from '../contracts/model.ts';
import { Failure } from '../core/failure.ts';
import { jsonIn } from '../core/json.ts';
import { type HttpRequest, requestOnce } from './http-request.ts';

/** Services that search the web for a program. */
export const SEARCH_PROVIDERS = ['searxng', 'brave', 'tavily'] as const;
export type SearchProvider = (typeof SEARCH_PROVIDERS)[number];

export interface SearchOptions {
  readonly provider: SearchProvider;
  /** When undefined, the public address of the service. */
  readonly url: string | undefined;
  readonly key: string | undefined;
}

export interface SearchHit {
  readonly title: string;
  readonly url: string;
  /** The service's excerpt of the page. */
  readonly text: string;
}

export interface SearchAnswer {
  /** At most 10, the best first. */
  readonly hits: readonly SearchHit[];
  /** What a model used for it; undefined when there was no cost that we could count. */
  readonly spent?: ModelSpending;
}

export interface WebSearch {
  /** The host that gets the search words. */
  readonly host: string;
  /** Throws Failure without an answer. */
  search(query: string, signal: AbortSignal): Promise<SearchAnswer>;
}

export const MAX_HITS = 10;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const LIMIT_MS = 20_000;

/** The address is the owner's own choice, so it may be one of this machine. */
export function createWebSearch(options: SearchOptions): WebSearch {
  const { request, hits, usualUrl } = PROVIDERS[options.provider];
  const base = (options.url ?? usualUrl ?? '').replace(/\/+$/, '');
  const { host } = new URL(base);
  return {
    host,
    async search(query, signal) {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
      const asked = { ...request(base, query, options.key ?? ''), maxBytes: MAX_ANSWER_BYTES };
      const { status, bytes } = await requestOnce(asked, inTime);
      if (status !== 200) throw searchFailure(host, status);
      const read = hits.safeParse(jsonIn(bytes.toString('utf8')));
      if (!read.success)
        throw new Failure(
          'invalid',
          `${host} does not answer as ${options.provider} does. web.search and web.search_url of agent.yaml say what is asked.`,
        );
      return { hits: read.data.slice(0, MAX_HITS) };
    },
  };
}

interface SearchProviderSpec {
  /** Undefined where each user has their own. */
  readonly usualUrl: string | undefined;
  request(base: string, query: string, key: string): Omit<HttpRequest, 'maxBytes' | 'lookup'>;
  readonly hits: z.ZodType<readonly SearchHit[]>;
}

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

const PROVIDERS: Readonly<Record<SearchProvider, SearchProviderSpec>> = {
  searxng: {
    usualUrl: undefined,
    request: (base, query) => ({
      url: new URL(`${base}/search?${new URLSearchParams({ q: query, format: 'json' })}`),
      method: 'GET',
      headers: { accept: 'application/json' },
    }),
    hits: z
      .object({ results: z.array(z.object({ title: Text, url: z.string(), content: Text })) })
      .transform(({ results }) => results.map(({ title, url, content }) => ({ title, url, text: content }))),
  },
  brave: {
    usualUrl: 'https://api.search.brave.com/res/v1',
    request: (base, query, key) => ({
      url: new URL(`${base}/web/search?${new URLSearchParams({ q: query, count: String(MAX_HITS) })}`),
      method: 'GET',
      headers: { accept: 'application/json', 'x-subscription-token': key },
    }),
    hits: z
      .object({
        web: z
          .object({ results: z.array(z.object({ title: Text, url: z.string(), description: Text })) })
          .optional(),
      })
      .transform(({ web }) =>
        (web?.results ?? []).map(({ title, url, description }) => ({ title, url, text: description })),
      ),
  },
  tavily: {
    usualUrl: 'https://api.tavily.com',
    request: (base, query, key) => ({
      url: new URL(`${base}/search`),
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
      },
      body: JSON.stringify({ query, max_results: MAX_HITS }),
    }),
    hits: z
      .object({ results: z.array(z.object({ title: Text, url: z.string(), content: Text })) })
      .transform(({ results }) => results.map(({ title, url, content }) => ({ title, url, text: content }))),
  },
};

/** Refuses redirects as well: the key would be sent to their target. */
function searchFailure(host: string, status: number): Failure {
  const answers = `${host} answers ${status}`;
  if (status === 401 || status === 403)
    return new Failure(
      'denied',
      `${answers}: it refuses the search. An owner can check WEB_SEARCH_KEY, and whether it gives JSON.`,
    );
  if (status === 429 || status >= 500)
    return new Failure('unavailable', `${answers}: it is busy or broken. Try later, or do without.`);
  return new Failure('invalid', `${answers} to a search. An owner can check web.search_url of agent.yaml.`);
}
