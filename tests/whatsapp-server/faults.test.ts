/**
 * Each fault, as the real client meets it.
 * @module-tag full
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import type { Person } from '../support/whatsapp-server/person.ts';
import { ANA, type Rig, startRig } from './rig.ts';

const ERROR = 0;
const DELIVERED = 3;

let rig: Rig;
let ana: Person;
beforeAll(async () => {
  rig = await startRig({ defaultQueryTimeoutMs: 1000, retryRequestDelayMs: 10 }, { wantsAllKeys: true });
  ana = rig.server.person(ANA);
  await rig.client.text(ana.jid('pn'), 'para empezar');
});
afterEach(() => rig.server.verify());
afterAll(() => rig.stop());

async function reconnect(): Promise<void> {
  rig.client.connect();
  await rig.client.opened();
}

async function nextClose(fault: () => void): Promise<number | undefined> {
  const before = rig.client.closes.length;
  fault();
  return rig.client.until(() => rig.client.closes[before], 'a close');
}

test('a dropped line is a 428', async () => {
  expect(await nextClose(() => rig.server.faults.dropConnection())).toBe(428);
  await reconnect();
});

test.each([503, 515, 500, 440])('a stream error keeps its code: %i', async (code) => {
  expect(await nextClose(() => rig.server.faults.streamError(code))).toBe(code);
  await reconnect();
});

test.each([401, 403, 405, 503])('a login that is refused keeps its reason: %i', async (reason) => {
  await nextClose(() => rig.server.faults.dropConnection());
  rig.server.faults.failure(reason);
  expect(await nextClose(() => rig.client.connect())).toBe(reason);
  await reconnect();
});

test('an upgrade that is refused leaves the client hanging until it ends itself', async () => {
  await nextClose(() => rig.server.faults.dropConnection());
  const before = rig.server.events.refused.length;
  rig.server.faults.refuseUpgrade(503);
  rig.client.connect();
  await rig.server.until(() => rig.server.events.refused[before], 'a refusal');
  rig.server.faults.refuseUpgrade(undefined);
  expect(await nextClose(() => void rig.client.socket.end(new Error('watchdog')))).toBe(0);
  await reconnect();
});

test('a half-open line takes messages that nobody gets; the next connection is a good one', {
  tags: 'full',
}, async () => {
  rig.server.faults.goHalfOpen();
  const lost = await rig.client.text(ana.jid('pn'), 'al vacío');
  await nextClose(() => void rig.client.socket.end(undefined));
  await reconnect();
  const id = await rig.client.text(ana.jid('pn'), 'ahora sí');
  await rig.reached(id, DELIVERED);
  const came = ana.received.map((each) => each.id);
  expect([came.includes(lost), came.includes(id)]).toEqual([false, true]);
});

test('a withheld acknowledgement leaves the message without a status; sent again it is a second copy', async () => {
  ana.habits.delivers = false;
  rig.server.faults.withholdAcks(true);
  const sent = await rig.client.socket.sendMessage(ana.jid('pn'), { text: 'dos veces' });
  const id = sent?.key.id ?? '';
  await ana.waitFor((each) => each.id === id);
  rig.server.faults.withholdAcks(false);
  ana.habits.delivers = true;
  await rig.client.socket.sendMessage(ana.jid('pn'), { text: 'dos veces' }, { messageId: id });
  await ana.waitFor((each) => each.id === id && each.copy === 2);
  await rig.reached(id, DELIVERED);
  const answers = rig.server.events.messages.filter((each) => each.id === id).map(({ answer }) => answer);
  expect(answers).toEqual(['withheld', 'ack']);
});

test.each([463, 479])(
  'a message that is refused with %i reaches nobody, and its status says so',
  async (code) => {
    rig.server.faults.ackWithError(code);
    const id = await rig.client.text(ana.jid('pn'), 'no pasa');
    await rig.reached(id, ERROR);
    expect(ana.received.some((each) => each.id === id)).toBe(false);
  },
);

test('a live duplicate is encrypted afresh and comes twice', async () => {
  const { id } = await ana.says('duplicado');
  await rig.upsert(id);
  await rig.server.faults.duplicateLive(id);
  const both = await rig.client.until(() => {
    const found = rig.client.upserts.filter(({ message }) => message.key.id === id);
    return found.length === 2 ? found : undefined;
  }, 'both');
  expect(both.map(({ message }) => message.message?.conversation)).toEqual(['duplicado', 'duplicado']);
});

test('the same bytes once more cannot be read: a stub, a retry, and the message again', async () => {
  const { id } = await ana.says('los mismos bytes');
  await rig.upsert(id);
  rig.server.faults.redeliverBytes(id);
  const all = await rig.client.until(() => {
    const found = rig.client.upserts.filter(({ message }) => message.key.id === id);
    return found.length === 3 ? found : undefined;
  }, 'all three');
  expect(all.map(({ message }) => message.messageStubType ?? message.message?.conversation)).toEqual([
    'los mismos bytes',
    2,
    'los mismos bytes',
  ]);
});

test('a spoilt message is a stub first, and then itself', async () => {
  rig.server.faults.undecryptable();
  const { id } = await ana.says('ilegible');
  const { message } = await rig.upsert(id);
  const stubs = rig.client.upserts.filter(
    (each) => each.message.key.id === id && each.message.messageStubType === 2,
  );
  expect([stubs.length, message.message?.conversation]).toEqual([1, 'ilegible']);
});

test('a person that could not read a message gets it again under its id', async () => {
  const id = await rig.client.text(ana.jid('pn'), 'de nuevo');
  await ana.waitFor((each) => each.id === id);
  ana.asksAgain(id);
  const again = await ana.waitFor((each) => each.id === id && each.copy === 2);
  expect(again.content).toEqual({ kind: 'text', text: 'de nuevo' });
});

test('a usync answer that is lost: the message is encrypted for nobody', { tags: 'full' }, async () => {
  const bob = rig.server.person({ phone: '5491155550003', lid: '99900003', name: 'Bob' });
  rig.server.faults.loseUsyncAnswers(2);
  const id = await rig.client.text(bob.jid('pn'), 'a nadie');
  await rig.server.until(() => rig.server.events.messages.find((each) => each.id === id), 'the message');
  expect(bob.received).toEqual([]);
});

test('a number without an account is told apart from one that has it', async () => {
  const found = await rig.client.socket.onWhatsApp(ANA.phone, '5491155559999');
  expect(found).toEqual([{ jid: ana.jid('pn'), exists: true }]);
});

test('fewer than five one-time keys: the client brings new ones', async () => {
  const uploads = () =>
    rig.server.events.iqs.filter(({ query }) => query === 'encrypt set registration').length;
  const before = uploads();
  rig.server.faults.losePreKeys(3);
  await rig.server.until(() => (uploads() > before ? true : undefined), 'new keys');
});
