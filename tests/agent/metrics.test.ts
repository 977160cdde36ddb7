import { afterEach, expect, test } from 'vitest';
import { type AgentRig, agentRig } from '../support/agent-rig.ts';

const LATELY = { sinceMs: 0, untilMs: 8_000_000_000_000 };

let rig: AgentRig;
afterEach(() => rig?.remove());

test('each warning and the breaker of a loop leave a row, with the results that showed it', async () => {
  rig = agentRig({ steps: [{ calls: [['look', {}]] }] });
  rig.create();
  expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'loop' });
  expect(rig.store.metrics.over(LATELY).loops).toEqual({ detected: 3, detectedLastDay: 0 });
});
