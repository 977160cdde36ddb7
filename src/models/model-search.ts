import type { Message } from '@anthropic-ai/sdk/resources/messages/messages';
import { Failure } from '../core/failure.ts';
import { MAX_HITS, type SearchHit, type WebSearch } from '../web/search-providers.ts';
import { apiUrlOf, keyFor } from './anthropic.ts';
import { type ModelProfiles, modelIdOf, profileOf } from './profile.ts';
import type { TryFailure } from './try-failure.ts';

export interface ModelSearchOptions {
  readonly apiKey: string | undefined;
  /** Undefined: the API itself. */
  readonly baseUrl: string | undefined;
  /** Name of its profile: it reads what was found, and says it in a few words. */
  readonly model: string;
  readonly profiles: ModelProfiles;
}

const MAX_TOKENS = 2_000;
const LIMIT_MS = 60_000;

/**
 * Searches by the tool of the model's own API, in a request of its own: within a session its blocks would have to stay
 * in the history, and nobody could be asked before the search.
 */
export function createModelSearch({ apiKey, baseUrl, model, profiles }: ModelSearchOptions): WebSearch {
  const url = apiUrlOf(baseUrl);
  const { host } = new URL(url);
  return {
    host,
    async search(query, signal) {
      const key = keyFor(apiKey, url);
      if (key === undefined)
        throw new Failure('denied', 'ANTHROPIC_API_KEY is not set, so nothing is searched for.');
      const [{ createClient }, { tryFailureOf }] = await Promise.all([
        import('./anthropic-client.ts'),
        import('./try-failure.ts'),
      ]);
      try {
        const message = await createClient({ apiKey: key, baseUrl: url, fetch }).create(
          {
            model: modelIdOf(profileOf(profiles, model), model),
            max_tokens: MAX_TOKENS,
            tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 1 }],
            messages: [
              {
                role: 'user',
                content: `Search the web once for this, then quote from each hit what answers it:\n${query}`,
              },
            ],
          },
          { signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]) },
        );
        return { hits: hitsIn(message), spent: { model, usage: usageOf(message) } };
      } catch (error) {
        throw searchFailure(tryFailureOf(error, Date.now()), host);
      }
    },
  };
}

/** Each with what the model quotes from it. */
function hitsIn({ content }: Message): readonly SearchHit[] {
  const cited = new Map<string, string[]>();
  for (const block of content) {
    if (block.type !== 'text') continue;
    for (const citation of block.citations ?? []) {
      if (citation.type !== 'web_search_result_location') continue;
      cited.set(citation.url, [...(cited.get(citation.url) ?? []), citation.cited_text]);
    }
  }
  const found = content.flatMap((block) => {
    if (block.type !== 'web_search_tool_result' || !Array.isArray(block.content)) return [];
    return block.content.map(({ title, url }) => ({ title, url, text: (cited.get(url) ?? []).join(' ') }));
  });
  return found.slice(0, MAX_HITS);
}

function usageOf({ usage }: Message) {
  return {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    cacheReadTokens: usage.cache_read_input_tokens ?? 0,
    cacheWriteTokens: usage.cache_creation_input_tokens ?? 0,
    webSearches: usage.server_tool_use?.web_search_requests ?? 0,
  };
}

function searchFailure(failure: TryFailure, host: string): Failure {
  if (failure.kind !== 'final')
    return new Failure(
      'unavailable',
      `${host} does not search now (${failure.detail}). Try later, or do without.`,
    );
  const { fault } = failure;
  const detail = 'detail' in fault ? fault.detail : fault.kind;
  return new Failure(
    'invalid',
    `${host} does not search (${detail}). An owner can choose another provider: web.search of agent.yaml.`,
  );
}
