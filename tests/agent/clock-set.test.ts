import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../../src/contracts/tool.ts';
import { systemClock } from '../../src/core/clock.ts';
import { agentRig, SESSION } from '../support/agent-rig.ts';
import { UNLISTED } from '../support/unlisted.ts';

test.each([2, -1])(
  'a clock that is set by %d h during a call ends no task, and no time is of the clock',
  async (hours) => {
    let aheadMs = 0;
    const setClock = defineTool({
      name: 'set_clock',
      description: 'Sets the clock of the machine.',
      effect: 'reads',
      ...UNLISTED,
      input: z.object({}),
      output: z.object({}),
      async run() {
        aheadMs = hours * 3_600_000;
        return { text: 'It is another time.', data: {} };
      },
    });
    const rig = agentRig({
      steps: [{ calls: [['set_clock', {}]] }, { calls: [['look', {}]] }, { text: 'Done.' }],
      tools: [setClock],
      limits: { sessionTimeoutMs: 1_800_000 },
      clock: { ...systemClock, nowMs: () => Date.now() + aheadMs },
    });
    onTestFinished(() => rig.remove());
    rig.create();
    const outcome = await rig.run();
    const lastedMs = [
      rig.session().usage.activeMs,
      rig.store.calls.listOfRound(SESSION, 1)[0]?.result?.durationMs ?? -1,
    ];
    expect([outcome.kind, lastedMs.map((ms) => ms >= 0 && ms < 1_800_000)]).toEqual(['done', [true, true]]);
  },
);
