/** Text between people and the real client. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import type { Person } from '../support/whatsapp-server/person.ts';
import { ANA, type Rig, startRig } from './rig.ts';

const DELIVERED = 3;

let rig: Rig;
let ana: Person;
beforeAll(async () => {
  rig = await startRig();
  ana = rig.server.person({ ...ANA, devices: [0, 11] });
});
afterEach(() => rig.server.verify());
afterAll(() => rig.stop());

test('what a person writes comes to the client under the number, with the LID beside it', async () => {
  const { id } = await ana.says('hola');
  const { type, message } = await rig.upsert(id);
  expect([type, message.key.remoteJid, message.key.remoteJidAlt, message.pushName, message.message]).toEqual([
    'notify',
    '5491155550001@s.whatsapp.net',
    '99900001@lid',
    'Ana',
    { conversation: 'hola' },
  ]);
});

test('the same person under the LID, with the number beside it', async () => {
  const { id } = await ana.says('soy yo', { as: 'lid' });
  const { message } = await rig.upsert(id);
  expect([message.key.remoteJid, message.key.remoteJidAlt]).toEqual([
    '99900001@lid',
    '5491155550001@s.whatsapp.net',
  ]);
});

test.each([
  ['pn', '5491100000001@s.whatsapp.net'],
  ['lid', '88800001@lid'],
] as const)('an answer to the %s is read by the person, acknowledged and confirmed', async (as, chat) => {
  const id = await rig.client.text(ana.jid(as), `para ${as}`);
  const { message: _, at: __, ...arrived } = await ana.waitFor((each) => each.id === id);
  expect(arrived).toEqual({
    id,
    chat,
    to: ana.jid(as),
    copy: 1,
    content: { kind: 'text', text: `para ${as}` },
  });
  await rig.reached(id, DELIVERED);
  expect(rig.server.events.messages.find((each) => each.id === id)?.answer).toBe('ack');
});

test('many messages both ways keep their order', { tags: 'full' }, async () => {
  const words = Array.from({ length: 20 }, (_, index) => `n${index}`);
  const keys = await Promise.all(words.map((word) => ana.says(word)));
  await Promise.all(keys.map(({ id }) => rig.upsert(id)));
  const ids = await Promise.all(words.map((word) => rig.client.text(ana.jid('pn'), word)));
  await ana.waitFor(({ id }) => id === ids.at(-1));
  const came = rig.client.upserts.map(({ message }) => message.message?.conversation ?? '');
  expect(came.filter((text) => words.includes(text))).toEqual(words);
  expect(ana.texts().filter((text) => words.includes(text))).toEqual(words);
});

test('a message from another device of the person', async () => {
  const { id } = await ana.says('desde la compu', { device: 11 });
  const { message } = await rig.upsert(id);
  expect([message.key.remoteJid, message.message]).toEqual([
    ana.jid('pn'),
    { conversation: 'desde la compu' },
  ]);
});

test('the copy of the own phone names the person', async () => {
  const id = await rig.client.text(ana.jid('pn'), 'con copia');
  const copy = await rig.server.phone.waitFor((each) => each.id === id);
  expect([copy.to, copy.content]).toEqual([ana.jid('pn'), { kind: 'text', text: 'con copia' }]);
});

test('a message may be old, and may hide the other address of its sender', async () => {
  const sentAt = Date.parse('2026-01-02T03:04:05Z');
  const { message } = await rig.upsert((await ana.says('viejo', { sentAt, bare: true, as: 'lid' })).id);
  expect([Number(message.messageTimestamp) * 1000, message.key.remoteJidAlt]).toEqual([sentAt, undefined]);
});

test('status posts and channels are no conversation', async () => {
  const status = await rig.upsert((await ana.posts('de vacaciones')).id);
  const channel = await rig.upsert(rig.server.publishes('novedades'));
  expect([status.message.key.remoteJid, channel.message.key.remoteJid]).toEqual([
    'status@broadcast',
    '120363000000000001@newsletter',
  ]);
});

test('a person who has set up the phone anew is heard and answered', { tags: 'full' }, async () => {
  const eva = rig.server.person({ phone: '5491155550009', lid: '99900009', name: 'Eva' });
  await rig.upsert((await eva.says('antes')).id);
  const answer = await rig.client.text(eva.jid('pn'), 'sí');
  await eva.waitFor((each) => each.id === answer);
  eva.reinstalls();
  await rig.upsert((await eva.says('teléfono nuevo')).id);
  const id = await rig.client.text(eva.jid('pn'), 'bienvenida');
  expect((await eva.waitFor((each) => each.id === id)).content).toEqual({ kind: 'text', text: 'bienvenida' });
});
