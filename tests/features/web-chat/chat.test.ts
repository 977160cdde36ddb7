import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { OutboundBody } from '../../../src/contracts/channel.ts';
import { newMessageId, pollIdOf } from '../../../src/core/ids.ts';
import { askingOnce, type ConsoleRig, consoleRig, LOCAL } from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';
import { pngBytes } from '../../support/picture-files.ts';
import { pageWith, saidIn, write } from './writing.ts';

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
afterEach(() => rig.close());

/** A rig whose tasks ask once, by a message with an id as the program makes them. */
async function asking(): Promise<{ readonly cookie: string; readonly messageId: string }> {
  const messageId = newMessageId();
  rig = await consoleRig({ access: ACCESS, run: askingOnce({ messageId }) });
  const cookie = await rig.enter(LOCAL);
  await write(rig, cookie, { text: '/agent tidy up' });
  await pageWith(rig, cookie, /name="choice"/);
  return { cookie, messageId };
}

const inbox = () =>
  rig.store.database
    .read('SELECT channel, chat, sender, message FROM inbox ORDER BY seq', z.unknown())
    .all({}) as readonly { channel: string; chat: string; sender: string; message: string }[];

test('what is written is a message of the chat, and the answer stands below it', async () => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(LOCAL);
  const { status, headers } = await write(rig, cookie, { text: '/status' });
  const body = await pageWith(rig, cookie, /said-program/);
  const [first, second] = saidIn(body);
  expect({
    status,
    leads: headers.location,
    first,
    isAnswered: second?.startsWith('program: '),
    inbox: inbox().map(({ channel, chat, sender }) => ({ channel, chat, sender })),
  }).toEqual({
    status: 303,
    leads: '/chat',
    first: 'person: /status',
    isAnswered: true,
    inbox: [{ channel: 'web-local', chat: 'local', sender: 'local' }],
  });
});

test('a question has buttons; the answer is a vote, and then there are none', async () => {
  const { cookie, messageId } = await asking();
  const { status } = await rig.post(
    '/chat',
    { poll: pollIdOf(messageId), choice: '0', turn: '0' },
    { cookie },
  );
  const body = await pageWith(rig, cookie, /All done\./);
  const [vote] = inbox()
    .map(({ message }) => JSON.parse(message))
    .filter(({ gesture }) => gesture !== undefined);
  expect({
    status,
    vote: vote?.gesture,
    hasButtons: body.includes('name="choice"'),
    status_: rig.sessions()[0]?.state.status,
  }).toEqual({
    status: 303,
    vote: { kind: 'vote', target: pollIdOf(messageId), choices: ['✅ Yes, once'] },
    hasButtons: false,
    status_: 'done',
  });
});

test('whoever answers second is told what the first answer was', async () => {
  const { cookie, messageId } = await asking();
  const other = await rig.enter(LOCAL);
  await rig.post('/chat', { poll: pollIdOf(messageId), choice: '0', turn: '0' }, { cookie });
  await pageWith(rig, cookie, /All done\./);
  await rig.post('/chat', { poll: pollIdOf(messageId), choice: '1', turn: '0' }, { cookie: other });
  const body = await pageWith(rig, other, /Already/);
  expect(saidIn(body).filter((said) => said.includes('Already'))).toEqual([
    'program: Already allowed: curl https://example.com',
  ]);
});

test('an answer that is pressed twice is heard once', async () => {
  const { cookie, messageId } = await asking();
  const form = { poll: pollIdOf(messageId), choice: '0', turn: '0' };
  await Promise.all([rig.post('/chat', form, { cookie }), rig.post('/chat', form, { cookie })]);
  await pageWith(rig, cookie, /All done\./);
  expect(inbox().filter(({ message }) => message.includes('"vote"')).length).toBe(1);
});

/** The hidden fields of the first form whose button has this name. */
function fieldsOf(body: string, button: string): Record<string, string> {
  const form = body.match(/<form[^>]*>.*?<\/form>/gs)?.find((one) => one.includes(`name="${button}"`)) ?? '';
  return Object.fromEntries(
    [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

test('the form of an old page is the same wish however late it comes; a page made since then is another', async () => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(LOCAL);
  await rig.chats.channels[1]?.send({
    id: 'm1',
    chat: LOCAL,
    body: { kind: 'text', text: 'Done.' },
    mayRepeat: false,
  });
  const old = fieldsOf((await rig.get('/chat', { cookie })).body, 'react');
  const gestures = () =>
    inbox().flatMap(({ message }) => {
      const { gesture } = JSON.parse(message);
      return gesture === undefined ? [] : [gesture];
    });
  await rig.post('/chat', { ...old, react: '👍' }, { cookie });
  await expect.poll(gestures).toHaveLength(1);
  const taken = fieldsOf(await pageWith(rig, cookie, /class="reacted"/), 'react');
  await rig.post('/chat', { ...taken, react: '' }, { cookie });
  await expect.poll(gestures).toHaveLength(2);
  // Back to the first page, and pressed again.
  await rig.post('/chat', { ...old, react: '👍' }, { cookie });
  const body = await pageWith(rig, cookie, /Done\./);
  await rig.post('/chat', { ...fieldsOf(body, 'react'), react: '👍' }, { cookie });
  await expect.poll(gestures).toHaveLength(3);
  expect(gestures()).toEqual(['👍', '', '👍'].map((emoji) => ({ kind: 'reaction', target: 'm1', emoji })));
});

test('a reaction answers a question, as on the phone', async () => {
  const { cookie, messageId } = await asking();
  const body = (await rig.get('/chat', { cookie })).body;
  const at = rig.chats.rows.find({ channel: 'web-local', chat: LOCAL }, messageId)?.place ?? 0;
  const fields = { about: String(at), turn: '0' };
  expect(body).toContain(`name="about" value="${at}"`);
  await rig.post('/chat', { ...fields, react: '👍' }, { cookie });
  expect(saidIn(await pageWith(rig, cookie, /All done\./)).at(-1)).toContain('All done.');
});

test('own words are changed before they are read, and the chat says that they were', async () => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(LOCAL);
  await write(rig, cookie, { text: 'fix the <lgoin>' });
  await pageWith(rig, cookie, /said-program/);
  const form = await rig.get('/chat?edit=1', { cookie });
  const { status } = await write(rig, cookie, { text: 'fix the login', edit: '1' });
  const [first] = saidIn(await pageWith(rig, cookie, />edited</));
  const last = JSON.parse(inbox().at(-1)?.message ?? '{}');
  expect({
    prefilled: form.body.includes('fix the &lt;lgoin&gt;</textarea>'),
    hasFiles: form.body.includes('type="file"'),
    status,
    first,
    kind: last.gesture?.kind,
  }).toEqual({ prefilled: true, hasFiles: false, status: 303, first: 'person: fix the login', kind: 'edit' });
});

test('own words are taken back: nothing of them is on the page, and the gesture goes its way', async () => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(LOCAL);
  await write(rig, cookie, { text: 'a slip', files: [{ name: 'slip.txt', bytes: Buffer.from('x') }] });
  const body = await pageWith(rig, cookie, /slip\.txt/);
  await rig.post('/chat', { ...fieldsOf(body, 'remove'), remove: 'yes' }, { cookie });
  const after = await pageWith(rig, cookie, /This message was removed/);
  await expect.poll(() => inbox().at(-1)?.message).toContain('"delete"');
  expect([after.includes('slip'), (await rig.get('/chat/files/1', { cookie })).status]).toEqual([false, 404]);
});

test('an own message without words any more is told what to do', async () => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(LOCAL);
  await write(rig, cookie, { text: 'one' });
  const { status, body } = await write(rig, cookie, { text: ' ', edit: '1' });
  expect([status, body.includes('Write the new words, or remove the message.')]).toEqual([422, true]);
});

test('sound plays in the page, from anywhere in it; what only calls itself sound is saved', async () => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(LOCAL);
  await write(rig, cookie, {
    files: [
      { name: 'memo.ogg', bytes: Buffer.from('OggS\0abcdef'), type: 'audio/ogg' },
      { name: 'fake.mp3', bytes: Buffer.from('<script>alert(1)</script>'), type: 'audio/mpeg' },
    ],
  });
  const body = await pageWith(rig, cookie, /fake\.mp3/);
  const part = await rig.get('/chat/files/1', { cookie, headers: { range: 'bytes=5-7' } });
  const fake = await rig.get('/chat/files/2', { cookie });
  expect({
    players: body.match(/<audio [^>]*>/g),
    part: [part.status, part.headers['content-type'], part.headers['content-range'], part.body],
    fake: [fake.headers['content-type'], fake.headers['content-disposition']?.split(';')[0]],
  }).toEqual({
    players: [
      '<audio controls="" preload="none" src="/chat/files/1" aria-label="Sound: memo.ogg"></audio>',
    ].map((tag) => tag.replace('</audio>', '')),
    part: [206, 'audio/ogg', 'bytes 5-7/11', 'abc'],
    fake: ['application/octet-stream', 'attachment'],
  });
});

test('the same question is answered in words as well', async () => {
  const { cookie } = await asking();
  await write(rig, cookie, { text: 'yes' });
  expect(saidIn(await pageWith(rig, cookie, /All done\./)).at(-1)).toContain('All done.');
});

test('a reply to a message says which one it is about', async () => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(LOCAL);
  await write(rig, cookie, { text: '/status' });
  const body = await pageWith(rig, cookie, /said-program/);
  const [, place = ''] = [...body.matchAll(/href="\/chat\?reply=(\d+)#write"[^>]*>Reply<\/a>/g)].at(-1) ?? [];
  const form = await rig.get(`/chat?reply=${place}`, { cookie });
  const [, quote = ''] = /name="quote" value="([^"]+)"/.exec(form.body) ?? [];
  await write(rig, cookie, { text: 'what does that mean?', quote });
  await pageWith(rig, cookie, /<blockquote>/);
  const last = JSON.parse(inbox().at(-1)?.message ?? '{}');
  expect([place, last.quotedId, last.quoted?.author]).toEqual(['2', quote, 'program']);
});

test('each person has a chat of their own, and an owner sees theirs alone', async () => {
  rig = await consoleRig({ access: ACCESS });
  const [here, bea] = [await rig.enter(LOCAL), await rig.enter(BEA)];
  await write(rig, bea, { text: 'hello from bea' });
  await pageWith(rig, bea, /hello from bea/);
  await write(rig, here, { text: 'hello from here' });
  const own = await pageWith(rig, here, /hello from here/);
  const hers = await pageWith(rig, bea, /said-program/);
  expect([own.includes('from bea'), hers.includes('from here')]).toEqual([false, false]);
});

test('a reader may ask here and begin nothing, as on the phone', async () => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(ROY);
  await write(rig, cookie, { text: '/agent delete everything' });
  await pageWith(rig, cookie, /said-program/);
  expect(rig.sessions()).toEqual([]);
});

test('questions go on coming to the phone of whoever has one', async () => {
  rig = await consoleRig({ access: ACCESS });
  await rig.say('hello');
  await write(rig, await rig.enter(ANA), { text: '/status' });
  await write(rig, await rig.enter(BEA), { text: '/status' });
  await expect.poll(() => inbox().length).toBe(3);
  expect([ANA, BEA].map((person) => rig.store.people.directChat(person))).toEqual([
    'phone:ana',
    `web:${BEA}`,
  ]);
});

test('the same form sent twice is one message; one that was changed before is another', async () => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(LOCAL);
  const files = [{ name: 'a.txt', bytes: Buffer.from('one') }];
  await write(rig, cookie, { text: 'take this', key: 'same-key-1', files });
  await write(rig, cookie, { text: 'take this', key: 'same-key-1', files });
  await write(rig, cookie, { text: 'take this too', key: 'same-key-1', files });
  await write(rig, cookie, {
    text: 'take this',
    key: 'same-key-1',
    files: [{ name: 'a.txt', bytes: Buffer.from('two') }],
  });
  await expect.poll(() => inbox().length).toBe(3);
});

test('pictures are shown and other files saved, under names that are safe', async () => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(LOCAL);
  await write(rig, cookie, {
    text: 'look',
    files: [
      { name: 'shot.png', bytes: pngBytes(40, 30), type: 'image/png' },
      { name: 'año "1".pdf', bytes: Buffer.from('%PDF'), type: 'application/pdf' },
    ],
  });
  const body = await pageWith(rig, cookie, /class="files"/);
  const paths = [...body.matchAll(/href="(\/chat\/files\/\d+)"/g)].map(([, to = '']) => to);
  const files = await Promise.all(paths.map((to) => rig.get(to, { cookie })));
  expect({
    shown: body.match(/<img [^>]*>/g),
    files: files.map(({ status, headers }) => [
      status,
      headers['content-type'],
      headers['content-disposition'],
      headers['x-content-type-options'],
      headers['content-security-policy'],
    ]),
  }).toEqual({
    shown: ['<img src="/chat/files/1" alt="Picture: shot.png" loading="lazy"/>'],
    files: [
      [
        200,
        'image/png',
        `inline; filename="shot.png"; filename*=UTF-8''shot.png`,
        'nosniff',
        "default-src 'none'; sandbox",
      ],
      [
        200,
        'application/octet-stream',
        `attachment; filename="a_o_1_.pdf"; filename*=UTF-8''a%C3%B1o_1_.pdf`,
        'nosniff',
        "default-src 'none'; sandbox",
      ],
    ],
  });
});

test('a file that the window has comes without its bytes', async () => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(LOCAL);
  await write(rig, cookie, { files: [{ name: 'shot.png', bytes: pngBytes(40, 30) }] });
  await pageWith(rig, cookie, /<img /);
  const first = await rig.get('/chat/files/1', { cookie });
  const tag = first.headers.etag ?? '';
  const again = await rig.get('/chat/files/1', { cookie, headers: { 'if-none-match': tag } });
  expect([first.status, again.status, again.body]).toEqual([200, 304, '']);
});

test('a file goes the way of one from a phone', async () => {
  const kept: string[] = [];
  rig = await consoleRig({
    access: ACCESS,
    sentFiles: {
      keepDocument: async ({ name }) => {
        kept.push(name);
        return `.wasap/inbox/${name}`;
      },
      transcribe: async ({ mimeType }) => `spoken words in ${mimeType}`,
    },
  });
  const cookie = await rig.enter(LOCAL);
  await write(rig, cookie, {
    text: 'read these',
    files: [
      { name: 'notes.pdf', bytes: Buffer.from('%PDF'), type: 'application/pdf' },
      { name: 'memo.ogg', bytes: Buffer.from('OggS'), type: 'audio/ogg' },
    ],
  });
  await expect.poll(() => inbox()[0]?.message).toContain('spoken words in audio/ogg');
  expect(kept).toEqual(['notes.pdf']);
});

test('what the program sends is shown as what it is: text, code, diff, picture', async () => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(LOCAL);
  const [, channel] = rig.chats.channels;
  const send = (id: string, body: OutboundBody) => channel?.send({ id, chat: LOCAL, body, mayRepeat: false });
  await send('1', { kind: 'text', text: 'Run `npm test`:\n```\n✓ 3 passed\n```' });
  await send('2', {
    kind: 'diff',
    locale: 'en',
    diff: '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n',
    name: 'k7x.patch',
  });
  await send('3', { kind: 'drawing', svg: '<svg/>', caption: 'The plan' });
  const { body } = await rig.get('/chat', { cookie });
  expect({
    code: body.includes('<code>npm test</code>') && body.includes('✓ 3 passed'),
    lines: body.match(/<span class="(?:added|removed)">[^<]*/g),
    patch: /download="k7x.patch"/.test(body),
    picture: /<img [^>]*alt="Picture: picture.png"/.test(body),
    inlineSvg: /<svg/.test(body),
  }).toEqual({
    code: true,
    lines: ['<span class="removed">-old\n', '<span class="added">+new\n'],
    patch: true,
    picture: true,
    inlineSvg: false,
  });
});

test('a long chat is read in pages, and each message is on one of them', async () => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(LOCAL);
  const [, channel] = rig.chats.channels;
  for (let number = 1; number <= 100; number += 1)
    await channel?.send({
      id: `m${number}`,
      chat: LOCAL,
      body: { kind: 'text', text: `message ${number}.` },
      mayRepeat: false,
    });
  const seen: number[] = [];
  for (let to: string | undefined = '/chat'; to !== undefined; ) {
    const { body } = await rig.get(to, { cookie });
    seen.unshift(...[...body.matchAll(/<p>message (\d+)\.<\/p>/g)].map(([, number]) => Number(number)));
    to = /href="(\/chat\?until=\d+)">Earlier/.exec(body)?.[1];
  }
  expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});

test('an empty form is told what to do, in the language of its person', async () => {
  rig = await consoleRig({ access: ACCESS, locale: 'es' });
  const cookie = await rig.enter(LOCAL);
  const { status, body } = await write(rig, cookie, { text: '  \r\n ' });
  expect([status, body.includes('Escribe algo o agrega un archivo.')]).toEqual([422, true]);
});

test('a chat without messages says what to try', async () => {
  rig = await consoleRig({ access: ACCESS });
  const { body } = await rig.get('/chat', { cookie: await rig.enter(LOCAL) });
  expect(body).toContain('/agent fix the login test');
});
