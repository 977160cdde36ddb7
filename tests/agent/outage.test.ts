import { afterEach, describe, expect, test } from 'vitest';
import { nextWaitMs } from '../../src/agent/loop.ts';
import type { ModelFault } from '../../src/contracts/model.ts';
import { type AgentRig, agentRig, SESSION } from '../support/agent-rig.ts';

const OUTAGE = { waitsMs: [30_000, 60_000, 120_000, 300_000, 600_000], longestMs: 3_600_000 };

test('waits get longer, the last one is repeated, and all together are an hour', () => {
  const waits = Array.from({ length: 12 }, (_, index) => nextWaitMs(index, OUTAGE));
  expect(waits).toEqual([
    30_000,
    60_000,
    120_000,
    300_000,
    600_000,
    600_000,
    600_000,
    600_000,
    600_000,
    90_000,
    undefined,
    undefined,
  ]);
  expect(nextWaitMs(0, { ...OUTAGE, longestMs: 0 })).toBeUndefined();
});

describe('a session whose model is away', () => {
  let rig: AgentRig;
  afterEach(() => rig.remove());

  /** The requests of these places fail. */
  function begin(fault: ModelFault, places: readonly number[]): void {
    let asked = 0;
    const faultOf = () => {
      asked += 1;
      return places.includes(asked) ? fault : undefined;
    };
    rig = agentRig({
      steps: [{ calls: [['look', {}]] }, { text: 'ok' }],
      limits: { outage: OUTAGE },
      faultOf,
    });
    rig.create();
  }

  test.each(['busy', 'unreachable', 'silent'] as const)(
    '%s: it waits, durably, and a reply makes it patient again',
    async (kind) => {
      begin({ kind, detail: 'away' }, [1, 2, 4]);
      const waited: unknown[] = [];
      for (let n = 0; n < 3; n += 1) {
        const atMs = Date.now();
        const outcome = await rig.run();
        if (outcome.kind !== 'paused') throw new Error(outcome.kind);
        const { status, wakeAtMs = 0, outageWaits } = rig.session().state;
        waited.push([outcome.why, status, outageWaits, Math.round((wakeAtMs - atMs) / 10_000)]);
      }
      expect(waited).toEqual([
        [kind, 'paused', 1, 3],
        [kind, 'paused', 2, 6],
        [kind, 'paused', 1, 3],
      ]);
    },
  );

  test.each([
    ['longer than the wait', 90_000, 90],
    ['shorter than the wait', 5_000, 30],
    ['over already', -5_000, 30],
  ])(
    'a time that the server names, %s: it counts as a wait, and is never shorter',
    async (_, inMs, seconds) => {
      const atMs = Date.now();
      begin({ kind: 'busy', detail: 'limit', retryAtMs: atMs + inMs }, [1]);
      await rig.run();
      const { wakeAtMs = 0, outageWaits } = rig.session().state;
      expect([outageWaits, Math.round((wakeAtMs - atMs) / 10_000)]).toEqual([1, seconds / 10]);
    },
  );

  test('a server that names a time again and again is given up as well', async () => {
    begin({ kind: 'busy', detail: 'limit', retryAtMs: Date.now() + 90_000 }, [1]);
    rig.store.sessions.update(SESSION, { state: { outageWaits: 10 }, atMs: 0 });
    expect(await rig.run()).toEqual({ kind: 'parked', reason: 'busy', detail: 'limit', text: '' });
  });

  test('after an hour of waiting it stops, and can be resumed with another hour', async () => {
    begin({ kind: 'unreachable', detail: 'ECONNREFUSED' }, [1]);
    rig.store.sessions.update(SESSION, { state: { outageWaits: 10 }, atMs: 0 });
    const outcome = await rig.run();
    expect([outcome, rig.session().state.outageWaits]).toEqual([
      { kind: 'parked', reason: 'unreachable', detail: 'ECONNREFUSED', text: '' },
      undefined,
    ]);
  });
});
