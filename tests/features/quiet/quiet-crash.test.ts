import { expect, test } from 'vitest';
import type { ConversationId } from '../../../src/core/ids.ts';
import { dyingAfter } from '../../support/dying-store.ts';
import { settled } from '../../support/fake-clock.ts';
import { type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';

const HOUR = 3_600_000;
const CHAT = 'phone:ana' as ConversationId;
const WRITES = new Set([
  'add',
  'hold',
  'release',
  'markReplaced',
  'markSending',
  'markSent',
  'run',
  'runOnRow',
]);

/** It is midnight in a chat that is quiet until 7:00, and two reports wait. */
async function atNight(): Promise<GatewayRig> {
  const startMs = Date.UTC(2026, 10, 20, 20);
  const rig = await gatewayRig({ locale: 'en', startMs, program: { timezone: 'UTC' } });
  await rig.say('/quiet 22-7');
  await rig.clock.advance(4 * HOUR);
  for (const text of ['one', 'two'])
    rig.outgoing.outbox.enqueue({ conversation: CHAT, key: `ended:${text}`, body: { kind: 'text', text } });
  return rig;
}

test('wherever the program dies in the night or in the morning, each of what waited is told once', async () => {
  for (let n = 1; ; n += 1) {
    const rig = await atNight();
    const since = rig.phone.sent.length;
    const { store, died } = dyingAfter(n, rig.store, WRITES);
    const dying = await rig.restart({ store });
    try {
      dying.outgoing.nudge();
    } catch {
      // The program is dead.
    }
    await settled();
    await dying.clock.advance(8 * HOUR);
    const next = await rig.restart();
    await next.clock.advance(60_000);
    // One that was being sent when the program died is sent again under its id.
    const texts = new Map(
      next.phone.sent.slice(since).map(({ id, body }) => [id, 'text' in body ? body.text : body.kind]),
    );
    const isDead = died();
    await rig.remove();
    // What nobody could hold back any more comes by itself.
    const words = [...texts.values()].join('\n');
    const told = ['one', 'two'].map((word) => words.split(/[\s•]+/).filter((one) => one === word).length);
    expect(told).toEqual([1, 1]);
    if (!isDead) {
      expect(n).toBeGreaterThan(5);
      return;
    }
  }
}, 60_000);
