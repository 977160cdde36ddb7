import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { repairSession } from '../../../src/channels/whatsapp/auth-state.ts';
import { readBinaryJson, toBinaryJson } from '../../../src/channels/whatsapp/binary-json.ts';
import { createCache } from '../../../src/channels/whatsapp/caches.ts';
import { clientLog, isLoopback, socketOptions } from '../../../src/channels/whatsapp/client.ts';
import { bareJid, isConversation, personOf, phoneOf } from '../../../src/channels/whatsapp/identity.ts';
import { partHash, stanzaOf } from '../../../src/channels/whatsapp/journal.ts';
import { isFree } from '../../../src/channels/whatsapp/lease.ts';
import { topUpPreKeys } from '../../../src/channels/whatsapp/whatsapp.ts';
import { type Log, type LogFields, silentLog } from '../../../src/core/log.ts';
import { FakeClock } from '../../support/fake-clock.ts';

describe('bytes in JSON', () => {
  test('come back as bytes, at every depth', () => {
    const value = { id: 7, key: Buffer.from([0, 255]), list: [new Uint8Array([1]), 'text'], none: null };
    expect(readBinaryJson(toBinaryJson(value), z.unknown())).toEqual({
      value: { id: 7, key: Buffer.from([0, 255]), list: [Buffer.from([1]), 'text'], none: null },
    });
  });

  test('an object is never asked for a JSON of its own', () => {
    const message = Object.assign(Object.create({ toJSON: () => 'text' }), { bytes: Buffer.from('x') });
    expect(readBinaryJson(toBinaryJson(message), z.unknown())).toEqual({
      value: { bytes: Buffer.from('x') },
    });
  });

  test.each(['', '{"a":', '[]'])('%j is no object, and why is said', (text) => {
    expect(readBinaryJson(text, z.looseObject({}))).toEqual({ problem: expect.stringMatching(/./) });
  });
});

describe('addresses', () => {
  test.each([
    ['34600111222:7@s.whatsapp.net', '34600111222@s.whatsapp.net', '34600111222'],
    ['34600111222@c.us', '34600111222@s.whatsapp.net', '34600111222'],
    ['99900001:3@lid', '99900001@lid', undefined],
    ['12036@g.us', '12036@g.us', undefined],
  ])('%s is the chat %s of the number %s', (jid, bare, phone) => {
    expect([bareJid(jid), phoneOf(jid)]).toEqual([bare, phone]);
  });

  test.each([
    ['34600111222@s.whatsapp.net', true],
    ['99900001@lid', true],
    ['12036@g.us', true],
    ['status@broadcast', false],
    ['1234@broadcast', false],
    ['1234@newsletter', false],
    ['0@s.whatsapp.net', false],
    ['867051314767696@bot', false],
    ['', false],
  ])('%s is a conversation: %s', (jid, expected) => {
    expect(isConversation(jid)).toBe(expected);
  });

  test.each([
    ['a number', '34600@s.whatsapp.net', undefined, undefined, '34600'],
    ['a LID whose number the server says', '9@lid', '34600@s.whatsapp.net', undefined, '34600'],
    ['a LID whose number is known', '9@lid', undefined, '34600@s.whatsapp.net', '34600'],
    ['a LID that nobody knows', '9:2@lid', undefined, undefined, '9@lid'],
    ['a LID with another LID beside it', '9@lid', '8@lid', undefined, '9@lid'],
  ])('%s', (_name, jid, alternative, known, id) => {
    expect(personOf({ jid, alternative }, () => known)).toEqual({ id, jid: bareJid(jid) });
  });
});

describe('a stanza in the journal', () => {
  const own = { phone: '34600000001:5@s.whatsapp.net', lid: '900:5@lid' };
  const part = (type: string, text: string) => ({
    tag: 'enc',
    attrs: { type, v: '2' },
    content: Buffer.from(text),
  });

  test('holds the hashes of what is encrypted, under addresses without devices', () => {
    const attrs = { from: '1@g.us', participant: '9:2@lid', id: 'A', t: '5' };
    const content = [
      part('pkmsg', 'one'),
      part('skmsg', 'two'),
      part('msmsg', 'no'),
      { tag: 'x', attrs: {} },
    ];
    expect(stanzaOf({ tag: 'message', attrs, content }, own, 9)).toEqual({
      chat: '1@g.us',
      participant: '9@lid',
      id: 'A',
      attributes: attrs,
      hashes: [partHash(Buffer.from('one')), partHash(Buffer.from('two'))],
      seenAtMs: 9,
    });
  });

  test.each([
    ['a status post', { from: 'status@broadcast', participant: '7@s.whatsapp.net' }],
    [
      'a copy of what the own phone wrote',
      { from: '34600000001@s.whatsapp.net', recipient: '7@s.whatsapp.net' },
    ],
    ['keys of the own phone', { from: '34600000001@s.whatsapp.net', category: 'peer' }],
    ['the own LID in a group', { from: '1@g.us', participant: '900@lid' }],
  ])('%s is none', (_name, attrs) => {
    expect(stanzaOf({ tag: 'message', attrs: { id: 'A', ...attrs } }, own, 9)).toBeUndefined();
  });
});

describe('a session record', () => {
  const chain = (key: string | undefined, keys: string[] = [], chainType = 2) => ({
    chainKey: { counter: 1, ...(key === undefined ? {} : { key }) },
    chainType,
    messageKeys: Object.fromEntries(keys.map((name) => [name, 'k'])),
  });

  test('keeps the open chains, the last closed ones, and those that still wait for messages', () => {
    const closed = Array.from({ length: 10 }, (_, n) => [`closed${n}`, chain(undefined)]);
    const chains = {
      ...Object.fromEntries(closed),
      waiting: chain(undefined, ['3']),
      receiving: chain('r'),
      sending: chain('s', [], 1),
    };
    const session = { registrationId: 1, currentRatchet: {}, indexInfo: { used: 1 }, _chains: chains };
    const record = { version: 'v1', _sessions: { base: session } };
    const pruned = z
      .object({
        version: z.string(),
        _sessions: z.object({
          base: z.object({ registrationId: z.int(), _chains: z.record(z.string(), z.unknown()) }),
        }),
      })
      .parse(repairSession(() => record, record));
    const kept = ['closed6', 'closed7', 'closed8', 'closed9', 'waiting', 'receiving', 'sending'];
    expect([pruned.version, Object.keys(pruned._sessions.base._chains)]).toEqual(['v1', kept]);
  });

  test('what does not look like one is left alone', () => {
    const strange = { _sessions: [1] };
    expect(repairSession(() => strange, strange)).toBe(strange);
  });
});

describe('the lease', () => {
  const row = { pid: 1, startTime: 'x', epoch: 1, renewedAtMs: 0, expiresAtMs: 100 };
  test.each([
    ['there is none', undefined, true, true],
    ['it is held', row, true, false],
    ['its holder is dead', row, false, true],
    ['it has run out', { ...row, expiresAtMs: 50 }, true, true],
    ['it was given back', { ...row, expiresAtMs: 0 }, true, true],
  ])('may be taken when %s: %#', (_name, lease, alive, free) => {
    expect(isFree(lease, 50, alive)).toBe(free);
  });
});

describe('the options of a socket', () => {
  test.each([
    [undefined, false],
    ['wss://web.whatsapp.com/ws/chat', false],
    ['ws://127.0.0.1:9/x', true],
    ['ws://[::1]:9/x', true],
    ['ws://localhost:9', true],
    ['ws://127.0.0.1.example.org/x', false],
    ['no address', false],
  ])('%s is on this machine: %s', (url, expected) => {
    expect(isLoopback(url)).toBe(expected);
  });

  test('only a server on this machine gets its media over plain HTTP', () => {
    const wiring = {} as Parameters<typeof socketOptions>[1];
    const settings = { version: undefined, deviceName: 'x' };
    const agents = [undefined, 'wss://example.org', 'ws://127.0.0.1:9'].map(
      (url) => socketOptions({ ...settings, url }, wiring).fetchAgent !== undefined,
    );
    expect(agents).toEqual([false, false, true]);
  });
});

test.each([
  [5, [95]],
  [29, [71]],
  [30, []],
  [812, []],
])('with %i first-contact keys left on the server, these are added: %j', async (left, uploads) => {
  const uploaded: number[] = [];
  const answer = { tag: 'iq', attrs: {}, content: [{ tag: 'count', attrs: { value: String(left) } }] };
  const sock = {
    generateMessageTag: () => '1',
    query: async () => answer,
    uploadPreKeys: async (count?: number) => void uploaded.push(count ?? 0),
  };
  await topUpPreKeys(sock, silentLog);
  expect(uploaded).toEqual(uploads);
});

test('a cache forgets what is old and what is too much', () => {
  const clock = { upMs: () => at };
  let at = 0;
  const cache = createCache({ clock, ttlMs: 10, most: 2 });
  for (const key of ['a', 'b', 'c']) cache.set(key, key);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([undefined, 'b', 'c']);
  at = 10;
  expect(cache.get('c')).toBeUndefined();
});

test("the client's log gives texts and no objects, and counts what repeats", async () => {
  const lines: [string, LogFields | undefined][] = [];
  const log: Log = {
    info: (event, fields) => lines.push([event, fields]),
    warn: (event, fields) => lines.push([event, fields]),
    error: (event, fields) => lines.push([event, fields]),
  };
  const clock = new FakeClock();
  const logger = clientLog(log, clock);
  for (let n = 0; n < 100; n += 1) logger.error({ err: new Error('Bad MAC'), key: 'private' }, 'failed');
  logger.child({ class: 'x' }).warn('plain');
  logger.info({ secret: 1 }, 'not wanted');
  await clock.advance(60_000);
  logger.error({ error: new Error('Bad MAC') }, 'failed');
  const event = 'channel.whatsapp.client';
  const failed = { text: 'failed', error: 'Bad MAC', held: undefined };
  expect(lines).toEqual([
    ...Array.from({ length: 5 }, () => [event, failed]),
    [event, { text: 'plain', error: undefined, held: undefined }],
    [event, { ...failed, held: 95 }],
  ]);
});
