import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModelMessage } from '../../../src/contracts/model.ts';
import type { SessionStatus } from '../../../src/contracts/session.ts';
import { commandsOf } from '../../../src/features/contributions.ts';
import { ANA, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';
import { sessionRecord } from '../../support/session-record.ts';

const ID = sessionRecord().id;

let rig: GatewayRig;
beforeEach(async () => {
  rig = await gatewayRig({ locale: 'en' });
});
afterEach(() => rig.remove());

function round(n: number): readonly ModelMessage[] {
  return [
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `c${n}`, name: n % 3 ? 'big' : 'small', input: { n } }],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `c${n}`, content: 'x'.repeat(n % 3 ? 9000 : 3000) }],
    },
  ];
}

function session(status: SessionStatus, rounds: number): void {
  rig.store.sessions.create(
    sessionRecord({
      conversation: 'phone:ana' as never,
      owner: ANA,
      state: { status },
      prompt: { system: 'S'.repeat(3000), tools: 'T'.repeat(9000) },
    }),
  );
  const messages: readonly ModelMessage[] = [
    { role: 'user', content: [{ type: 'text', text: 'Task: fix the login bug' }] },
    ...Array.from({ length: rounds }, (_, n) => round(n)).flat(),
  ];
  for (const [seq, message] of messages.entries()) rig.store.history.append(ID, seq, message);
}

async function asked(text: string): Promise<string> {
  await rig.say(text);
  return rig.phone.texts.at(-1) ?? '';
}

test('/context tells what fills the context, counted by the API as a whole', async () => {
  session('done', 6);
  rig.store.contexts.setMeasured(ID, { messages: 13, tokens: 45_000 });
  expect(await asked('/context')).toMatchInlineSnapshot(`
    "🧠 Context of: fix the login bug
    ▓▓▓░░░░░░░ 30 %
    45k of 150k tokens
    What's in it, roughly:
    · my instructions: 2.5k (2 %)
    · tools: 7.4k (5 %)
    · your task: 39 (0 %)
    · conversation: 296 (0 %)
    · tool results: 35k (23 %)
       big 30k
       small 5.0k
    · free: 105k (70 %)
    I compact it at 90k. To do it now: /compact"
  `);
});

test('/context says "about" for what the API has not counted', async () => {
  session('done', 6);
  expect(await asked('/context')).toContain('about 18k of 150k tokens');
});

test.each([
  ['done', '🗜️ Compacting the context. This takes a moment.'],
  ['parked', '🗜️ Compacting the context. This takes a moment.'],
  ['paused', "🗜️ I'll compact the context when this task continues."],
] as const)('/compact of a session that is %s', async (status, answer) => {
  session(status, 4);
  await rig.say('/compact keep the API');
  const backTo = status === 'paused' ? undefined : { status, reason: undefined, endedAtMs: undefined };
  expect({
    told: rig.phone.texts[0],
    request: rig.store.contexts.findRequest(ID),
    ran: rig.started.length,
  }).toEqual({
    told: answer,
    request: { words: 'keep the API', backTo },
    ran: status === 'paused' ? 0 : 1,
  });
});

test('/compact of a short session says that there is nothing to do', async () => {
  session('done', 2);
  expect(await asked('/compact')).toContain('Nothing to compact');
  expect(rig.store.contexts.findRequest(ID)).toBeUndefined();
});

test('both say so where there was no task yet', async () => {
  expect(await asked('/context')).toBe('No context yet. Start a task: /agent <task>');
  expect(await asked('/compact')).toBe('No context yet. Start a task: /agent <task>');
});

test('/compact stands beside /context in the list', () => {
  const names = commandsOf(rig.features).map(({ name }) => name);
  expect(names.indexOf('compact')).toBe(names.indexOf('context') + 1);
});
