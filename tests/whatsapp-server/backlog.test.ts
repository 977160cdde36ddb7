/**
 * What waits while the client is away.
 * @module-tag full
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import type { Person } from '../support/whatsapp-server/person.ts';
import { ANA, type Rig, startRig } from './rig.ts';

let rig: Rig;
let ana: Person;
beforeAll(async () => {
  rig = await startRig();
  ana = rig.server.person(ANA);
});
afterEach(() => rig.server.verify());
afterAll(() => rig.stop());

async function leave(): Promise<void> {
  const before = rig.client.closes.length;
  rig.server.faults.dropConnection();
  await rig.client.until(() => rig.client.closes[before], 'a close');
}

test('what was said meanwhile comes in order, as something to be appended', async () => {
  await leave();
  const texts = ['uno', 'dos', 'tres', 'cuatro'];
  const keys = [];
  for (const text of texts) keys.push(await ana.says(text));
  expect(rig.server.unconfirmed()).toEqual(keys.map(({ id }) => id));
  rig.client.connect();
  const came = await Promise.all(keys.map(({ id }) => rig.upsert(id)));
  expect(came.map(({ type, message }) => [type, message.message?.conversation])).toEqual(
    texts.map((text) => ['append', text]),
  );
  await rig.server.until(() => (rig.server.unconfirmed().length === 0 ? true : undefined), 'all receipts');
});

test('a receipt that came meanwhile waits too', async () => {
  ana.habits.delivers = false;
  const id = await rig.client.text(ana.jid('pn'), '¿llegó?');
  await ana.waitFor((each) => each.id === id);
  await leave();
  ana.reads(id);
  rig.client.connect();
  await rig.reached(id, 4);
});

test('without an end of the backlog, the client holds it back', async () => {
  await leave();
  const { id } = await ana.says('¿me oís?');
  rig.server.faults.withholdOffline(true);
  rig.client.connect();
  await rig.client.opened();
  await rig.server.until(() => rig.server.events.receipts.find((each) => each.id === id), 'the receipt');
  expect(rig.client.upserts.some(({ message }) => message.key.id === id)).toBe(false);
  rig.server.faults.withholdOffline(false);
  await rig.upsert(id);
});
