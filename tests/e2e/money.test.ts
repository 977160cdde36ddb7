/**
 * One of the long runs.
 * @module-tag full
 */
import { expect, test } from 'vitest';
import { calls, says, withUsage } from '../support/messages-server/replies.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

/** A million tokens at the price of the default model are two dollars: the whole limit of a session. */
const TASK = [
  withUsage(calls(['read_source_file', { path: 'package.json' }]), { input_tokens: 1_000_000 }),
  says('That is what I found.'),
];

/** The one of the other tests has no price. */
const PRICED = { AGENT_MODEL: 'claude-sonnet-5-5' };

test.each([
  ['+$1', /✅ \$1 more[\s\S]*✅ Done/u, ['auto', 'auto']],
  ['1 dólar más', /✅ \$1 more[\s\S]*✅ Done/u, ['auto', 'auto']],
  [
    '2',
    /✅ I'll finish with what I have[\s\S]*\/agent-resume \+1[\s\S]*That is what I found\./u,
    ['auto', 'none'],
  ],
  ['stop', /🛑 Stopping here[\s\S]*🛑 Stopped/u, ['auto']],
])('at the cap the task asks, and %j decides', async (answer, told, choices) => {
  const { start, server } = await scene({ script: TASK, env: PRICED });
  const program = start();
  program.say('/agent look around');
  await program.heard(/1 \+\$1 · 2 finish what you have · 3 stop\n.*\/reject \w{3}\)/);
  program.say(answer);
  await program.heard(told);
  await program.hangUp();
  const asked = server.requests.map(({ body }) => body.tool_choice ?? { type: 'auto' });
  expect(asked).toEqual(choices.map((type) => ({ type })));
});

test('the question is there after a kill, and its answer is told again when it comes twice', async () => {
  const { start, server } = await scene({ script: TASK, env: PRICED });
  const first = start();
  first.say('/agent look around');
  const question = await first.heard(/\/reject \w{3}\)/);
  const code = /\/reject (\w{3})\)/.exec(question)?.[1] ?? '';
  await first.kill();
  const second = start();
  second.say(`/approve ${code}`);
  await second.heard(/✅ \$1 more[\s\S]*✅ Done/u);
  second.say(`/approve ${code} finish`);
  await second.heard(/Already answered: \$1 more/);
  expect({ exitCode: await second.hangUp(), requests: server.requests.length }).toEqual({
    exitCode: 0,
    requests: 2,
  });
});

test("the day's limit parks a task, refuses the next one, and /cost tells where the money went", async () => {
  const { start, server } = await scene({ script: TASK, env: { ...PRICED, AGENT_DAILY_COST_USD: '1' } });
  const program = start();
  program.say('/agent look around');
  await program.heard(/You reached your money limit for today\.\nAfter 00:00 UTC, \/agent-resume continues/);
  program.say('/agent and again');
  await program.heard(/💰 You've spent your \$1\.00 for today\.\nI can start new work after 00:00 UTC/u);
  program.say('/costo');
  await program.heard(
    /🧾 look around\n +\$2\.00 of \$2\.00\n.*no data yet[\s\S]*💰 Today: \$2\.00 of \$1\.00/u,
  );
  await program.hangUp();
  expect(server.requests).toHaveLength(1);
});
