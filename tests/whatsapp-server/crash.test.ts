/**
 * A client that dies between sending and storing uses a key twice.
 * @module-tag full
 */
import type { CacheStore } from '@whiskeysockets/baileys';
import { afterEach, expect, test } from 'vitest';

import { ANA, type Rig, startRig } from './rig.ts';

const ANA_JID = '5491155550001@s.whatsapp.net';

let rig: Rig;
afterEach(() => rig.stop());

async function sendWithAUsedKey(expectsCrashes: boolean): Promise<string> {
  rig = await startRig({ userDevicesCache: lastingCache() }, { expectsCrashes });
  const ana = rig.server.person(ANA);
  await rig.upsert((await ana.says('hola')).id);
  const first = await rig.client.text(ana.jid('pn'), 'uno');
  await ana.waitFor(({ id }) => id === first);
  await rig.upsert((await ana.says('seguí')).id);
  const restore = rig.client.remember();
  const second = await rig.client.text(ana.jid('pn'), 'dos');
  await ana.waitFor(({ id }) => id === second);
  rig.server.faults.dropConnection();
  await rig.client.until(() => rig.client.closes[1], 'the end');
  restore();
  rig.client.connect();
  await rig.client.opened();
  return rig.client.text(ana.jid('pn'), 'tres');
}

/** Outlives the sockets; with an empty one the client would begin a new session after each connect. */
function lastingCache(): CacheStore {
  const rows = new Map<string, unknown>();
  return {
    get: <T>(key: string) => rows.get(key) as T | undefined,
    set: (key, value) => void rows.set(key, value),
    del: (key) => void rows.delete(key),
    flushAll: () => rows.clear(),
  };
}

test('where crashes are expected, the person asks for what cannot be read, and gets it', async () => {
  const id = await sendWithAUsedKey(true);
  const asked = () => rig.server.events.unreadable.find(({ by }) => by === ANA_JID);
  expect((await rig.server.until(asked, 'an unreadable message')).id).toBe(id);
  await rig.reached(id, 3);
  rig.server.verify();
});

test('elsewhere it is a problem', async () => {
  const id = await sendWithAUsedKey(false);
  const problem = () => rig.server.problems.find((each) => each.includes(ANA_JID));
  expect(await rig.server.until(problem, 'a problem')).toContain(`message ${id} cannot be read by`);
});
