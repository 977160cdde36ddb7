import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Attachment, Gesture, OutboundBody } from '../../../src/contracts/channel.ts';
import type { UploadedFile } from '../../../src/contracts/web-page.ts';
import { Failure } from '../../../src/core/failure.ts';
import { receiveUpload } from '../../../src/web-server/upload-folder.ts';
import { pngBytes } from '../../support/picture-files.ts';
import { HERE, receiverOf, type WebRig, webRig } from './rig.ts';

let sent = 0;
async function send({ channel }: Pick<WebRig, 'channel'>, body: OutboundBody, id?: string): Promise<void> {
  sent += 1;
  await channel.send({ id: id ?? `s${sent}`, chat: 'local', body, mayRepeat: false });
}

const text = (words: string): OutboundBody => ({ kind: 'text', text: words });

test('a message that is sent again is shown once, as it was', async () => {
  const rig = webRig();
  await send(rig, text('one'), 'm1');
  await send(rig, { kind: 'edit', target: 'm1', text: 'two' });
  await send(rig, text('one'), 'm1');
  expect(rig.messages().map(({ place, body }) => ({ place, body }))).toEqual([
    { place: 1, body: { kind: 'text', text: 'two' } },
  ]);
});

test('an edit changes no message of the person, and a reaction none of the program', async () => {
  const rig = webRig();
  await rig.channel.start(receiverOf());
  await send(rig, text('mine'), 'm1');
  rig.says('yours', { id: 'p1' });
  await expect.poll(() => rig.messages()).toHaveLength(2);
  await send(rig, { kind: 'edit', target: 'p1', text: 'forged' });
  await send(rig, { kind: 'reaction', target: 'm1', emoji: '✅' });
  await send(rig, { kind: 'reaction', target: 'p1', emoji: '⏳' });
  expect(rig.messages().map(({ body, reaction }) => ({ body, reaction }))).toEqual([
    { body: { kind: 'text', text: 'mine' }, reaction: '' },
    { body: { kind: 'text', text: 'yours' }, reaction: '⏳' },
  ]);
});

test('a message that was stored when the program was killed is handed on by the next one, once', async () => {
  const killed = webRig();
  // Nothing receives: the program dies before.
  await killed.channel.take({ chat: 'local', sender: 'local', id: 'p1', text: 'wake up', files: [] });
  const next = killed.again();
  const receiver = receiverOf();
  await next.channel.start(receiver);
  await expect.poll(() => receiver.received.map(({ text: words }) => words)).toEqual(['wake up']);
  await next.channel.stop();
  const third = next.again();
  const later = receiverOf();
  await third.channel.start(later);
  await third.channel.stop();
  expect([later.received, third.rows.listWaiting('web-local')]).toEqual([[], []]);
});

test('a message that is written twice is heard once', async () => {
  const rig = webRig();
  const receiver = receiverOf();
  await rig.channel.start(receiver);
  for (let time = 0; time < 3; time += 1) rig.says('hello', { id: 'same' });
  await rig.channel.stop();
  expect([receiver.received.length, rig.messages().length]).toEqual([1, 1]);
});

test('while there is no room the message waits, and it is handed on when there is', {
  timeout: 10_000,
}, async () => {
  const rig = webRig();
  let isFull = true;
  const receiver = receiverOf(async () => {
    if (isFull) throw new Failure('unavailable', 'The disk is full.');
  });
  await rig.channel.start(receiver);
  rig.says('hello');
  await expect.poll(() => rig.rows.listWaiting('web-local').length).toBe(1);
  isFull = false;
  await expect.poll(() => receiver.received.length, { timeout: 5000 }).toBe(1);
  await rig.channel.stop();
});

test.each([
  ['another chat', { chat: '34600111222' }],
  ['the name of somebody else', { sender: '34600111222' }],
  ['another person altogether', { chat: '34600111222', sender: '34600111222' }],
])('nobody is the owner of this machine by writing in %s', async (_what, change) => {
  const { channel } = webRig();
  const written = { chat: 'local', sender: 'local', id: 'p1', text: 'hello', files: [], ...change };
  await expect(channel.take(written)).rejects.toThrow(/has no chat/);
});

function uploaded(
  { folder }: Pick<WebRig, 'folder'>,
  name: string,
  mimeType: string,
  bytes: Uint8Array,
): Promise<UploadedFile> {
  return receiveUpload(path.join(folder, 'uploads'), { name, mimeType }, Readable.from([bytes]));
}

const AUDIO = Buffer.from('OggS\0 and so on');

test('a file is a picture if its bytes are, sound if the browser says so, else a document', async () => {
  const rig = webRig();
  const receiver = receiverOf();
  await rig.channel.start(receiver);
  rig.says('look', {
    files: [
      await uploaded(rig, 'shot.txt', 'text/plain', pngBytes(40, 30)),
      await uploaded(rig, 'note.ogg', 'audio/ogg', AUDIO),
      await uploaded(rig, '../../evil<script>.svg', 'image/svg+xml', Buffer.from('<svg onload=alert(1)>')),
    ],
  });
  await rig.channel.stop();
  const attachments = receiver.received[0]?.attachments ?? [];
  expect(attachments.map(({ kind, mimeType, name, bytes }) => ({ kind, mimeType, name, bytes }))).toEqual([
    { kind: 'image', mimeType: 'image/png', name: 'shot.txt', bytes: 32 },
    { kind: 'voice', mimeType: 'audio/ogg', name: 'note.ogg', bytes: AUDIO.length },
    { kind: 'document', mimeType: 'image/svg+xml', name: 'evil_script_.svg', bytes: 21 },
  ]);
  const fetched = await rig.channel.fetch?.(attachments[1] as Attachment, 1000);
  expect(Buffer.from(fetched ?? []).equals(AUDIO)).toBe(true);
});

test('a file that is too large for now, or gone, is refused', async () => {
  const rig = webRig();
  const receiver = receiverOf();
  await rig.channel.start(receiver);
  rig.says('', { files: [await uploaded(rig, 'a.pdf', 'application/pdf', Buffer.alloc(100))] });
  await rig.channel.stop();
  const [attachment] = receiver.received[0]?.attachments ?? [];
  const fetch = (most: number) => rig.channel.fetch?.(attachment as Attachment, most);
  await expect(fetch(99)).rejects.toMatchObject({ kind: 'invalid' });
  rmSync(path.join(rig.folder, 'files'), { recursive: true });
  await expect(fetch(100)).rejects.toMatchObject({ kind: 'not-found' });
});

test('what was sent stays as it was, whatever becomes of the file', async () => {
  const rig = webRig();
  const file = path.join(rig.folder, 'report.md');
  writeFileSync(file, 'as sent');
  await send(rig, { kind: 'document', path: file, name: 'report.md', caption: 'The report' });
  writeFileSync(file, 'changed later');
  const [
    {
      body,
      files: [kept],
    } = { body: undefined, files: [] },
  ] = rig.messages();
  expect([body, kept?.name, kept?.bytes, kept?.media]).toEqual([
    { kind: 'text', text: 'The report' },
    'report.md',
    7,
    undefined,
  ]);
  expect(rig.rows.file(HERE, kept?.seq ?? 0)?.hash).toBe(kept?.hash);
  expect(rig.rows.file({ channel: 'web', chat: '34600111222' }, kept?.seq ?? 0)).toBeUndefined();
});

test('pictures, drawings, diffs and texts come as what they are; a file that is gone fails for good', async () => {
  const rig = webRig();
  const picture = path.join(rig.folder, 'chart.png');
  writeFileSync(picture, pngBytes(10, 10));
  await send(rig, { kind: 'image', path: picture, caption: 'A chart' });
  await send(rig, { kind: 'drawing', svg: '<svg/>', caption: 'The graph' });
  await send(rig, { kind: 'diff', diff: '--- a\n+++ b\n', name: 'k7x.patch', locale: 'en' });
  await send(rig, { kind: 'text-file', text: 'long', name: 'answer.md', caption: '(3/4)' });
  await send(rig, { kind: 'poll', question: 'Really?', choices: ['Yes', 'No'] });
  expect(
    rig.messages().map(({ body, files }) => [body.kind, ...files.map(({ name, media }) => [name, media])]),
  ).toEqual([
    ['text', ['chart.png', 'image/png']],
    ['text', ['picture.png', 'image/png']],
    ['diff', ['k7x.patch', undefined]],
    ['text', ['answer.md', undefined]],
    ['poll'],
  ]);
  const gone = send(rig, { kind: 'image', path: path.join(rig.folder, 'nothing.png'), caption: '' });
  await expect(gone).rejects.toMatchObject({ kind: 'not-found' });
});

test('a message that is taken out leaves no words behind', async () => {
  const rig = webRig();
  await rig.channel.start(receiverOf());
  rig.says('/unlock 123456', { id: 'p1' });
  await expect.poll(() => rig.messages()).toHaveLength(1);
  await send(rig, { kind: 'delete', target: 'p1' });
  expect([rig.channel.canDelete?.('local'), rig.messages().map(({ body }) => body)]).toEqual([
    true,
    [{ kind: 'deleted' }],
  ]);
});

test('messages are removed when they are old, with their files, but none that waits', async () => {
  const rig = webRig();
  await rig.channel.take({ chat: 'local', sender: 'local', id: 'p1', text: 'waits', files: [] });
  await send(rig, { kind: 'text-file', text: 'x', name: 'x.txt', caption: 'old' });
  expect(rig.rows.removeOlder(Date.now() + 1000, 100)).toBe(1);
  expect(rig.messages().map(({ id }) => id)).toEqual(['p1']);
});

test('a recording is a message that can be played; another message says the same in words', async () => {
  const rig = webRig();
  const recording = path.join(rig.folder, '1.ogg');
  writeFileSync(recording, AUDIO);
  await send(rig, { kind: 'voice-note', path: recording, seconds: 12 });
  expect([
    rig.channel.capabilities.voiceNote,
    rig.messages().map(({ body, files }) => [body, files.map(({ name, media }) => [name, media])]),
  ]).toEqual([true, [[{ kind: 'voice', seconds: 12 }, [['voice.ogg', 'audio/ogg']]]]]);
});

test('a file is kept by moving it: nothing of it stays where it came', async () => {
  const rig = webRig();
  const file = await uploaded(rig, 'a.txt', 'text/plain', Buffer.from('a'));
  await rig.channel.take({ chat: 'local', sender: 'local', id: 'p1', text: '', files: [file] });
  expect([
    readdirSync(path.join(rig.folder, 'uploads')),
    readdirSync(path.join(rig.folder, 'files')),
  ]).toEqual([[], [file.hash]]);
});

const gesture = (rig: WebRig, id: string, made: Gesture) =>
  rig.channel.take({ chat: 'local', sender: 'local', id, text: '', gesture: made, files: [] });

test('changed, taken back and reacted to: the chat shows it, and it is heard as from a phone', async () => {
  const rig = webRig();
  const receiver = receiverOf();
  await rig.channel.start(receiver);
  await send(rig, text('Done.'), 'm1');
  rig.says('fix the lgoin', { id: 'p1' });
  rig.says('never mind', { id: 'p2' });
  await expect.poll(() => rig.messages()).toHaveLength(3);
  await gesture(rig, 'g1', { kind: 'edit', target: 'p1', text: 'fix the login' });
  await gesture(rig, 'g2', { kind: 'delete', target: 'p2' });
  await gesture(rig, 'g3', { kind: 'reaction', target: 'm1', emoji: '👍' });
  await gesture(rig, 'g3', { kind: 'reaction', target: 'm1', emoji: '👍' });
  await rig.channel.stop();
  expect({
    shown: rig.messages().map(({ body, isEdited, reaction, turn }) => ({ body, isEdited, reaction, turn })),
    heard: receiver.received.flatMap(({ id, gesture: made }) =>
      made === undefined ? [] : [[id, made.kind]],
    ),
    waiting: rig.rows.listWaiting('web-local'),
  }).toEqual({
    shown: [
      { body: { kind: 'text', text: 'Done.' }, isEdited: false, reaction: '👍', turn: 1 },
      { body: { kind: 'text', text: 'fix the login' }, isEdited: true, reaction: '', turn: 1 },
      { body: { kind: 'deleted' }, isEdited: false, reaction: '', turn: 1 },
    ],
    heard: [
      ['g1', 'edit'],
      ['g2', 'delete'],
      ['g3', 'reaction'],
    ],
    waiting: [],
  });
});

test.each([
  ['the words of the program are changed', { kind: 'edit', target: 'm1', text: 'forged' }],
  ['the words of the program are taken back', { kind: 'delete', target: 'm1' }],
  ['an own message is reacted to', { kind: 'reaction', target: 'p1', emoji: '👍' }],
  ['a message that is not there is changed', { kind: 'edit', target: 'p9', text: 'x' }],
] as const)('nothing is done or heard when %s', async (_what, made) => {
  const rig = webRig();
  const receiver = receiverOf();
  await rig.channel.start(receiver);
  await send(rig, text('Done.'), 'm1');
  rig.says('mine', { id: 'p1' });
  await expect.poll(() => receiver.received).toHaveLength(1);
  const before = rig.messages();
  await gesture(rig, 'g1', made);
  await rig.channel.stop();
  expect([rig.messages(), receiver.received.length]).toEqual([before, 1]);
});

test('a change that was stored when the program was killed is handed on behind its message, once', async () => {
  const killed = webRig();
  await killed.channel.take({ chat: 'local', sender: 'local', id: 'p1', text: 'one', files: [] });
  await gesture(killed, 'g1', { kind: 'edit', target: 'p1', text: 'two' });
  const next = killed.again();
  const receiver = receiverOf();
  await next.channel.start(receiver);
  await expect.poll(() => receiver.received.map(({ id }) => id)).toEqual(['p1', 'g1']);
  await next.channel.stop();
  expect(next.rows.listWaiting('web-local')).toEqual([]);
});

test('the file of a message that is taken back belongs to nobody any more', async () => {
  const rig = webRig();
  const file = await uploaded(rig, 'a.txt', 'text/plain', Buffer.from('a'));
  await rig.channel.take({ chat: 'local', sender: 'local', id: 'p1', text: 'this', files: [file] });
  const before = rig.rows.hasFile(file.hash);
  await gesture(rig, 'g1', { kind: 'delete', target: 'p1' });
  expect([before, rig.rows.hasFile(file.hash), rig.messages()[0]?.files]).toEqual([true, false, []]);
});
