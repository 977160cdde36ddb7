import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDocumentReader } from '../../src/files/documents/document-reader.ts';
import { requestOnce } from '../../src/web/http-request.ts';
import { type NameResolver, publicLookup } from '../../src/web/web-address.ts';
import { createHtmlToMarkdown, createWebReader, type FetchedPage } from '../../src/web/web-reader.ts';
import { answers, type Page, pageServer, sendsTo } from '../support/page-server.ts';
import { pdfBytes } from '../support/pdf-files.ts';

const DIST = path.resolve(import.meta.dirname, '../../dist');
const documents = createDocumentReader({ folder: path.join(DIST, 'documents') });
const never = new AbortController().signal;
const nowhere: NameResolver = async () => {
  throw new Error('no name is looked up in this test');
};

interface Options {
  readonly ownHosts?: readonly string[];
  readonly resolve?: NameResolver;
}

function readerOf({ ownHosts = [], resolve = nowhere }: Options) {
  const toMarkdown = createHtmlToMarkdown(path.join(DIST, 'web'));
  const reader = createWebReader({ ownHosts, resolve, toMarkdown, userAgent: 'wasap-agent/test' });
  return (text: string, signal = never): Promise<FetchedPage> =>
    reader.read(reader.addressOf(text), documents, signal);
}

/** One page of a server on this machine, which is allowed here. */
async function pageOf(page: Page): Promise<FetchedPage> {
  const { host } = await pageServer({ '/': page });
  return readerOf({ ownHosts: [host] })(`http://${host}/`);
}

describe('what is read', () => {
  test('a page as Markdown, its links whole, without what no reader sees', async () => {
    const { text, type } = await pageOf(`<!doctype html><html><head><title>A guide</title><style>p{}</style>
      <script>alert('x')</script></head><body><nav><a href="/home">Home</a></nav>
      <h1>How to <em>start</em></h1><p>Read <a href="/next?a=1">the next page</a>, or <a href="javascript:x()">click</a>.</p>
      <p hidden>hidden order one</p><p style="display: none">hidden order two</p><p style="font-size:0">three</p>
      <!-- hidden order four --><ul><li>snake_case</li><li>two</li></ul>
      <pre><code class="language-js">const a_b = 1;\n</code></pre>
      <table><tr><th>name</th><th>value</th></tr><tr><td>a</td><td>1</td></tr></table>
      <img src="x.png" alt="A chart"></body></html>`);
    expect({ type, text: text.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://host') }).toEqual({
      type: 'text/html',
      text: [
        '# A guide',
        '',
        '# How to *start*',
        '',
        'Read [the next page](http://host/next?a=1), or click.',
        '',
        '-   snake_case',
        '-   two',
        '',
        '```js',
        'const a_b = 1;',
        '```',
        '',
        '| name | value |',
        '| a | 1 |',
        '',
        'A chart',
      ].join('\n'),
    });
  });

  test.each<[string, Page, string]>([
    ['JSON', answers('application/json', '{"a": [1, 2]}'), '{"a": [1, 2]}'],
    ['JSON of an API', answers('application/vnd.api+json', '{}'), '{}'],
    ['plain text', answers('text/plain', '<b>not a page</b>'), '<b>not a page</b>'],
    ['no type, a text', answers('', 'hello'), 'hello'],
    ['no type, a page', answers('', '<!DOCTYPE html><p>hello</p>'), 'hello'],
    [
      'Latin-1 by its type',
      answers('text/plain; charset=iso-8859-1', Buffer.from('ma\xf1ana', 'latin1')),
      'mañana',
    ],
    [
      'Windows-1252 by its page',
      answers('text/html', Buffer.from('<meta charset="windows-1252"><p>\x80 5</p>', 'latin1')),
      '€ 5',
    ],
    ['Latin-1 by nothing', answers('text/plain', Buffer.from('ma\xf1ana', 'latin1')), 'mañana'],
    ['UTF-16 by its mark', answers('text/plain', Buffer.from('\ufeffhola', 'utf16le')), 'hola'],
    ['an encoding that nobody knows', answers('text/plain; charset=x-none', 'hola'), 'hola'],
    ['gzip', answers('text/plain', gzipSync('packed'), { 'content-encoding': 'gzip' }), 'packed'],
    ['deflate', answers('text/plain', deflateSync('packed'), { 'content-encoding': 'deflate' }), 'packed'],
    ['brotli', answers('text/plain', brotliCompressSync('packed'), { 'content-encoding': 'br' }), 'packed'],
    [
      'a PDF',
      answers('application/pdf', pdfBytes([['Total: 40'], ['Two']])),
      '[page 1]\nTotal: 40\n\n[page 2]\nTwo',
    ],
    ['nothing', answers('text/html', ''), ''],
  ])('%s', async (_what, page, text) => {
    expect((await pageOf(page)).text).toBe(text);
  });

  test('redirects on its own host, and the address where the text was', async () => {
    const { host, asked } = await pageServer({
      '/a': sendsTo('/b', 301),
      '/b': sendsTo('c?x=1#y', 308),
      '/c': '<p>here</p>',
    });
    const page = await readerOf({ ownHosts: [host] })(`http://${host}/a`);
    expect([page.url, page.text, asked]).toEqual([`http://${host}/c?x=1`, 'here', ['/a', '/b', '/c?x=1']]);
  });

  test('nothing of this program but its name: no cookie, no referer', async () => {
    const seen: unknown[] = [];
    await pageOf((request, response) => {
      const { host: _host, ...headers } = request.headers;
      seen.push(headers);
      response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': 'a=b' });
      response.end('ok');
    });
    expect(seen).toEqual([
      {
        accept: 'text/markdown, text/html;q=0.9, application/pdf;q=0.8, text/*;q=0.8, */*;q=0.5',
        'accept-encoding': 'gzip, deflate, br',
        connection: 'close',
        'user-agent': 'wasap-agent/test',
      },
    ]);
  });
});

describe('what is refused', () => {
  // What is packed may be several parts, one after the other: to pack all of it at once takes seconds.
  const packedMegabyte = gzipSync(Buffer.alloc(1024 * 1024));
  const bomb = Buffer.concat(Array.from({ length: 200 }, () => packedMegabyte));

  test.each<[string, Page, string, RegExp]>([
    [
      'a picture',
      answers('image/png', Buffer.from([0x89, 0x50])),
      'invalid',
      /sends image\/png\. Only pages/,
    ],
    ['a program', answers('application/octet-stream', Buffer.from([0, 1, 2])), 'invalid', /Only pages/],
    ['what only calls itself a PDF', answers('application/pdf', 'no'), 'invalid', /Only pages/],
    ['too much', answers('text/plain', Buffer.alloc(11 * 1024 * 1024, 'a')), 'invalid', /more than 10 MB/],
    [
      'too much, packed',
      answers('text/plain', bomb, { 'content-encoding': 'gzip' }),
      'invalid',
      /more than 10 MB/,
    ],
    [
      'packed twice',
      answers('text/plain', gzipSync(bomb), { 'content-encoding': 'gzip, gzip' }),
      'invalid',
      /packs its answer/,
    ],
    [
      'a packing that is broken',
      answers('text/plain', 'no', { 'content-encoding': 'gzip' }),
      'unavailable',
      /Z_DATA/,
    ],
    [
      'an answer that breaks off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100', 'content-type': 'text/plain' });
        response.write('half');
        setTimeout(() => response.destroy(), 50);
      },
      'unavailable',
      /cannot be read/,
    ],
    ['a circle', sendsTo('/'), 'invalid', /sends on more than 5 times/],
    ['no place to go', sendsTo('http://'), 'invalid', /sends on to no address/],
    ['a login', (_request, response) => void response.writeHead(401).end(), 'denied', /answers 401/],
    ['no such page', (_request, response) => void response.writeHead(404).end(), 'not-found', /answers 404/],
    ['a busy host', (_request, response) => void response.writeHead(503).end(), 'unavailable', /answers 503/],
  ])('%s', async (_what, page, kind, message) => {
    await expect(pageOf(page)).rejects.toMatchObject({ kind, message: expect.stringMatching(message) });
  });

  test('what does not answer, once the task is stopped', async () => {
    const { host } = await pageServer({ '/': () => undefined });
    const stop = new AbortController();
    const reading = readerOf({ ownHosts: [host] })(`http://${host}/`, stop.signal);
    setTimeout(() => stop.abort('cancel'), 50);
    await expect(reading).rejects.toMatchObject({ kind: 'stopped' });
  });

  test('a host where nobody listens', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await new Promise((resolve) => server.close(resolve));
    const host = `127.0.0.1:${port}`;
    await expect(readerOf({ ownHosts: [host] })(`http://${host}/`)).rejects.toMatchObject({
      kind: 'unavailable',
      message: `${host} cannot be read (ECONNREFUSED).`,
    });
  });
});

describe('redirects of a page that was agreed to', () => {
  test.each([
    ['http://127.0.0.1:1/', /sends on to http:\/\/127\.0\.0\.1:1\//],
    ['http://169.254.169.254/latest/meta-data/', /sends on to http:\/\/169\.254\.169\.254/],
    ['http://0xa9fea9fe/', /sends on to http:\/\/169\.254\.169\.254/],
    ['http://[::1]/', /sends on to http:\/\/\[::1\]/],
    ['//evil.example/x', /sends on to http:\/\/evil\.example\/x/],
    ['https://evil.example/?stolen=1', /sends on to https:\/\/evil\.example/],
    ['file:///etc/passwd', /Only https:\/\/ and http:\/\//],
    ['gopher://evil.example/', /Only https:\/\/ and http:\/\//],
    ['http://user:secret@evil.example/', /a name or a password/],
    ['data:text/html,<p>hi</p>', /Only https:\/\/ and http:\/\//],
  ])('to %s: not followed', async (location, message) => {
    const resolved: string[] = [];
    const { host, asked } = await pageServer({ '/': sendsTo(location) });
    const read = readerOf({
      ownHosts: [host],
      resolve: async (name) => {
        resolved.push(name);
        return [];
      },
    });
    await expect(read(`http://${host}/`)).rejects.toMatchObject({
      kind: 'denied',
      message: expect.stringMatching(message),
    });
    expect([asked, resolved]).toEqual([['/'], []]);
  });

  test('to another port of the same machine: not followed', async () => {
    const other = await pageServer({ '/': 'secret' });
    const { host } = await pageServer({ '/': sendsTo(`http://${other.host}/`) });
    const read = readerOf({ ownHosts: [host, other.host] });
    await expect(read(`http://${host}/`)).rejects.toMatchObject({
      kind: 'denied',
      message: `${host} sends on to http://${other.host}/\nNothing was read there. Call again with that address if it is needed.`,
    });
    expect(other.asked).toEqual([]);
  });
});

describe('names', () => {
  test.each<[string, readonly string[]]>([
    ['this machine', ['127.0.0.1']],
    ['this machine in IPv6', ['::1']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['a private network', ['10.1.2.3']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a translated address', ['64:ff9b::7f00:1']],
    ['a public address, and a private one behind it', ['93.184.216.34', '127.0.0.1']],
    ['a private address, and a public one behind it', ['192.168.0.1', '93.184.216.34']],
    ['nothing an address could be', ['localhost']],
  ])('that lead to %s are refused, and nothing connects', async (_what, found) => {
    const server = await pageServer({ '/': 'secret' });
    const read = readerOf({
      resolve: async () => found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    });
    await expect(read(`http://rebind.example.com:${server.port}/`)).rejects.toMatchObject({
      kind: 'denied',
      message: expect.stringMatching(/rebind\.example\.com is not on the public Internet/),
    });
    expect(server.asked).toEqual([]);
  });

  test('whose answer changes: there is one look, and the connection is to what was checked', async () => {
    const looks: string[] = [];
    const lookup = publicLookup(async (name) => {
      looks.push(name);
      return [{ address: looks.length === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }];
    });
    const checked = await new Promise((resolve) =>
      lookup('rebind.example.com', { all: true }, (_error, found) => resolve(found)),
    );
    const pinned = await pageServer({ '/': 'of the checked address' });
    const { bytes } = await requestOnce(
      {
        url: new URL(`http://rebind.example.com:${pinned.port}/`),
        method: 'GET',
        headers: {},
        maxBytes: 100,
        lookup: (name, _options, callback) => {
          looks.push(name);
          callback(null, [{ address: '127.0.0.1', family: 4 }]);
        },
      },
      never,
    );
    expect([checked, looks, bytes.toString()]).toEqual([
      [{ address: '93.184.216.34', family: 4 }],
      ['rebind.example.com', 'rebind.example.com'],
      'of the checked address',
    ]);
  });

  test('are looked up anew for each request', async () => {
    const looks: string[] = [];
    const read = readerOf({
      resolve: async (name) => {
        looks.push(name);
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    await expect(read('http://one.example.com/')).rejects.toMatchObject({ kind: 'denied' });
    await expect(read('http://one.example.com/')).rejects.toMatchObject({ kind: 'denied' });
    expect(looks).toEqual(['one.example.com', 'one.example.com']);
  });

  test('that nobody knows', async () => {
    const read = readerOf({
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
      },
    });
    await expect(read('http://gone.example.com/')).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'gone.example.com cannot be read (ENOTFOUND).',
    });
  });
});

test('proxies of the environment are not used', async () => {
  const proxy = await pageServer({ '/': 'of the proxy' });
  const { host } = await pageServer({ '/': 'of the host' });
  const names = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
  const before = names.map((name) => [name, process.env[name]] as const);
  onTestFinished(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://${proxy.host}`;
  const { text } = await readerOf({ ownHosts: [host] })(`http://${host}/`);
  expect([text, proxy.asked]).toEqual(['of the host', []]);
});

test('a page that is made to take for ever is given up', async () => {
  const toMarkdown = createHtmlToMarkdown(path.join(DIST, 'web'), 500);
  const page = { html: '<div>'.repeat(200_000), url: 'https://example.org/' };
  await expect(toMarkdown(page, never)).rejects.toMatchObject({ kind: 'timeout' });
});

test('a page of 5 MB does not stop the program', { tags: 'full' }, async () => {
  const paragraph = `<p>${'word '.repeat(40)}<a href="/x">link</a></p>\n`;
  const { host } = await pageServer({
    '/': paragraph.repeat(Math.ceil((5 * 1024 * 1024) / paragraph.length)),
  });
  let longestMs = 0;
  let done = false;
  const watch = (async () => {
    while (!done) {
      const before = performance.now();
      await sleep(5);
      longestMs = Math.max(longestMs, performance.now() - before);
    }
  })();
  const { text } = await readerOf({ ownHosts: [host] })(`http://${host}/`);
  done = true;
  await watch;
  expect(text.length).toBeGreaterThan(5_000_000);
  // Making Markdown of it takes seconds; the program itself goes on all the while.
  expect(longestMs).toBeLessThan(1_000);
});
