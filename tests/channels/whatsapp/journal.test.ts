import path from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/core/failure.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { select } from '../../store/store-file.ts';
import { commitsIn } from '../../support/wal-commits.ts';
import { ANA, ANA_CHAT, channelRig, dataFolder, linkedRig, server, until } from './rig.ts';
import { SteeredClock } from './steered-clock.ts';

const FULL = new Failure('unavailable', 'The disk is full.');

test('a message is in the database, readable, before its sender is told that it arrived', async () => {
  const world = await server();
  const folder = dataFolder();
  const rig = await linkedRig(world, { folder });
  const ana = world.person(ANA);
  rig.onReceive = async () => {
    throw FULL;
  };
  const { id } = await ana.says('please deploy');
  const told = () => world.events.receipts.find((receipt) => receipt.id === id);
  await world.until(told, 'the receipt');
  const rows = select(
    path.join(folder, 'wasap.db'),
    `SELECT id, done_at_ms, plaintext IS NOT NULL AS readable
     FROM whatsapp_journal JOIN whatsapp_journal_parts ON entry = whatsapp_journal.seq`,
  );
  expect(rows).toEqual([{ id, done_at_ms: null, readable: 1 }]);
  await rig.stop();
});

test('nobody is told that a message arrived before it is on the disk, and none is lost when that fails', {
  tags: 'full',
}, async () => {
  const world = await server();
  const rig = await linkedRig(world);
  const ana = world.person(ANA);
  await ana.says('first');
  await until(() => rig.received.length === 1 && world.unconfirmed().length === 0, 'the first message');
  let fail: (error: Error) => void = () => undefined;
  rig.onFlush = () =>
    new Promise((_, reject) => {
      fail = reject;
    });
  await ana.says('second');
  await until(() => rig.received.length === 2, 'the second message');
  const before = world.unconfirmed().length;
  rig.onFlush = async () => undefined;
  fail(FULL);
  await until(() => rig.states.some(({ at }) => at === 'backoff'), 'the end of the connection');
  await rig.at('open');
  await until(() => world.unconfirmed().length === 0, 'its confirmation');
  const texts = [...new Set(rig.received.map(({ text }) => text))];
  expect([before, texts, rig.unreadable]).toEqual([1, ['first', 'second'], []]);
  await rig.stop();
});

test('the journal costs no commit of its own: it rides on that of the keys', { tags: 'full' }, async () => {
  const world = await server();
  const folder = dataFolder();
  const rig = await linkedRig(world, { folder });
  const ana = world.person(ANA);
  const log = path.join(folder, 'wasap.db-wal');
  await ana.says('first');
  await until(() => rig.received.length === 1, 'the first message');
  const before = commitsIn(log);
  for (let count = 2; count <= 21; count += 1) {
    await ana.says(`message ${count}`);
    await until(() => rig.received.length === count, 'the message');
  }
  // One or two more for what a slow machine tidies up meanwhile.
  expect((commitsIn(log) - before) / 20).toBeLessThan(1.5);
  await rig.stop();
});

test('an answer costs one commit: what it says, and the keys of every device that it is encrypted for', {
  tags: 'full',
}, async () => {
  const world = await server();
  const folder = dataFolder();
  const rig = await linkedRig(world, { folder });
  const ana = world.person(ANA);
  await ana.says('hello');
  await rig.send({ kind: 'text', text: 'first' });
  const log = path.join(folder, 'wasap.db-wal');
  const before = commitsIn(log);
  for (let count = 1; count <= 20; count += 1) await rig.send({ kind: 'text', text: `answer ${count}` });
  // One or two more for what a slow machine tidies up meanwhile.
  expect((commitsIn(log) - before) / 20).toBeLessThan(1.5);
  await rig.stop();
});

test('a message that was confirmed and never stored is taken in at the next start', async () => {
  const world = await server();
  const folder = dataFolder();
  const first = await linkedRig(world, { folder });
  const ana = world.person({ ...ANA, as: 'lid' });
  first.onReceive = async () => {
    throw FULL;
  };
  const { id } = await ana.says('please deploy');
  await world.until(() => world.events.receipts.find((receipt) => receipt.id === id), 'the receipt');
  await first.stop();
  expect([first.received, world.unconfirmed()]).toEqual([[], []]);
  const rig = channelRig(world.url, { folder });
  await rig.start();
  await until(() => rig.received.length === 1, 'the message');
  expect(rig.received).toEqual([
    {
      account: 'main',
      chat: ANA_CHAT,
      sender: ANA.phone,
      id,
      text: 'please deploy',
      sentAtMs: expect.any(Number),
      delayed: true,
    },
  ]);
  await rig.at('open');
  await rig.stop();
  const left = select(
    path.join(folder, 'wasap.db'),
    'SELECT id FROM whatsapp_journal WHERE done_at_ms IS NULL',
  );
  expect(left).toEqual([]);
  world.verify();
});

test('what was said in a group and never stored is taken in as well', { tags: 'full' }, async () => {
  const world = await server();
  const folder = dataFolder();
  const first = await linkedRig(world, { folder });
  const ana = world.person(ANA);
  const group = world.group({ subject: 'Team', members: [ana] });
  first.onReceive = async () => {
    throw FULL;
  };
  const { id } = await ana.says('among us', { in: group });
  await world.until(() => world.events.receipts.find((receipt) => receipt.id === id), 'the receipt');
  await first.stop();
  const rig = channelRig(world.url, { folder });
  await rig.start();
  await until(() => rig.received.length === 1, 'the message');
  expect(rig.received).toMatchObject([{ chat: group.jid, sender: ANA.phone, id, text: 'among us' }]);
  await rig.stop();
});

test('a message that cannot be stored now is stored when there is room again, before those after it', {
  tags: 'full',
}, async () => {
  const world = await server();
  const clock = new SteeredClock();
  const rig = await linkedRig(world, { clock });
  const ana = world.person(ANA);
  rig.onReceive = async () => {
    throw FULL;
  };
  await ana.says('one');
  await ana.says('two');
  await until(() => rig.lines.some(({ event }) => event.endsWith('intake.waits')), 'a refusal');
  rig.onReceive = async () => undefined;
  await clock.advance(1000);
  await until(() => rig.received.length === 2, 'both');
  expect(rig.received.map(({ text }) => text)).toEqual(['one', 'two']);
  await rig.stop();
});

test('a message that is delivered again has the same id, and never counts as unreadable', {
  tags: 'full',
}, async () => {
  const world = await server();
  const clock = new SteeredClock();
  const rig = await linkedRig(world, { clock });
  const ana = world.person(ANA);
  const { id } = await ana.says('once');
  await until(() => rig.received.length === 1, 'the message');
  await world.faults.duplicateLive(id ?? '');
  world.faults.redeliverBytes(id ?? '');
  await ana.says('after');
  await until(() => rig.received.some(({ text }) => text === 'after'), 'the next message');
  const ids = rig.received.filter(({ text }) => text === 'once').map((message) => message.id);
  expect(new Set(ids)).toEqual(new Set([id]));
  for (let look = 0; look < 4; look += 1) await clock.advance(30_000);
  expect(rig.unreadable).toEqual([]);
  await rig.stop();
});

test('a message that is delivered again while it is being stored keeps the next one from nothing', async () => {
  const world = await server();
  const rig = await linkedRig(world);
  const ana = world.person(ANA);
  const stores: (() => void)[] = [];
  rig.onReceive = () => new Promise((resolve) => stores.push(resolve));
  const { id } = await ana.says('once');
  await until(() => stores.length === 1, 'the message');
  await world.faults.duplicateLive(id ?? '');
  await ana.says('after');
  await until(() => world.unconfirmed().length === 0, 'both copies and the next message at the client');
  rig.onReceive = async () => undefined;
  for (const store of stores) store();
  await until(() => rig.received.some(({ text }) => text === 'after'), 'the next message');
  expect(rig.received.map(({ text }) => text)).toEqual(['once', 'after']);
  await rig.stop();
});

test('what never can be read is reported once, and then forgotten', { tags: 'full' }, async () => {
  const world = await server();
  const folder = dataFolder();
  const clock = new SteeredClock();
  await (await linkedRig(world, { folder, clock })).stop();
  const database = openDatabase(path.join(folder, 'wasap.db'));
  const attributes = JSON.stringify({
    from: `${ANA.lid}@lid`,
    sender_pn: ANA_CHAT,
    id: 'LOST',
    t: '1700000000',
  });
  database.execute(`
    INSERT INTO whatsapp_journal (account, chat, participant, id, attributes, seen_at_ms)
    VALUES ('main', '${ANA.lid}@lid', '', 'LOST', '${attributes}', ${clock.nowMs()});
    INSERT INTO whatsapp_journal_parts (entry, hash) VALUES (last_insert_rowid(), 'x');`);
  database.close();
  const rig = channelRig(world.url, { folder, clock });
  await rig.start();
  await rig.at('open');
  await clock.advance(30_000);
  expect(rig.unreadable).toEqual([]);
  for (let look = 0; look < 3; look += 1) await clock.advance(30_000);
  expect(rig.unreadable).toEqual([
    { account: 'main', chat: ANA_CHAT, sender: ANA.phone, id: 'LOST', sentAtMs: 1_700_000_000_000 },
  ]);
  await rig.stop();
});

test('credentials that cannot be read end the channel with what to do, and are left as they are', {
  tags: 'full',
}, async () => {
  const world = await server();
  const folder = dataFolder();
  await (await linkedRig(world, { folder })).stop();
  const file = path.join(folder, 'wasap.db');
  const database = openDatabase(file);
  database.execute(`UPDATE whatsapp_credentials SET text = substr(text, 1, 500)`);
  database.close();
  const rows = select(file, 'SELECT * FROM whatsapp_credentials');
  const connects = world.events.connects.length;
  const rig = channelRig(world.url, { folder });
  await rig.start();
  expect(await rig.channel.ended).toMatchObject({
    kind: 'broken',
    reason: expect.stringContaining('cannot be read'),
  });
  expect([select(file, 'SELECT * FROM whatsapp_credentials'), world.events.connects.length]).toEqual([
    rows,
    connects,
  ]);
});
