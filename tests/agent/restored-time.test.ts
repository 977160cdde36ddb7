import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { restoreSession } from '../../src/agent/restore-session.ts';
import { createTranscripts } from '../../src/agent/transcript.ts';
import { defineTool } from '../../src/contracts/tool.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { InstanceId } from '../../src/core/ids.ts';
import { agentRig, SESSION } from '../support/agent-rig.ts';
import { UNLISTED } from '../support/unlisted.ts';

const MINUTE = 60_000;

test('a session that only its transcript knows has the time of its earlier runs, as it has their money', async () => {
  let aheadMs = 0;
  const work = defineTool({
    name: 'work',
    description: 'Works for a minute.',
    effect: 'reads',
    ...UNLISTED,
    input: z.object({}),
    output: z.object({}),
    async run() {
      aheadMs += MINUTE;
      return { text: 'worked', data: {} };
    },
  });
  const rig = agentRig({
    steps: [{ calls: [['work', {}]] }, { text: 'ok' }],
    tools: [work],
    clock: { ...systemClock, upMs: () => systemClock.upMs() + aheadMs },
  });
  onTestFinished(() => rig.remove());
  rig.create();
  rig.store.sessions.update(SESSION, { usage: { earlierActiveMs: 2 * MINUTE }, atMs: 1 });
  await rig.run();
  const other = agentRig({ steps: [] });
  onTestFinished(() => other.remove());
  const instance = 'other-instance' as InstanceId;
  other.store.instances.register({ id: instance, pid: 1, startTime: '0', atMs: 0 });
  const file = createTranscripts(path.join(rig.folder, 'agent_sessions')).pathOf(SESSION);
  const restored = restoreSession({ store: other.store, path: file, instance, nowMs: 5 });
  const { activeMs, costMicroUsd } = restored?.session.usage ?? { activeMs: 0, costMicroUsd: 0 };
  expect([Math.floor(activeMs / MINUTE), costMicroUsd > 0]).toEqual([3, true]);
});
