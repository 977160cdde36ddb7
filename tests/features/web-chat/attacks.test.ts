import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OutboundBody } from '../../../src/contracts/channel.ts';
import { pollIdOf } from '../../../src/core/ids.ts';
import { createLockStore } from '../../../src/features/lock/lock.ts';
import { serveConsole } from '../../../src/web-server/serve-console.ts';
import { type ConsoleRig, consoleRig, LOCAL, SECRET } from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';
import { pngBytes } from '../../support/picture-files.ts';
import { formOf, pageWith, write } from './writing.ts';

const BEA = '34600333444';
const ROY = '34600555666';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop'] },
    { phone: ROY, role: 'reader', workspaces: ['shop'] },
  ],
  groups: [],
} as const;

let rig: ConsoleRig;
let here: string;
beforeEach(async () => {
  rig = await consoleRig({ access: ACCESS });
  here = await rig.enter(LOCAL);
});
afterEach(() => rig.close());

const send = (id: string, body: OutboundBody) =>
  rig.chats.channels[1]?.send({ id, chat: LOCAL, body, mayRepeat: false });

const SCRIPTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus=alert(1) x='",
  '</textarea></pre></code><svg onload=alert(1)>',
  '`</code><iframe srcdoc=x>`',
  '```\n</code></pre><script>alert(1)</script>\n```',
  '[x](javascript:alert(1))',
];

test.each(SCRIPTS)('%s is only text: written, said, asked, quoted, in a diff and in a name', async (evil) => {
  await write(rig, here, { text: evil, files: [{ name: `${evil}.txt`, bytes: Buffer.from('x') }] });
  await send('s1', { kind: 'text', text: evil });
  await send('s2', { kind: 'poll', question: evil, choices: [evil, 'no'] });
  await send('s3', {
    kind: 'diff',
    locale: 'en',
    diff: `--- a/${evil}\n+++ b/${evil}\n@@ -1 +1 @@ ${evil}\n-${evil}\n+${evil}\n`,
    name: evil,
  });
  await send('s4', { kind: 'text-file', text: evil, name: evil, caption: evil });
  const body = await pageWith(rig, here, /answer|said-program/);
  const reply = await rig.get('/chat?reply=1', { cookie: here });
  const bare = `${body}${reply.body}`.replaceAll(/="[^"]*"/g, '');
  expect([
    bare.match(/<script>|<svg|<iframe|<[^>]*\son(?:error|focus|load)[^>]*>|<img(?! src alt loading)/g),
    /(?:href|src|action)="(?!\/|#)/.test(`${body}${reply.body}`.replaceAll('data-live', '')),
  ]).toEqual([null, false]);
});

test.each([
  '/chat/files/0',
  '/chat/files/-1',
  '/chat/files/1.0',
  '/chat/files/01',
  '/chat/files/1%00',
  '/chat/files/..%2f..%2fwasap.db',
  '/chat/files/../../etc/passwd',
  '/chat/files/%2e%2e/%2e%2e/wasap.db',
  "/chat/files/1'%20OR%201=1--",
  '/chat/files/99999999999999999999',
  `/chat/files/${'9'.repeat(2000)}`,
  '/chat/files/',
])('%s leads to no file', async (to) => {
  await write(rig, here, { files: [{ name: 'a.txt', bytes: Buffer.from('inside') }] });
  const { status, body } = await rig.get(to, { cookie: here });
  expect([status, /inside|SQLite format|root:x/.test(body)]).toEqual([404, false]);
});

test('a file of another person is not there, whoever asks: a member, a reader, an owner, nobody', async () => {
  const bea = await rig.enter(BEA);
  await write(rig, bea, { files: [{ name: 'mine.txt', bytes: Buffer.from('private') }] });
  await pageWith(rig, bea, /mine\.txt/);
  const answers = await Promise.all(
    [bea, here, await rig.enter(ANA), await rig.enter(ROY), ''].map((cookie) =>
      rig.get('/chat/files/1', { cookie }),
    ),
  );
  expect(answers.map(({ status, body }) => [status, body === 'private'])).toEqual([
    [200, true],
    [404, false],
    [404, false],
    [404, false],
    [401, false],
  ]);
});

test.each([
  ['page.html', 'text/html', '<script>alert(document.cookie)</script>'],
  ['drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['fake.png', 'image/png', '<html><script>alert(1)</script>'],
  ['script.js', 'text/javascript', 'alert(1)'],
  ['feed.xml', 'application/xml', '<?xml-stylesheet href="x.xsl"?><x/>'],
])('%s is saved and never opened, whatever the browser was told', async (name, type, content) => {
  await write(rig, here, { files: [{ name, type, bytes: Buffer.from(content) }] });
  const body = await pageWith(rig, here, /class="files"/);
  const { headers } = await rig.get('/chat/files/1', { cookie: here });
  expect([
    /<img/.test(body),
    headers['content-type'],
    headers['content-disposition']?.split(';')[0],
    headers['x-content-type-options'],
    headers['cross-origin-resource-policy'],
  ]).toEqual([false, 'application/octet-stream', 'attachment', 'nosniff', 'same-origin']);
});

test('a picture with a page behind its first bytes is a picture', async () => {
  const bytes = Buffer.concat([pngBytes(4, 4), Buffer.from('<script>alert(1)</script>')]);
  await write(rig, here, { files: [{ name: 'x.html', type: 'text/html', bytes }] });
  await pageWith(rig, here, /<img /);
  const { headers } = await rig.get('/chat/files/1', { cookie: here });
  expect([headers['content-type'], headers['x-content-type-options']]).toEqual(['image/png', 'nosniff']);
});

test.each([
  ['../../etc/cron.d/evil', 'evil'],
  ['..\\..\\autorun.inf', 'autorun.inf'],
  ['/etc/passwd', 'passwd'],
  ['.bashrc', 'bashrc'],
  ['-rf', 'rf'],
  ['con', '_con'],
  ['a\u202egnp.exe', 'agnp.exe'],
  ['a"; filename="b.html', 'a_filename_b.html'],
  [`${'x'.repeat(4000)}.txt`, `${'x'.repeat(196)}.txt`],
  ['\u0000', 'file'],
])('the name %j becomes %j', async (name, cleaned) => {
  await write(rig, here, { files: [{ name, bytes: Buffer.from('x') }] });
  await pageWith(rig, here, /class="files"/);
  expect(rig.chats.rows.file({ channel: 'web-local', chat: LOCAL }, 1)).toMatchObject({ name: cleaned });
});

test('a secret in what is written or said is on no page', async () => {
  await write(rig, here, { text: `use ${SECRET}` });
  await send('s1', { kind: 'text', text: `I read ${SECRET}` });
  await send('s2', {
    kind: 'diff',
    locale: 'en',
    diff: `--- a/x\n+++ b/x\n@@ -1 +1 @@\n-${SECRET}\n+y\n`,
    name: 'x.patch',
  });
  const body = await pageWith(rig, here, /I read/);
  const reply = await rig.get('/chat?reply=1', { cookie: here });
  expect(/sk-canary/.test(body + reply.body)).toBe(false);
});

test.each([
  ['another page', { origin: 'https://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:3000' }],
  ['a page without an origin', { origin: 'null' }],
  ['a page that the browser calls foreign', { 'sec-fetch-site': 'cross-site' }],
])('%s writes nothing here, although the browser sends the cookie', async (_what, headers) => {
  const { status } = await rig.upload('/chat', formOf({ text: '/agent do it' }), { cookie: here, headers });
  expect([status, rig.sessions()]).toEqual([403, []]);
});

test('only the chat takes forms with files', async () => {
  const { status } = await rig.upload('/questions', formOf({ text: 'x' }), { cookie: here });
  expect(status).toBe(415);
});

test('a body that is no form is refused, and the program goes on', async () => {
  const headers = { origin: rig.address, 'content-type': 'multipart/form-data; boundary=x' };
  const named = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n';
  const bodies = [
    '--x\r\nnonsense',
    '',
    '--y--',
    `--x\r\n${'a'.repeat(5000)}`,
    `--x\r\n${'a'.repeat(50_000)}`,
    `${named}half a file`,
    `${named}a file\r\n--x`,
    `${named}a file\r\n--xyz`,
    '--x\r\nContent-Disposition: form-data\r\n\r\nno name\r\n--x--',
    '--x\r\n\r\n\r\n--x--',
  ];
  const statuses: number[] = [];
  // One after the other: only two may come at the same time.
  for (const body of bodies)
    statuses.push((await rig.ask('/chat', { method: 'POST', cookie: here, headers, body })).status);
  expect([
    statuses,
    readdirSync(rig.uploadFolder),
    (await rig.get('/chat', { cookie: here })).status,
  ]).toEqual([bodies.map(() => 404), [], 200]);
});

/** Sends a form with files bit by bit, and resolves with what came back when the connection is closed, or answered. */
function uploading(header: string, bits: readonly string[]): Promise<string> {
  const port = Number(new URL(rig.address).port);
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    let heard = '';
    socket.on('error', () => resolve(heard));
    socket.on('close', () => resolve(heard));
    socket.setEncoding('utf8').on('data', (part: string) => {
      heard += part;
      if (heard.includes('</html>')) socket.destroy();
    });
    socket.write(
      `POST /chat HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${rig.address}\r\nCookie: ${here}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\n${header}\r\n\r\n`,
    );
    for (const bit of bits) socket.write(bit);
  });
}

const MEGABYTE = 'x'.repeat(1_000_000);

test.each([
  ['with its size', 'Content-Length: 32000000', ['--x']],
  ['without', 'Transfer-Encoding: chunked', Array.from({ length: 32 }, () => `f4240\r\n${MEGABYTE}\r\n`)],
])('more than its limit is refused with words before it has come, %s', async (_what, header, bits) => {
  const answer = await uploading(header, bits);
  expect([
    answer.slice(9, 12),
    answer.includes('too large (limit 30 MB). Nothing was sent.'),
    existsSync(rig.uploadFolder) ? readdirSync(rig.uploadFolder) : [],
  ]).toEqual(['413', true, []]);
});

test('of somebody who is not signed in nothing large is read', async () => {
  const headers = {
    origin: rig.address,
    'content-type': 'multipart/form-data; boundary=x',
    'transfer-encoding': 'chunked',
  };
  const answer = await rig
    .ask('/chat', { method: 'POST', headers, body: Buffer.alloc(1_000_000) })
    .catch(() => ({ status: 413 }));
  expect(answer.status).toBe(413);
});

test('too many files are refused with words, and none is kept', async () => {
  const files = Array.from({ length: 11 }, (_, index) => ({ name: `${index}.txt`, bytes: Buffer.from('x') }));
  const { status, body } = await write(rig, here, { text: 'all', files });
  expect([
    status,
    body.includes('Too many files (limit 10)'),
    rig.chats.rows.lastPlace({ channel: 'web-local', chat: LOCAL }),
    existsSync(rig.uploadFolder) ? readdirSync(rig.uploadFolder) : [],
  ]).toEqual([413, true, 0, []]);
});

/** Begins to send a form with files, and says no more. */
function beginUpload(part = ''): ReturnType<typeof connect> {
  const port = Number(new URL(rig.address).port);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /chat HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${rig.address}\r\nCookie: ${here}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x\r\n' +
      part,
  );
  return socket;
}

test('uploads at the same time are counted, and pages are still served', async () => {
  const sockets = [beginUpload(), beginUpload()];
  await expect.poll(async () => (await write(rig, here, { text: 'one more' })).status).toBe(429);
  const page = await rig.get('/chat', { cookie: here });
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await write(rig, here, { text: 'and now' })).status).toBe(303);
  expect(page.status).toBe(200);
});

test('a file that comes lies on the disk, for its user alone, and goes with a client that leaves', async () => {
  const socket = beginUpload(
    'Content-Disposition: form-data; name="files"; filename="../../etc/passwd"\r\n\r\nhalf a secret file',
  );
  const files = () => (existsSync(rig.uploadFolder) ? readdirSync(rig.uploadFolder) : []);
  await expect.poll(() => files().length).toBe(1);
  const [name = ''] = files();
  const found = [
    /^[0-9a-f-]{36}$/.test(name),
    (statSync(path.join(rig.uploadFolder, name)).mode & 0o777).toString(8),
    (statSync(rig.uploadFolder).mode & 0o777).toString(8),
  ];
  socket.destroy();
  await expect.poll(files).toEqual([]);
  expect(found).toEqual([true, '600', '700']);
});

test('what a killed program has left of uploads is removed by the next one', async () => {
  const { uploadFolder, parts } = rig;
  mkdirSync(uploadFolder, { recursive: true });
  writeFileSync(path.join(uploadFolder, 'left'), 'half a file');
  const next = await serveConsole(parts);
  expect(readdirSync(uploadFolder)).toEqual([]);
  if (typeof next !== 'string') await next.close();
});

test('an upload of which nothing comes any more is dropped', { tags: 'full', timeout: 20_000 }, async () => {
  const began = Date.now();
  const socket = beginUpload();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(Date.now() - began).toBeLessThan(15_000);
});

test('nobody answers a question of another chat', async () => {
  await send(pollIdOf('Q1'), { kind: 'poll', question: 'Really?', choices: ['Yes', 'No'] });
  const cookies = [await rig.enter(ANA), await rig.enter(BEA)];
  const answers = await Promise.all(
    cookies.map((cookie) => rig.post('/chat', { poll: pollIdOf('Q1'), choice: '0', turn: '0' }, { cookie })),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});

test.each([
  ['a choice that was not offered', { poll: 'p1', choice: '7', turn: '0' }],
  ['a choice that is no number', { poll: 'p1', choice: '__proto__', turn: '0' }],
  ['no choice', { poll: 'p1', turn: '0' }],
  ['a turn that is no number', { poll: 'p1', choice: '0', turn: 'x' }],
  ['a message that is no poll', { poll: 't1', choice: '0', turn: '0' }],
  ['a reaction that is not offered', { about: '2', react: '<script>', turn: '0' }],
  ['a reaction to nothing', { about: '99', react: '👍', turn: '0' }],
  ['words of the program that are taken back', { about: '2', remove: 'yes', turn: '0' }],
  ['words of the program that are changed', { edit: '2', key: 'abcdefgh', text: 'forged' }],
  ['a message at no place', { about: '2 OR 1=1', react: '👍', turn: '0' }],
  ['nothing', {}],
  ['a key that is none', { key: '<x>', text: 'hello' }],
  ['a quotation of nothing', { key: 'abcdefgh', text: 'hello', quote: 'nothing' }],
])('%s is refused', async (_what, form) => {
  await send('p1', { kind: 'poll', question: 'Really?', choices: ['Yes', 'No'] });
  await send('t1', { kind: 'text', text: 'Hi' });
  const { status } = await rig.post('/chat', form as Record<string, string>, { cookie: here });
  expect([status, rig.chats.rows.lastPlace({ channel: 'web-local', chat: LOCAL })]).toEqual([404, 2]);
});

test('somebody who was removed from the list writes and reads nothing more', async () => {
  const stranger = '34600777888';
  rig.store.people.invite({
    codeHash: 'x',
    role: 'member',
    workspaces: undefined,
    expiresAtMs: Number.MAX_SAFE_INTEGER,
    tries: 3,
  });
  rig.store.people.accept(
    rig.store.people.openInvitation()?.seq ?? 0,
    { phone: stranger, role: 'member', workspaces: undefined },
    1,
  );
  const cookie = await rig.enter(stranger);
  await write(rig, cookie, { files: [{ name: 'a.txt', bytes: Buffer.from('x') }] });
  rig.store.people.remove(stranger);
  const answers = [
    await write(rig, cookie, { text: 'let me in' }),
    await rig.get('/chat', { cookie }),
    await rig.get('/chat/files/1', { cookie }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
});

test('while the chats of an owner are locked, nothing is taken here, and no file is shown', async () => {
  const hers = await rig.enter(ANA);
  await write(rig, hers, { files: [{ name: 'a.txt', bytes: Buffer.from('x') }] });
  const rows = createLockStore(rig.store.database);
  rows.setUp('pin', Date.now());
  rows.noteHeard(ANA, undefined, Date.now());
  rows.lock(ANA, { why: 'asked', atMs: Date.now() });
  const answers = [
    await write(rig, hers, { text: 'hello' }),
    await rig.get('/chat', { cookie: hers }),
    await rig.get('/chat/files/1', { cookie: hers }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([423, 423, 423]);
});
