import { expect, test } from 'vitest';
import { createModelSearch } from '../../src/models/model-search.ts';
import { answers, type Page, pageServer } from '../support/page-server.ts';

const never = new AbortController().signal;
const GUIDE = 'https://example.org/guide';

const ANSWER = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'small-1',
  stop_reason: 'end_turn',
  content: [
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'how to start' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: [
        { type: 'web_search_result', title: 'A guide', url: GUIDE, encrypted_content: 'x', page_age: null },
        {
          type: 'web_search_result',
          title: 'Other',
          url: 'https://example.org/',
          encrypted_content: 'x',
          page_age: null,
        },
      ],
    },
    {
      type: 'text',
      text: 'You type start.',
      citations: [
        {
          type: 'web_search_result_location',
          url: GUIDE,
          title: 'A guide',
          cited_text: 'Type start.',
          encrypted_index: 'x',
        },
      ],
    },
  ],
  usage: {
    input_tokens: 900,
    output_tokens: 40,
    server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
  },
};

async function searchWith(page: Page) {
  const { host } = await pageServer({ '/v1/messages': page });
  return createModelSearch({
    apiKey: 'a-secret-key',
    baseUrl: `http://${host}`,
    model: 'small',
    profiles: { small: { id: 'small-1', max_tokens: 1000, vision: false, cache: false } },
  });
}

test('one request with the search of the API; its hits, what is quoted of them, and what they cost', async () => {
  const bodies: unknown[] = [];
  const { search } = await searchWith((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(JSON.parse(body));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(ANSWER));
    });
  });
  expect(await search('how to start', never)).toEqual({
    hits: [
      { title: 'A guide', url: GUIDE, text: 'Type start.' },
      { title: 'Other', url: 'https://example.org/', text: '' },
    ],
    spent: {
      model: 'small',
      usage: { inputTokens: 900, outputTokens: 40, cacheReadTokens: 0, cacheWriteTokens: 0, webSearches: 1 },
    },
  });
  expect(bodies).toEqual([
    {
      model: 'small-1',
      max_tokens: 2000,
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 1 }],
      messages: [
        {
          role: 'user',
          content: 'Search the web once for this, then quote from each hit what answers it:\nhow to start',
        },
      ],
    },
  ]);
});

test.each<[string, Page, string]>([
  [
    'an API without such a tool',
    (_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(
        '{"type":"error","error":{"type":"invalid_request_error","message":"tools: unknown type"}}',
      );
    },
    'invalid',
  ],
  ['an overloaded one', (_request, response) => void response.writeHead(529).end(), 'unavailable'],
])('%s', async (_what, page, kind) => {
  const { search } = await searchWith(page);
  await expect(search('x', never)).rejects.toMatchObject({ kind });
});

test('a search that failed there gives no hits, and is paid for', async () => {
  const failed = { type: 'web_search_tool_result_error', error_code: 'unavailable' };
  const content = [{ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: failed }];
  const { search } = await searchWith(answers('application/json', JSON.stringify({ ...ANSWER, content })));
  expect(await search('x', never)).toMatchObject({ hits: [], spent: { usage: { inputTokens: 900 } } });
});
