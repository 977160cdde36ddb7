import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../../src/contracts/tool.ts';
import { systemClock } from '../../src/core/clock.ts';
import { type AgentRig, agentRig, SESSION } from '../support/agent-rig.ts';
import { UNLISTED } from '../support/unlisted.ts';

const MINUTE = 60_000;

let rig: AgentRig;
afterEach(() => rig.remove());

/**
 * A round of a call that takes a minute and a command of `lastsMs`, in whose middle the program is killed; the next one
 * begins an hour later. It watches the rest of the command, `watchedMs`.
 */
async function killedInCommand(lastsMs: number, watchedMs: number, sessionTimeoutMs = 60 * MINUTE) {
  let aheadMs = 0;
  const output = z.object({});
  const input = z.object({});
  const edit = defineTool({
    name: 'edit',
    description: 'Edits.',
    effect: 'writes',
    ...UNLISTED,
    input,
    output,
    async run() {
      aheadMs += MINUTE;
      return { text: 'edited', data: {} };
    },
  });
  const work = defineTool({
    name: 'work',
    description: 'Works.',
    effect: 'executes',
    ...UNLISTED,
    input,
    output,
    review: async () => ({
      verdict: { kind: 'allow', rule: 'test' },
      binding: null,
      details: 'work',
      command: 'work',
    }),
    run: () => new Promise<never>(() => undefined),
    async recover() {
      aheadMs += watchedMs;
      const audit = { exitCode: 0, stdoutPreview: '', stderrPreview: '', durationMs: lastsMs };
      return { kind: 'done', answer: { text: 'ended', data: {}, audit } };
    },
  });
  const calls = [['edit', {}] as const, ['work', {}] as const];
  rig = agentRig({
    steps: [{ calls }, { text: 'done' }],
    tools: [edit, work],
    limits: { sessionTimeoutMs },
    clock: { ...systemClock, upMs: () => systemClock.upMs() + aheadMs },
  });
  rig.create();
  const killed = new AbortController();
  const run = rig.run(killed.signal);
  await expect.poll(() => rig.store.calls.all(SESSION)[1]?.state).toBe('started');
  killed.abort('shutdown');
  await run;
  aheadMs += 60 * MINUTE;
}

test.each([
  ['ended while the program was away', 8 * MINUTE, 0, 9],
  ['was watched for its last minutes', 8 * MINUTE, 3 * MINUTE, 9],
  ['was watched for longer than its record says', MINUTE, 2 * MINUTE, 3],
])(
  'a killed program: what it worked counts once, and its absence does not; a command that %s',
  async (_what, lastsMs, watchedMs, minutes) => {
    await killedInCommand(lastsMs, watchedMs);
    expect((await rig.run()).kind).toBe('done');
    const callMs = rig.store.calls.all(SESSION)[1]?.result?.durationMs ?? 0;
    expect([rig.session().usage.activeMs, callMs].map((ms) => Math.floor(ms / MINUTE))).toEqual([
      minutes,
      minutes - 1,
    ]);
  },
);

test('a command that is looked into twice counts once, wherever the second program dies', async () => {
  for (let commit = 1; commit <= 3; commit += 1) {
    await killedInCommand(8 * MINUTE, 0);
    rig.crashAtCommit(commit);
    await rig.run().catch(() => undefined);
    rig.crashAtCommit(Number.POSITIVE_INFINITY);
    await rig.run();
    expect([commit, Math.floor(rig.session().usage.activeMs / MINUTE)]).toEqual([commit, 9]);
    if (commit < 3) rig.remove();
  }
});

test('the limit on working time knows of a command that an earlier program started', async () => {
  await killedInCommand(8 * MINUTE, 0, 5 * MINUTE);
  expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'time' });
});
