/**
 * One of the long runs.
 * @module-tag full
 */
import { afterEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../../src/core/clock.ts';
import { cronsIn } from '../../../support/crons.ts';
import { dyingAfter } from '../../../support/dying-store.ts';
import { type GatewayRig, gatewayRig } from '../../../support/gateway-rig.ts';
import { addCron, stateOf } from './scene.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

/** What a fired cron writes; all other writes of a message have a test of their own. */
const WRITES = new Set(['accept', 'add', 'create', 'finish', 'run']);

/** Three hours, in which each of the two is due three times. */
async function threeHours(): Promise<void> {
  for (let minute = 0; minute < 195; minute += 15) await rig.clock.advance(15 * MINUTE_MS);
}

/** What must be the same however often the program died: no run missing, none twice. */
function effects() {
  const texts = new Map(rig.phone.sent.map(({ id, body }) => [id, 'text' in body ? body.text : body.kind]));
  const said = [...texts.values()];
  return {
    words: said.filter((text) => text.endsWith('stand up')).length,
    begun: said.filter((text) => text.includes('🚀')).length,
    reports: said.filter((text) => text.startsWith('✅ Done')).length,
    sessions: rig
      .sessions()
      .map(({ task, state: { status }, origin: { scheduledAs } }) => `${scheduledAs} ${task}: ${status}`),
    crons: cronsIn(rig.store)
      .listOfChat('phone:ana' as never)
      .map(({ id }) => stateOf(rig, id)),
    summary: rig.gateway.summary(),
  };
}

async function withCrons(): Promise<void> {
  rig = await gatewayRig({ locale: 'en' });
  addCron(rig, { name: 'kd' });
  addCron(rig, { name: 'xw', message: '/agent test' });
}

test('killed after any write, the next program fires what is missing and nothing twice', async () => {
  await withCrons();
  await threeHours();
  const expected = effects();
  await rig.remove();
  let kills = 0;
  for (let n = 1; ; n += 1) {
    await withCrons();
    const dying = dyingAfter(n, rig.store, WRITES);
    rig = await rig.restart({ store: dying.store });
    for (let minute = 0; minute < 75; minute += 15) await rig.clock.advance(15 * MINUTE_MS);
    if (!dying.died()) break;
    kills += 1;
    rig = await rig.restart();
    for (let minute = 75; minute < 195; minute += 15) await rig.clock.advance(15 * MINUTE_MS);
    expect({ n, ...effects() }).toEqual({ n, ...expected });
    await rig.remove();
  }
  expect([kills > 8, expected.words, expected.sessions]).toEqual([
    true,
    3,
    ['xw test: done', 'xw test: done', 'xw test: done'],
  ]);
});
