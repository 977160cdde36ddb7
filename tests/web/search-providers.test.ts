import { describe, expect, test } from 'vitest';
import { createWebSearch, type SearchProvider } from '../../src/web/search-providers.ts';
import { answers, type Page, pageServer, sendsTo } from '../support/page-server.ts';

const never = new AbortController().signal;
const json = (value: unknown): Page => answers('application/json', JSON.stringify(value));
const RESULT = { title: 'A guide', url: 'https://example.org/guide' };

describe('what each provider is asked, and what comes of its answer', () => {
  test.each<[SearchProvider, unknown, string, Record<string, unknown>]>([
    [
      'searxng',
      { query: 'x', results: [{ ...RESULT, content: 'How to start.', engine: 'one' }] },
      '/search?q=how+to+start%3F+%26more&format=json',
      { method: 'GET', key: undefined, body: '' },
    ],
    [
      'brave',
      { web: { results: [{ ...RESULT, description: 'How to start.' }] } },
      '/web/search?q=how+to+start%3F+%26more&count=10',
      { method: 'GET', key: 'a-key', body: '' },
    ],
    [
      'tavily',
      { results: [{ ...RESULT, content: 'How to start.', score: 1 }] },
      '/search',
      { method: 'POST', key: 'Bearer a-key', body: '{"query":"how to start? &more","max_results":10}' },
    ],
  ])('%s', async (provider, answer, asked, how) => {
    const seen: unknown[] = [];
    const server = await pageServer({
      [new URL(asked, 'http://x').pathname]: (request, response) => {
        let body = '';
        request.on('data', (chunk) => {
          body += chunk;
        });
        request.on('end', () => {
          const { authorization, 'x-subscription-token': token } = request.headers;
          seen.push({ method: request.method, key: authorization ?? token, body });
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(answer));
        });
      },
    });
    const key = provider === 'searxng' ? undefined : 'a-key';
    const search = createWebSearch({ provider, url: `http://${server.host}/`, key });
    expect({ ...(await search.search('how to start? &more', never)), host: search.host }).toEqual({
      hits: [{ ...RESULT, text: 'How to start.' }],
      host: server.host,
    });
    expect([server.asked, seen]).toEqual([[asked], [how]]);
  });
});

test('at most ten hits, and none where nothing was found', async () => {
  const many = Array.from({ length: 30 }, (_, at) => ({
    ...RESULT,
    url: `https://example.org/${at}`,
    content: null,
  }));
  const full = await pageServer({ '/search': json({ results: many }) });
  const empty = await pageServer({ '/web/search': json({ type: 'search' }) });
  const { hits } = await createWebSearch({
    provider: 'searxng',
    url: `http://${full.host}`,
    key: undefined,
  }).search('x', never);
  const { hits: none } = await createWebSearch({
    provider: 'brave',
    url: `http://${empty.host}`,
    key: 'k',
  }).search('x', never);
  expect([hits.length, hits[0], none]).toEqual([
    10,
    { ...RESULT, url: 'https://example.org/0', text: '' },
    [],
  ]);
});

test.each<[string, Page, string]>([
  ['another site', answers('text/html', '<p>Sign in</p>'), 'invalid'],
  ['something else', json({ results: 'none' }), 'invalid'],
  ['a refused key', (_request, response) => void response.writeHead(403).end(), 'denied'],
  ['too many searches', (_request, response) => void response.writeHead(429).end(), 'unavailable'],
  // The key would go wherever it is sent on to.
  ['a redirect', sendsTo('http://127.0.0.1:1/'), 'invalid'],
])('%s in place of an answer', async (_what, page, kind) => {
  const { host } = await pageServer({ '/search': page });
  const { search } = createWebSearch({ provider: 'tavily', url: `http://${host}`, key: 'a-secret-key' });
  const failure: unknown = await search('x', never).catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind });
  expect(String(failure)).not.toContain('a-secret-key');
});
