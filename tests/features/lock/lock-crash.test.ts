import { afterEach, expect, test } from 'vitest';
import { dyingAfter } from '../../support/dying-store.ts';
import { settled } from '../../support/fake-clock.ts';
import type { GatewayRig } from '../../support/gateway-rig.ts';
import { ANA, approval, filesWith, lockRig, lockRows, now, removeRigs, restarted } from './lock-rig.ts';

afterEach(removeRigs);

/** Methods that change rows. */
const WRITES = new Set([
  ...[
    'accept',
    'finish',
    'add',
    'create',
    'update',
    'decide',
    'use',
    'setLanguage',
    'noteDirectChat',
    'hold',
  ],
  ...['release', 'markReplaced', 'markSending', 'markSent', 'run', 'runOnRow'],
]);

/** A message that was not taken is delivered again, as a server does. */
async function deliver(rig: GatewayRig, text: string): Promise<void> {
  await rig.phone.say(text, { id: 'the-message' }).catch(() => undefined);
  await settled();
  await settled();
}

/** Dies at each write of what `text` leads to, and lets the next program go on; until one does not die. */
async function dyingEverywhere(
  prepare: (rig: GatewayRig) => Promise<void>,
  text: (code: string) => string,
  check: (rig: GatewayRig, code: string) => void,
): Promise<number> {
  for (let n = 1; ; n += 1) {
    const rig = await lockRig();
    await prepare(rig);
    const code = now(rig);
    const { store, died } = dyingAfter(n, rig.store, WRITES);
    const dying = await rig.restart({ store });
    await deliver(dying, text(code));
    const next = await restarted(rig);
    await deliver(next, text(code));
    check(next, code);
    if (!died()) return n;
  }
}

test('wherever the program dies, a yes with its code counts exactly once, and the code is in no file', async () => {
  const deaths = await dyingEverywhere(
    (rig) => rig.say('/agent deploy it'),
    (code) => `yes ${code}`,
    (rig, code) =>
      expect([approval(rig)?.state, lockRows(rig).findPerson(ANA)?.wrong, filesWith(rig, code)]).toEqual([
        'approved',
        0,
        [],
      ]),
  );
  expect(deaths).toBeGreaterThan(5);
}, 60_000);

test('wherever the program dies, /unlock opens the chat once, and what waited is shown', {
  timeout: 60_000,
  tags: 'full',
}, async () => {
  const deaths = await dyingEverywhere(
    async (rig) => {
      await rig.say('/lock');
      rig.store.atomically(() =>
        rig.outgoing.outbox.enqueue({
          conversation: 'phone:ana' as never,
          key: 'ended:x',
          body: { kind: 'text', text: 'a report' },
        }),
      );
      rig.outgoing.nudge();
      await settled();
    },
    (code) => `/unlock ${code}`,
    (rig) => {
      const reports = new Set(
        rig.phone.sent.flatMap(({ id, body }) => ('text' in body && body.text === 'a report' ? [id] : [])),
      );
      expect([lockRows(rig).findPerson(ANA)?.locked, reports.size]).toEqual([undefined, 1]);
    },
  );
  expect(deaths).toBeGreaterThan(5);
});
