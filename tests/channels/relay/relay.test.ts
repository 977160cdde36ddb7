/** @module-tag postgres */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CellName, FrontName } from '../../../src/cluster/names.ts';
import type { OutboundBody } from '../../../src/contracts/channel.ts';
import { Failure } from '../../../src/core/failure.ts';
import { conversationId, type SessionId } from '../../../src/core/ids.ts';
import { freshDatabase, runSql, startPostgres } from '../../support/postgres.ts';
import { tempFolder } from '../../support/program.ts';
import { CHAT, type FakeFront, FRONT, type FrontOptions, startFakeFront } from './fake-front.ts';
import { CELL, hearing, type RelayRig, relayRig } from './rig.ts';

const WITHIN = { timeout: 20_000 };
const CONVERSATION = conversationId('whatsapp', CHAT);

async function frontAt(url: string, options: Partial<FrontOptions> = {}): Promise<FakeFront> {
  const front = await startFakeFront({ url, cell: CELL, ...options });
  onTestFinished(() => front.stop());
  return front;
}

async function talking({ channel }: RelayRig, front: FakeFront, heard = hearing()): Promise<typeof heard> {
  await channel.start(heard);
  await front.says('hello');
  await expect.poll(() => heard.messages.length, WITHIN).toBe(1);
  return heard;
}

const text = (words: string): OutboundBody => ({ kind: 'text', text: words });

const send = ({ channel }: RelayRig, id: string, body: OutboundBody, mayRepeat = false): Promise<void> =>
  channel.send({ id, chat: CHAT, body, mayRepeat });

test('what names a message of long ago names it after both ends were started again', {
  tags: 'full',
  timeout: 60_000,
}, async () => {
  const url = await freshDatabase();
  const first = await startFakeFront({ url, cell: CELL });
  const rig = await relayRig({ url });
  await talking(rig, first);
  await send(rig, 'P1', { kind: 'poll', question: '¿Listo?', choices: ['sí', 'no'] });
  await rig.channel.stop();
  await first.stop();

  const front = await frontAt(url);
  const again = await relayRig({ url, rows: rig.rows });
  const heard = hearing();
  await again.channel.start(heard);
  await front.says('', { gesture: { kind: 'vote', target: 'P1', choices: ['sí'] } });
  await front.says('otra vez', { quotedId: 'P1' });
  await expect
    .poll(() => heard.messages.map(({ gesture, quotedId }) => gesture ?? quotedId), WITHIN)
    .toEqual([{ kind: 'vote', target: 'P1', choices: ['sí'] }, 'P1']);
  const bodies: readonly OutboundBody[] = [
    { kind: 'edit', target: 'P1', text: 'hecho' },
    { kind: 'reaction', target: heard.messages[0]?.id ?? '', emoji: '👍' },
  ];
  for (const [index, body] of bodies.entries()) await send(again, `E${index}`, body);
  await expect.poll(() => front.delivered.map(({ body }) => body), WITHIN).toEqual(bodies);
});

test('marks are not waited for, keep their order, and do not hold up the answer behind them', {
  tags: 'full',
}, async () => {
  const url = await freshDatabase();
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const front = await frontAt(url, { reached: async ({ id }) => (id === 'M1' ? await held : undefined) });
  const rig = await relayRig({ url });
  const [message] = (await talking(rig, front)).messages;
  const mark = (emoji: string): OutboundBody => ({ kind: 'reaction', target: message?.id ?? '', emoji });
  await send(rig, 'M1', mark('👀'));
  await send(rig, 'M2', mark('👍'));
  await send(rig, 'A1', text('the answer'));
  const ahead = front.delivered.map(({ id }) => id);
  letThrough();
  await expect.poll(() => front.delivered.length, WITHIN).toBe(3);
  expect([ahead, front.delivered.map(({ id }) => id)]).toEqual([['A1'], ['A1', 'M1', 'M2']]);
});

test('a send that was answered while the cell was dead is not sent again', async () => {
  const url = await freshDatabase();
  const front = await frontAt(url);
  const rig = await relayRig({ url });
  await talking(rig, front);
  await send(rig, 'A1', text('once'));
  await rig.channel.stop();

  const again = await relayRig({ url, rows: rig.rows });
  await again.channel.start(hearing());
  await send(again, 'A1', text('once'), true);
  expect(front.delivered).toEqual([{ id: 'A1', chat: CHAT, body: text('once') }]);
}, 60_000);

test('a refusal ends the send for good, and one that would be tried again as well', {
  timeout: 60_000,
}, async () => {
  const url = await freshDatabase();
  const front = await frontAt(url, {
    refuses: () => ({ ok: false, failure: 'unavailable', reason: 'Not now.' }),
  });
  const rig = await relayRig({ url });
  await talking(rig, front);
  await expect(send(rig, 'R1', text('no'))).rejects.toMatchObject({ kind: 'denied', message: 'Not now.' });
});

test('a conversation that moved away: its tasks stop, and nothing more is sent', async () => {
  const url = await freshDatabase();
  const front = await frontAt(url);
  const rig = await relayRig({ url, openSessions: ['20261127-aaaaaaaa' as SessionId] });
  const heard = await talking(rig, front);
  await runSql(url, `UPDATE wasap.placements SET cell = 'other', epoch = epoch + 1`);
  await expect(send(rig, 'M1', text('late'))).rejects.toMatchObject({ kind: 'denied' });
  await runSql(url, `SELECT pg_notify('wasap.cell.one', '{"kind":"moved","conversation":"front:x"}')`);
  await expect
    .poll(() => heard.interrupted, WITHIN)
    .toEqual([{ chat: CHAT, sessions: ['20261127-aaaaaaaa'] }]);
  await expect(send(rig, 'M2', text('later'))).rejects.toMatchObject({ kind: 'denied' });
  expect(front.delivered).toEqual([]);
}, 60_000);

test('a message that there was no room for comes again, and later ones keep their place', async () => {
  const url = await freshDatabase();
  const front = await frontAt(url);
  const { channel } = await relayRig({ url });
  let isFull = true;
  let tries = 0;
  const heard = hearing(async () => {
    tries += 1;
    if (isFull) throw new Failure('unavailable', 'The disk is full.');
  });
  await channel.start(heard);
  await front.says('one');
  await front.says('two');
  await expect.poll(() => tries, WITHIN).toBeGreaterThan(0);
  isFull = false;
  await expect.poll(() => heard.messages.map((message) => message.text), WITHIN).toEqual(['one', 'two']);
}, 60_000);

const MESSAGE = { account: 'a', chat: CHAT, sender: '34600111222', id: 'H1', text: 'hi', sentAtMs: 1 };

const ITEM = { kind: 'message', message: MESSAGE } as const;
/** Each with the word that comes behind it. */
const UNUSABLE = [
  ['no job at all', { hello: 1 }],
  ['a newer version', { v: 2, epoch: 1, front: FRONT, item: ITEM }],
  ['no epoch', { v: 1, epoch: 0, front: FRONT, item: ITEM }],
  ['a path in the name of the front', { v: 1, epoch: 1, front: '../x', item: ITEM }],
  ['an unknown kind', { v: 1, epoch: 1, front: FRONT, item: { kind: 'run', command: 'rm -rf /' } }],
] as const;

test('what cannot be used is set aside, and what comes after each of it is heard', async () => {
  const url = await freshDatabase();
  const front = await frontAt(url);
  const { channel } = await relayRig({ url });
  const heard = hearing();
  await channel.start(heard);
  for (const [name, data] of UNUSABLE) {
    await front.put(data);
    await front.says(name);
  }
  await expect
    .poll(() => heard.messages.map((message) => message.text), WITHIN)
    .toEqual(UNUSABLE.map(([name]) => name));
}, 60_000);

test('nothing that only the program may say of a message comes from outside', async () => {
  const url = await freshDatabase();
  const front = await frontAt(url);
  const { channel } = await relayRig({ url });
  const heard = hearing();
  await channel.start(heard);
  const message = { ...MESSAGE, call: { kind: 'start' }, code: 'right', scheduled: { id: 1 } };
  await front.put({ v: 1, epoch: 1, front: FRONT, item: { kind: 'message', message } });
  await expect.poll(() => heard.messages, WITHIN).toEqual([MESSAGE]);
}, 60_000);

test('an older epoch changes nothing about the newer one', { timeout: 60_000 }, async () => {
  const url = await freshDatabase();
  const front = await frontAt(url);
  const { channel, rows } = await relayRig({ url });
  rows.noteArrival({ chat: CHAT, front: FRONT, epoch: 5 });
  const heard = hearing();
  await channel.start(heard);
  await front.says('old');
  await expect.poll(() => heard.messages.length, WITHIN).toBe(1);
  expect(rows.origin(CHAT)).toEqual({ chat: CHAT, front: FRONT, epoch: 5, hasLeft: false, takenEpoch: 1 });
});

test('a person has one number of a cell: what comes by another living front is set aside', {
  timeout: 60_000,
  tags: 'full',
}, async () => {
  const url = await freshDatabase();
  const front = await frontAt(url);
  const second = await frontAt(url, { name: 'second' as FrontName });
  const rig = await relayRig({ url });
  const heard = await talking(rig, front);
  await second.says('hello from the other number');
  await second.takenIn();
  expect(heard.messages.map((message) => message.text)).toEqual(['hello']);
  expect(rig.rows.origin(CHAT)?.front).toBe(FRONT);
});

test('while PostgreSQL is away sends wait, and go out once it is back', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const front = await frontAt(server.url);
  const rig = await relayRig({ url: server.url });
  await talking(rig, front);
  await server.kill();
  const sent = send(rig, 'W1', text('after'));
  await expect.poll(() => rig.channel.report().awayMs, WITHIN).toBeGreaterThanOrEqual(0);
  await server.start();
  await sent;
  expect(front.delivered.map(({ id }) => id)).toEqual(['W1']);
}, 60_000);

test('a cell whose name another process has taken ends, and may push nothing', {
  tags: 'full',
  timeout: 60_000,
}, async () => {
  const url = await freshDatabase();
  const front = await frontAt(url);
  const rig = await relayRig({ url });
  await talking(rig, front);
  expect(await rig.channel.ownsItsWork(CONVERSATION)).toBe(true);
  await runSql(url, `UPDATE wasap.members SET epoch = epoch + 1 WHERE kind = 'cell'`);
  expect(await rig.channel.ended).toMatchObject({ kind: 'broken' });
  expect(await rig.channel.ownsItsWork(CONVERSATION)).toBe(false);
});

test('a file goes out with its bytes, and one that came is fetched from the front after a restart', {
  timeout: 60_000,
  tags: 'full',
}, async () => {
  const url = await freshDatabase();
  const folder = tempFolder('relay');
  onTestFinished(() => folder.remove());
  const picture = path.join(folder.path, 'año.png');
  writeFileSync(picture, 'picture');
  const front = await frontAt(url, { file: Buffer.from('from the phone') });
  const rig = await relayRig({ url });
  const heard = hearing();
  await rig.channel.start(heard);
  const attachment = {
    kind: 'document',
    mimeType: 'text/plain',
    name: 'a.txt',
    bytes: 14,
    reference: { key: 1 },
  } as const;
  await front.says('', { attachments: [attachment] });
  await expect.poll(() => heard.messages.length, WITHIN).toBe(1);
  await send(rig, 'F1', { kind: 'image', path: picture, caption: 'mira' });
  expect(front.delivered[0]?.body).toEqual({ kind: 'image', media: 'picture', caption: 'mira' });
  await expect(send(rig, 'F2', { kind: 'image', path: `${picture}x`, caption: '' })).rejects.toMatchObject({
    kind: 'not-found',
  });
  await rig.channel.stop();

  const { channel } = await relayRig({ url, rows: rig.rows });
  await channel.start(hearing());
  const [stored] = heard.messages[0]?.attachments ?? [];
  if (stored === undefined) throw new Error('the attachment is missing');
  expect(Buffer.from((await channel.fetch?.(stored, 100)) ?? []).toString()).toBe('from the phone');
  await expect(channel.fetch?.(stored, 5)).rejects.toMatchObject({ kind: 'invalid' });
});

test('typing is shown, and only the own chat of the front can be cleared', {
  timeout: 60_000,
  tags: 'full',
}, async () => {
  const url = await freshDatabase();
  const front = await frontAt(url);
  const rig = await relayRig({ url });
  await talking(rig, front);
  rig.channel.setTyping(CHAT, true);
  await expect.poll(() => front.typed, WITHIN).toEqual([{ chat: CHAT, on: true }]);
  await expect.poll(() => rig.channel.canDelete(CHAT), WITHIN).toBe(true);
  expect(rig.channel.canDelete('34600999888@s.whatsapp.net')).toBe(false);
});

test('two relays of one name: the second waits, and takes nothing', {
  timeout: 60_000,
  tags: 'full',
}, async () => {
  const url = await freshDatabase();
  const front = await frontAt(url);
  const rig = await relayRig({ url, name: CELL as CellName });
  await talking(rig, front);
  const second = await relayRig({ url, name: CELL as CellName });
  const heard = hearing();
  await second.channel.start(heard);
  await front.says('for the first');
  await front.takenIn();
  expect(heard.messages).toEqual([]);
});
