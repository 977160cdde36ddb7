import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Attachment, OutboundBody } from '../../../src/contracts/channel.ts';
import { Failure } from '../../../src/core/failure.ts';
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
  expect([later.received, third.rows.waiting('web-local')]).toEqual([[], []]);
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
  await expect.poll(() => rig.rows.waiting('web-local').length).toBe(1);
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

const AUDIO = Buffer.from('OggS and so on');

test('a file is a picture if its bytes are, sound if the browser says so, else a document', async () => {
  const rig = webRig();
  const receiver = receiverOf();
  await rig.channel.start(receiver);
  rig.says('look', {
    files: [
      { name: 'shot.txt', mimeType: 'text/plain', bytes: pngBytes(40, 30) },
      { name: 'note.ogg', mimeType: 'audio/ogg', bytes: AUDIO },
      {
        name: '../../evil<script>.svg',
        mimeType: 'image/svg+xml',
        bytes: Buffer.from('<svg onload=alert(1)>'),
      },
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
  rig.says('', { files: [{ name: 'a.pdf', mimeType: 'application/pdf', bytes: Buffer.alloc(100) }] });
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
  expect([body, kept?.name, kept?.bytes, kept?.picture]).toEqual([
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
  await send(rig, { kind: 'diff', diff: '--- a\n+++ b\n', name: 'k7x.patch' });
  await send(rig, { kind: 'text-file', text: 'long', name: 'answer.md', caption: '(3/4)' });
  await send(rig, { kind: 'poll', question: 'Really?', choices: ['Yes', 'No'] });
  expect(
    rig
      .messages()
      .map(({ body, files }) => [body.kind, ...files.map(({ name, picture: kind }) => [name, kind])]),
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
