import { afterEach, expect, test } from 'vitest';
import { conversationId, type SessionId } from '../../../src/core/ids.ts';
import { getEvalSummary } from '../../../src/features/metrics/get-eval-summary.ts';
import { Metrics, type MetricsReader } from '../../../src/features/metrics/metrics.ts';
import { type AgentRig, agentRig, Crash, SESSION } from '../../support/agent-rig.ts';
import { metricsOf } from '../../support/metrics-of.ts';
import { sessionRecord } from '../../support/session-record.ts';

const LATELY = { sinceMs: 0, untilMs: 8_000_000_000_000 };
const USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 900, cacheWriteTokens: 0 };

let rig: AgentRig | undefined;
afterEach(() => {
  rig?.remove();
  rig = undefined;
});

test('each warning and the breaker of a loop leave a row, with the results that showed it', async () => {
  rig = agentRig({ steps: [{ calls: [['look', {}]] }] });
  rig.create();
  expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'loop' });
  expect(metricsOf(rig.store).over(LATELY).loops).toEqual({ detected: 3, detectedLastDay: 0 });
});

test('a program that dies at any commit of a loop leaves each of its rows once', async () => {
  const counted: number[] = [];
  for (let commit = 1; commit <= 8; commit += 1) {
    rig = agentRig({ steps: [{ calls: [['look', {}]] }] });
    rig.create();
    rig.crashAtCommit(commit);
    await expect(rig.run()).rejects.toBeInstanceOf(Crash);
    await rig.run();
    counted.push(metricsOf(rig.store).over(LATELY).loops.detected);
    rig.remove();
  }
  expect(counted).toEqual(counted.map(() => 3));
});

/** The model looks at the figures while a task of another chat has cost five dollars. Returns what it was told. */
async function told(ownerAlone: boolean): Promise<readonly string[]> {
  const store = () => {
    if (rig === undefined) throw new Error('no rig');
    return rig.store;
  };
  const rows = {
    overAside: async (...of: Parameters<MetricsReader['overAside']>) => metricsOf(store()).overAside(...of),
  };
  rig = agentRig({
    steps: [{ calls: [['get_eval_summary', { days: 7 }]] }, { text: 'Well enough.' }],
    tools: [getEvalSummary({ rows, ownerAlone: () => ownerAlone })],
  });
  rig.create();
  const other = '20261120-00000002' as SessionId;
  rig.store.sessions.create(sessionRecord({ id: other, conversation: conversationId('console', 'other') }));
  const atMs = Date.now();
  rig.store.spending.add({ session: other, person: 'x', usage: USAGE, microUsd: 5_000_000, atMs });
  rig.store.spending.add({ session: SESSION, person: 'y', usage: USAGE, microUsd: 250_000, atMs });
  await rig.run();
  const [call] = rig.store.calls.listOfRound(SESSION, 1);
  expect(Metrics.safeParse(call?.result?.data).success).toBe(true);
  return call?.result?.text.split('\n') ?? [];
}

test('the model reads the figures of its chat, and nothing of another one', async () => {
  expect(await told(false)).toEqual([
    'Figures for this chat, last 7 days',
    'Commands: none yet',
    'Succeeded: not known yet',
    'Average time: not known yet',
    'Tasks done: none yet',
    'Loops: none yet',
    'Cost: $0.25',
    'Tokens: 1.0k read, 10 written',
    'From the cache: 90 %',
    'Questions: none yet',
    '  time to answer: not known yet',
    'Waiting: in 0, out 0, tasks 0',
    'Messages lost: 0 (0 refused, 0 unhandled)',
  ]);
});

test('for an owner alone the model reads those of all chats', async () => {
  const lines = await told(true);
  expect([lines[0], lines[6]]).toEqual(['Figures for the last 7 days', 'Cost: $5.25']);
});
