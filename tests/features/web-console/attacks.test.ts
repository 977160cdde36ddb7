import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type Answer,
  askingOnce,
  type ConsoleRig,
  consoleRig,
  LOCAL,
  SECRET,
} from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';

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
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let rig: ConsoleRig;
beforeEach(async () => {
  rig = await consoleRig({
    access: ACCESS,
    run: askingOnce({ question: { details: `curl https://example.com/<b>"'` } }),
  });
});
afterEach(() => rig.close());

const taskPath = (): string => `/tasks/${rig.sessions()[0]?.id}`;
const pending = (): number =>
  rig.store.database
    .read("SELECT count(*) AS n FROM approvals WHERE state = 'pending'", z.object({ n: z.int() }))
    .get({})?.n ?? -1;

test('a name that somebody made to lead here is not answered to', async () => {
  const cookie = await rig.enter(LOCAL);
  const hosts = ['evil.example', `evil.example:${new URL(rig.address).port}`, '127.0.0.1', '0.0.0.0:80', ''];
  const answers = await Promise.all(hosts.map((host) => rig.get('/', { cookie, headers: { host } })));
  expect(answers.map(({ status }) => status)).toEqual(hosts.map((host) => (host === '' ? 400 : 421)));
});

test.each([
  ['another page', { origin: 'https://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:3000' }],
  ['a page without an origin', { origin: 'null' }],
  ['a page that the browser calls foreign', { 'sec-fetch-site': 'cross-site' }],
])('%s cannot press a button, although the browser sends the cookie', async (_what, headers) => {
  await rig.say('/agent tidy up');
  const cookie = await rig.enter(LOCAL);
  const { status } = await rig.post(taskPath(), { command: 'cancel' }, { cookie, headers });
  expect([status, rig.sessions()[0]?.state.status]).toEqual([403, 'waiting']);
});

test('without an origin nothing is pressed either', async () => {
  await rig.say('/agent tidy up');
  const cookie = await rig.enter(LOCAL);
  const { status } = await rig.ask(taskPath(), {
    method: 'POST',
    cookie,
    headers: FORM,
    body: 'command=cancel',
  });
  expect([status, rig.sessions()[0]?.state.status]).toEqual([403, 'waiting']);
});

test('reading changes nothing, whatever is in the address', async () => {
  await rig.say('/agent tidy up');
  const cookie = await rig.enter(LOCAL);
  await rig.get(`${taskPath()}?command=cancel`, { cookie });
  await rig.get('/questions?question=k7x&answer=%E2%9C%85%20Yes%2C%20once', { cookie });
  await rig.get('/leave', { cookie });
  expect([rig.sessions()[0]?.state.status, pending(), (await rig.get('/', { cookie })).status]).toEqual([
    'waiting',
    1,
    200,
  ]);
});

test('no page can be framed, and none runs a script that is not ours', async () => {
  const cookie = await rig.enter(LOCAL);
  const paths = ['/', '/tasks', '/questions', '/enter', '/nothing', '/assets/live.js'];
  const answers = await Promise.all(paths.map((to) => rig.get(to, { cookie })));
  const policies = new Set(answers.map(({ headers }) => headers['content-security-policy']));
  expect({
    policies: [...policies],
    framing: new Set(answers.map(({ headers }) => headers['x-frame-options'])),
    sniffing: new Set(answers.map(({ headers }) => headers['x-content-type-options'])),
    inline: answers
      .slice(0, 5)
      .flatMap(
        ({ body }) =>
          body.match(/<script(?! src="\/assets\/live\.js")|<style| style=| on\w+="|javascript:/g) ?? [],
      ),
    foreign: answers.slice(0, 5).flatMap(({ body }) => body.match(/(?:src|href|action)="(?!\/)[^"#]/g) ?? []),
  }).toEqual({
    policies: [
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    ],
    framing: new Set(['DENY']),
    sniffing: new Set(['nosniff']),
    inline: [],
    foreign: [],
  });
});

const SCRIPTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus=alert(1) x='",
  '</title><script>alert(1)</script>',
  '</textarea></pre></code><svg onload=alert(1)>',
  '`</code><iframe srcdoc=x>`',
  '[x](javascript:alert(1))',
];

test.each(SCRIPTS)('a task named %s is only text', async (name) => {
  await rig.say(`/agent ${name}`);
  const cookie = await rig.enter(LOCAL);
  const pages = ['/', '/tasks', `/tasks?q=${encodeURIComponent(name)}`, taskPath(), '/questions'];
  const bodies = (await Promise.all(pages.map((to) => rig.get(to, { cookie })))).map(({ body }) => body);
  const tags = bodies.flatMap(
    // What stands between the quotes of an attribute is its value, as long as no quote ends it.
    (body) =>
      body
        .replaceAll(/="[^"]*"/g, '')
        .match(/<script>|<img|<svg|<iframe|<[^>]*\son(?:error|focus|load)[^>]*>/g) ?? [],
  );
  expect({
    tags,
    isShown: bodies.filter((body) => body.includes('alert(1)') || body.includes('srcdoc')).length > 0,
  }).toEqual({
    tags: [],
    isShown: true,
  });
});

test('what a tool was given, what it gave and what the model said are only text', async () => {
  await rig.say('/agent look');
  const session = rig.sessions()[0];
  if (session === undefined) throw new Error('no session');
  const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  const call = 'call-evil' as never;
  rig.store.calls.add({
    session: session.id,
    id: call,
    round: 1,
    position: 0,
    tool: evil,
    input: { command: evil, [evil]: evil },
    malformed: undefined,
    state: 'open',
    prepared: null,
    result: undefined,
    startedAtMs: undefined,
  });
  rig.store.calls.markStarted(session.id, call, { prepared: null, atMs: 1 });
  rig.store.calls.markDone(session.id, call, { text: evil, data: null, ok: true, durationMs: 1 });
  rig.store.history.append(session.id, 0, {
    role: 'assistant',
    content: [
      { type: 'text', text: evil },
      { type: 'tool_use', id: call, name: 'x', input: {} },
    ],
  });
  rig.store.history.setPlan(session.id, { steps: [{ title: evil, status: 'done', note: evil }] });
  const { body } = await rig.get(taskPath(), { cookie: await rig.enter(LOCAL) });
  expect([body.match(/<script>|<img/g), (body.match(/&lt;script&gt;alert\(1\)/g) ?? []).length]).toEqual([
    null,
    9,
  ]);
});

test('a secret is on no page, whatever signs it has', async () => {
  await rig.say(`/agent use ${SECRET} to log in`);
  const cookie = await rig.enter(LOCAL);
  const answers = await Promise.all(
    ['/', '/tasks', taskPath(), '/questions'].map((to) => rig.get(to, { cookie })),
  );
  const escaped = SECRET.replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  expect(
    answers.filter(
      ({ body }) => body.includes(escaped) || body.includes(SECRET) || body.includes('sk-canary'),
    ),
  ).toEqual([]);
});

test('hidden characters and text that runs backwards are made visible', async () => {
  await rig.say('/agent delete \u202egpj.exe\u202c now\u0007');
  const { body } = await rig.get('/tasks', { cookie: await rig.enter(LOCAL) });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there.
  expect([/[\u202e\u202c\u0007]/.test(body), body.includes('\\u{202e}gpj.exe')]).toEqual([false, true]);
});

test.each([
  '/assets/../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/console.css%00.js',
  '/tasks/..%2f..%2fetc%2fpasswd',
  '/tasks/20261120-00000001/changes/../../x',
  "/tasks/'%20OR%201=1--",
  '/tasks/%00',
  '/tasks/%E0%A4%A',
  '//etc/passwd',
  `/tasks/${'a'.repeat(4000)}`,
])('%s leads nowhere', async (to) => {
  const { status, body } = await rig.get(to, { cookie: await rig.enter(LOCAL) });
  expect([status, /"name": "wasap-agent"|root:x/.test(body)]).toEqual([404, false]);
});

test('what is searched for is a value, and no query', async () => {
  await rig.say('/agent tidy up');
  const cookie = await rig.enter(LOCAL);
  const searches = ["' OR '1'='1", '%', '_', 'tidy', 'TIDY'];
  const found = await Promise.all(
    searches.map((words) => rig.get(`/tasks?q=${encodeURIComponent(words)}`, { cookie })),
  );
  expect(found.map(({ body }) => body.includes('tidy up</a>'))).toEqual([false, false, false, true, true]);
});

test('other methods are refused', async () => {
  const cookie = await rig.enter(LOCAL);
  const methods = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'];
  const answers = await Promise.all(methods.map((method) => rig.ask('/', { method, cookie })));
  expect(answers.map(({ status }) => status)).toEqual([405, 405, 405, 405, 405]);
});

test('a form that is too large is refused before it is read to its end, also without its size', async () => {
  const cookie = await rig.enter(LOCAL);
  const body = `command=${'x'.repeat(1_000_000)}`;
  const headers = { ...FORM, origin: rig.address };
  const answers: (Answer | string)[] = await Promise.all(
    [headers, { ...headers, 'transfer-encoding': 'chunked' }].map((one) =>
      rig
        .ask('/questions', { method: 'POST', cookie, headers: one, body })
        .catch((error: Error) => error.message),
    ),
  );
  // The connection may be closed while the rest is still being sent.
  expect(
    answers
      .map((one) => (typeof one === 'string' ? 'closed' : one.status))
      .filter((one) => one !== 'closed' && one !== 413),
  ).toEqual([]);
});

test('headers that are too large are refused', async () => {
  const { status } = await rig.get('/', { headers: { 'x-large': 'x'.repeat(20_000) } });
  expect(status).toBe(431);
});

test('a client that never ends its request is dropped', { tags: 'full' }, async () => {
  const began = Date.now();
  const socket = connect(Number(new URL(rig.address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n');
  const dripping = setInterval(() => socket.write('X: y\r\n'), 200);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(dripping);
  expect(Date.now() - began).toBeLessThan(9000);
});

test('a flood of requests of one session is stopped, and others are not', async () => {
  const [flooding, calm] = [await rig.enter(LOCAL), await rig.enter(ANA)];
  let refused = 0;
  for (let wave = 0; wave < 8; wave += 1) {
    const asked = Array.from({ length: 25 }, () => rig.get('/assets/live.js', { cookie: flooding }));
    refused += (await Promise.all(asked)).filter(({ status }) => status === 429).length;
  }
  expect([refused > 0, (await rig.get('/', { cookie: calm })).status]).toEqual([true, 200]);
});

test('windows are counted: a flood of them is refused, and pages are still served', async () => {
  const cookie = await rig.enter(LOCAL);
  const port = Number(new URL(rig.address).port);
  const sockets = Array.from({ length: 30 }, () => connect(port, '127.0.0.1'));
  const firsts = await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket.once('data', (chunk) => resolve(String(chunk).slice(9, 12)));
          socket.write(`GET /?live=x HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n\r\n`);
        }),
    ),
  );
  const page = await rig.get('/', { cookie });
  for (const socket of sockets) socket.destroy();
  expect([
    firsts.filter((status) => status === '200').length,
    firsts.filter((status) => status === '429').length,
    page.status,
  ]).toEqual([24, 6, 200]);
});

test('a window is closed in the moment in which its session ends', async () => {
  const cookie = await rig.enter(LOCAL);
  const port = Number(new URL(rig.address).port);
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += String(chunk);
  });
  socket.write(
    `GET /?live=x HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
  );
  await expect.poll(() => heard).toContain('event: regions');
  await rig.say('/web off');
  await expect.poll(() => heard).toContain('event: over');
  await rig.say('/agent a secret plan');
  socket.destroy();
  expect(heard).not.toContain('secret plan');
});

test.each([
  ['a reader', ROY, 'roy'],
  ['a member', BEA, 'bea'],
])('%s sees and changes nothing of others', async (_who, phone, chat) => {
  await rig.say('/agent a secret plan');
  const cookie = await rig.enter(phone);
  const pages = await Promise.all(
    ['/', '/tasks', '/questions', taskPath(), `${taskPath()}/changes`].map((to) => rig.get(to, { cookie })),
  );
  const posts = [
    await rig.post(taskPath(), { command: 'cancel' }, { cookie }),
    await rig.post('/questions', { question: 'k7x', asked: '0', answer: '✅ Yes, once' }, { cookie }),
    await rig.post('/questions', answerForm(), { cookie }),
  ];
  expect({
    pages: pages.map(({ status, body }) => [status, /secret plan|example\.com/.test(body)]),
    posts: posts.map(({ status }) => status),
    task: rig.sessions()[0]?.state.status,
    pending: pending(),
    chat: rig.phone.sent.filter((message) => message.chat === chat).length,
  }).toEqual({
    pages: [
      [200, false],
      [200, false],
      [200, false],
      [404, false],
      [404, false],
    ],
    posts: [404, 404, 404],
    task: 'waiting',
    pending: 1,
    chat: 0,
  });
});

test('a reader cannot press what they would not be allowed to write', async () => {
  await rig.say('what does this do?', { chat: 'roy', sender: ROY });
  const talk = rig.sessions()[0];
  const cookie = await rig.enter(ROY);
  const { body } = await rig.get(taskPath(), { cookie });
  const posted = await rig.post(taskPath(), { command: 'undo' }, { cookie });
  expect([talk?.owner, body.includes('name="command"'), posted.status]).toEqual([ROY, false, 404]);
});

test('who somebody says they are counts for nothing', async () => {
  await rig.say('/agent a secret plan');
  const cookie = await rig.enter(ROY);
  const headers = { 'x-forwarded-user': ANA, 'x-role': 'owner', authorization: 'Bearer owner' };
  const { body } = await rig.get('/tasks?owner=&role=owner', { cookie, headers });
  expect(body.includes('secret plan')).toBe(false);
});

test.each([
  ['a choice that was not offered', { answer: '📌 Yes, always here' }],
  ['words of its own', { answer: 'yes' }],
  ['another question', { question: 'zzz' }],
  ['an earlier question of that name', { asked: '1' }],
  ['nothing', { question: '', asked: '', answer: '' }],
])('%s answers nothing', async (_what, change) => {
  await rig.say('/agent tidy up');
  const { status } = await rig.post(
    '/questions',
    { ...answerForm(), ...change },
    { cookie: await rig.enter(LOCAL) },
  );
  expect([status, pending()]).toEqual([404, 1]);
});

test.each(['/compact', 'merge', '', 'cancel /agent rm -rf', '__proto__', 'agent-resume'])(
  'the button %j is none',
  async (command) => {
    await rig.say('/agent tidy up');
    const before = rig.phone.sent.length;
    const { status } = await rig.post(taskPath(), { command }, { cookie: await rig.enter(LOCAL) });
    expect([status, rig.sessions().length, rig.phone.sent.length - before]).toEqual([404, 1, 0]);
  },
);

test('what was answered to somebody else is not shown', async () => {
  await rig.say('/agent tidy up');
  const pressed = await rig.post(taskPath(), { command: 'cancel' }, { cookie: await rig.enter(ANA) });
  const heard = new URL(pressed.headers.location ?? '', rig.address).search;
  const { body } = await rig.get(`/${heard}`, { cookie: await rig.enter(ROY) });
  expect([heard, body.includes('class="answer"')]).toEqual([expect.stringMatching(/^\?heard=\d+$/), false]);
});

/** What the form of the open question holds. */
function answerForm(): Record<string, string> {
  const approval = rig.store.approvals.get('k7x' as never);
  return { question: 'k7x', asked: String(approval?.askedAtMs), answer: '✅ Yes, once' };
}
