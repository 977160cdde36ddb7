import * as z from 'zod';
import { type AnyTool, defineTool } from '../../../contracts/tool.ts';
import { oneLine } from '../../../core/text.ts';
import type { WebSearch } from '../../../web/search-providers.ts';
import { fromOutside, refuseSecrets } from '../untrusted-web.ts';

/** In UTF-16 code units. */
const MAX_QUERY = 400;
const MAX_TITLE = 200;
const MAX_TEXT = 500;

export function webSearch(search: WebSearch): AnyTool {
  return defineTool({
    name: 'web_search',
    description: 'Search the web. The person is asked once.',
    effect: 'network',
    inTalk: true,
    onlyLooks: () => true,
    doing: { en: 'searching the web', es: 'buscando en la web' },
    subAgents: 'none',
    claudeCode: ['WebSearch'],
    service: { leftOut: 'What is found is judged by a model at work; a plan would hand it on as it stands.' },
    input: z.object({ query: z.string().trim().min(1).max(MAX_QUERY) }),
    output: z.object({ urls: z.array(z.string()) }),

    async review({ query }, context) {
      await refuseSecrets(query, context);
      return {
        verdict: {
          kind: 'ask',
          rule: 'web-search',
          reason: `These words are sent to ${search.host}.`,
          risk: { writesOutsideGit: 'no', network: 'yes', undoable: 'no' },
        },
        binding: { query, host: search.host },
        details: oneLine(query, MAX_QUERY),
        grant: `web:${search.host}`,
      };
    },

    // To search again changes nothing that the first time did not.
    recover: async () => ({ kind: 'rerun' }),

    async run({ query }, { callId, signal }) {
      const { hits, spent } = await search.search(query, signal);
      const lines = hits.map(
        ({ title, url, text }, at) =>
          `${at + 1}. ${oneLine(title, MAX_TITLE)}\n${oneLine(url, MAX_QUERY)}\n${oneLine(text, MAX_TEXT)}`,
      );
      const headline = `${hits.length} hits of ${search.host}.`;
      return {
        text: fromOutside({ headline, text: lines.join('\n\n'), mark: callId }),
        data: { urls: hits.map(({ url }) => url) },
        ...(spent && { spent }),
      };
    },
  });
}
