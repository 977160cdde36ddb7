import { afterEach, expect, test } from 'vitest';
import type { Machines } from '../../../../src/cluster/machines.ts';
import type { DueRuns } from '../../../../src/contracts/machines.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/core/clock.ts';
import type { MisfirePolicy } from '../../../../src/features/cron/cron.ts';
import { createCronMoving } from '../../../../src/features/cron/moving.ts';
import { type GatewayRig, gatewayRig } from '../../../support/gateway-rig.ts';
import { cellAlone } from '../../../support/machines.ts';
import { addCron, CHAT, NOON_MS, stateOf } from '../firing/scene.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

interface FakeCluster {
  readonly machines: Machines;
  /** Whether the chat lives here. */
  isHere: boolean;
  readonly asked: DueRuns[];
  arrive(): void;
}

function fakeCluster(): FakeCluster {
  const asked: FakeCluster['asked'] = [];
  let heard: () => void = () => undefined;
  const cluster: FakeCluster = {
    isHere: true,
    asked,
    arrive: () => heard(),
    machines: cellAlone({
      onArrival(listener) {
        heard = listener;
      },
      async claimRuns(due) {
        asked.push(due);
        return { kind: cluster.isHere ? 'ours' : 'later' };
      },
    }),
  };
  return cluster;
}

test('a schedule begins only where its chat lives: it waits, and then begins once', async () => {
  const cluster = fakeCluster();
  rig = await gatewayRig({ locale: 'en', machines: cluster.machines });
  const id = addCron(rig);
  cluster.isHere = false;
  await rig.clock.advance(HOUR_MS);
  await rig.clock.advance(5000);
  const before = [rig.phone.texts, stateOf(rig, id)];
  cluster.isHere = true;
  await rig.clock.advance(5000);
  await rig.clock.advance(5000);
  expect({ before, after: [rig.phone.texts, stateOf(rig, id)], asked: cluster.asked }).toEqual({
    before: [[], 'active, next 20 13:00'],
    after: [['⏰ cron kd\nstand up'], 'active, ran 20 13:00 sent, next 20 14:00'],
    asked: [1, 2, 3].map(() => ({
      conversation: CHAT,
      name: 'kd',
      firstMs: NOON_MS + HOUR_MS,
      lastMs: NOON_MS + HOUR_MS,
    })),
  });
});

test.each<[MisfirePolicy, readonly string[], string]>([
  ['skip', [], 'active, passed 20 13:00 to 20 14:00 late, next 20 15:00'],
  [
    'once',
    ['⏰ cron kd · 20 min late\nstand up'],
    'active, ran 20 14:00 sent, passed 20 13:00 to 20 13:00 late, next 20 15:00',
  ],
])('what could not begin for long is late, as after an outage: %s', async (policy, texts, state) => {
  const cluster = fakeCluster();
  rig = await gatewayRig({ locale: 'en', machines: cluster.machines });
  const id = addCron(rig, { policy });
  cluster.isHere = false;
  await rig.clock.advance(HOUR_MS);
  await rig.clock.advance(HOUR_MS + 20 * MINUTE_MS);
  cluster.isHere = true;
  for (let second = 0; second < 12; second += 1) await rig.clock.advance(1000);
  expect([rig.phone.texts, stateOf(rig, id)]).toEqual([texts, state]);
});

test('a schedule of a chat that has left meanwhile never begins', async () => {
  const cluster = fakeCluster();
  rig = await gatewayRig({ locale: 'en', machines: cluster.machines });
  addCron(rig);
  cluster.isHere = false;
  await rig.clock.advance(HOUR_MS);
  const { database, conversations } = rig.store;
  createCronMoving({ database, conversations, placeOf: () => undefined }).end(CHAT);
  cluster.isHere = true;
  await rig.clock.advance(2 * HOUR_MS);
  expect(rig.phone.texts).toEqual([]);
});

test('what a chat missed on its way is told as after an outage, at once', async () => {
  const cluster = fakeCluster();
  rig = await gatewayRig({ locale: 'es', machines: cluster.machines });
  addCron(rig, { nextAtMs: NOON_MS - 20 * MINUTE_MS, schedule: '40 * * * *' });
  const { database, conversations } = rig.store;
  const moving = createCronMoving({ database, conversations, placeOf: () => undefined });
  // It comes back to the machine that it left.
  const copies = moving.copies(CHAT);
  moving.end(CHAT);
  await rig.clock.advance(1000);
  moving.arrive({ conversation: CHAT, copies, begun: new Map() });
  cluster.arrive();
  for (let second = 0; second < 12; second += 1) await rig.clock.advance(1000);
  expect(rig.phone.texts).toEqual(['⏰ cron kd · 20 min tarde\nstand up']);
});
