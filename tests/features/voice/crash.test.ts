import { afterEach, expect, test } from 'vitest';
import { dyingAfter } from '../../support/dying-store.ts';
import type { FakeRun, GatewayRig } from '../../support/gateway-rig.ts';
import { hangs, type SpeechServer, speaks, speechServer } from '../../support/speech-server.ts';
import { heardOn, voiceRig } from '../../support/voice-rig.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

/** What the end of a task and its voice note write. */
const WRITES = new Set(['add', 'run', 'runOnRow', 'update', 'markSent', 'markSending']);

const ends: FakeRun = async (_session, agent) => agent.end({ kind: 'done', text: 'All done.' });

/** A chat that hears reports, with a task that is under way when its program ends. */
async function withTask(service: SpeechServer): Promise<void> {
  rig = await voiceRig(service, { run: async () => ({ kind: 'suspended' }) });
  await rig.say('/voice on');
  await rig.say('/agent fix it');
}

async function until(isSo: () => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        await rig.clock.advance(5000);
        return isSo();
      },
      { timeout: 20_000 },
    )
    .toBe(true);
}

const reported = () => heardOn(rig).filter((line) => line === '✅ Done: fix it' || line.startsWith('('));

test('killed after any write, the report comes once and its voice note comes once', async () => {
  let kills = 0;
  for (let n = 1; ; n += 1) {
    const service = await speechServer(speaks(2));
    await withTask(service);
    const dying = dyingAfter(n, rig.store, WRITES);
    const before = rig;
    try {
      rig = await rig.restart({ store: dying.store, run: ends });
      await until(() => dying.died() || reported().length === 2);
    } catch {
      // It died while it started.
      rig = before;
    }
    const isDead = dying.died();
    if (isDead) rig = await rig.restart({ run: ends });
    await until(() => reported().length >= 2);
    expect({ n, reported: reported(), most: service.asked.length <= 2 }).toEqual({
      n,
      reported: ['✅ Done: fix it', '(2 s)'],
      most: true,
    });
    await rig.remove();
    if (!isDead) break;
    kills += 1;
  }
  await withTask(await speechServer());
  expect(kills).toBeGreaterThan(6);
}, 120_000);

test('a program that is killed in the middle of each request makes no third one', async () => {
  const service = await speechServer(hangs);
  await withTask(service);
  for (const requests of [1, 2, 2, 2]) {
    rig = await rig.restart({ run: ends });
    await until(() => service.asked.length === requests);
  }
  service.answer = speaks(2);
  rig = await rig.restart({ run: ends });
  await rig.clock.advance(60_000);
  expect([service.asked.length, reported()]).toEqual([2, ['✅ Done: fix it']]);
});
