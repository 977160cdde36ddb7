import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { calls, says, slow } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';
import { blocksOf } from '../support/messages-server/request.ts';
import { allTold, lastTold } from '../support/model-view.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { type Scene, useScenes } from '../support/scene.ts';

const scene = useScenes();

/** Leaves the ids of both its processes, then waits for a file that nobody makes, or that the test makes. */
const WAITING_RUNNER = `sleep 60 & echo "$$ $!" > ../pids
while [ ! -e ../go-on ]; do sleep 0.02; done
kill $!
echo finished`;

function sceneWithRunner(script: readonly MessageReply[]): Promise<Scene> {
  return scene({ script, project: (folder) => makeProjectWithRunner(folder, WAITING_RUNNER) });
}

const RUN = calls(['run_command', { command: 'mocha', timeout: 60 }]);

async function pidsOf(folder: string): Promise<readonly number[]> {
  const file = path.join(folder, 'pids');
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(10);
  return readFileSync(file, 'utf8').trim().split(' ').map(Number);
}

/** A process that is dead but not yet collected by its parent is in state Z. */
function isAlive(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && !readFileSync(file, 'utf8').includes(') Z ');
}

test('/cancel ends the running command with all its processes, and the task can be resumed', {
  tags: 'full',
}, async () => {
  const { start, folder, server } = await sceneWithRunner([RUN, says('Done without the tests.')]);
  const program = start();
  program.say('/agent run the tests');
  const pids = await pidsOf(folder);
  program.say('/cancel');
  await program.heard(/🛑 Stopped[\s\S]*⏱️/u);
  const alive = pids.filter(isAlive);
  program.say('/agent-resume leave the tests out');
  await program.heard(/⚠️ Not done/u);
  expect({
    alive,
    exitCode: await program.hangUp(),
    refusals: server.refusals,
    told: allTold(server).slice(1),
  }).toEqual({
    alive: [],
    exitCode: 1,
    refusals: [],
    told: [
      expect.stringMatching(/^Killed after .*: cancel/),
      'Message from the person:\nleave the tests out',
    ],
  });
  await expectGolden('cancel', program.conversation, folder);
});

test('a message during a run reaches the model after the current results, a second task waits its turn', {
  tags: 'full',
}, async () => {
  const { start, folder, server } = await sceneWithRunner([
    RUN,
    says('The tests pass; I left the docs alone.'),
    says('Second task done.'),
  ]);
  const program = start();
  program.say('/agent run the tests');
  await pidsOf(folder);
  program.say('leave the docs alone');
  await program.heard(/👍/u);
  program.say('/queue then look at the README');
  await program.heard(/🕓/u);
  program.say('/agent');
  await program.heard(/🕓/u);
  writeFileSync(path.join(folder, 'go-on'), '');
  await program.heard(/⏱️[\s\S]*Second task done/u);
  expect(await program.hangUp()).toBe(0);
  expect(blocksOf(server.requests[1]?.body.messages.at(-1)).map(({ type }) => type)).toEqual([
    'tool_result',
    'text',
  ]);
  await expectGolden('steering', program.conversation, folder);
});

test('a task that used all its rounds reports, and goes on with the words of the person', {
  tags: 'full',
}, async () => {
  const look = (n: number) => calls(['read_lines', { path: 'src/login.js', start: n, end: n }]);
  const { start, folder, server } = await scene({
    script: [look(1), look(2), says('I have read two lines.'), look(3), says('Three lines are enough.')],
    env: { AGENT_MAX_ROUNDS: '2' },
  });
  const program = start();
  program.say('/agent read the file line by line');
  await program.heard(/⏸[\s\S]*⏱️/u);
  program.say('/agent-resume one more line is enough');
  await program.heard(/✅ Done[\s\S]*⏱️/u);
  expect(await program.hangUp()).toBe(0);
  expect(server.requests[2]?.body.tool_choice).toEqual({ type: 'none' });
  expect(lastTold(server)).toEqual([expect.stringContaining('L3:')]);
  await expectGolden('rounds', program.conversation, folder);
});

/** One number a round, each a change of its own; ticked off at the end of each third. */
const COUNTS: readonly MessageReply[] = [
  calls(['create_task_plan', { steps: ['Count to five', 'Count to ten', 'Count to fifteen'] }]),
  ...Array.from({ length: 15 }, (_, n) =>
    calls(
      n === 0
        ? ['write_source_file', { path: 'count.txt', content: '1\n' }]
        : ['apply_patch', { path: 'count.txt', search: `${n}\n`, replace: `${n}\n${n + 1}\n` }],
      ...(n % 5 === 4 ? [['update_task_status', { step: (n + 1) / 5, status: 'done' }] as const] : []),
    ),
  ),
  calls(['read_source_file', { path: 'count.txt' }]),
  says('Counted to fifteen.'),
];

test('a task that advances has more than 15 rounds without a word, and its card counts on', {
  tags: 'full',
}, async () => {
  const { start, folder, server } = await scene({ script: COUNTS });
  const program = start();
  program.say('/agent count to fifteen in count.txt');
  expect(await program.hangUp()).toBe(0);
  expect({
    closings: server.requests.filter(({ body }) => body.tool_choice !== undefined).length,
    told: allTold(server).filter((text) => text.includes('rounds')),
  }).toEqual({ closings: 0, told: [] });
  await expectGolden('many-rounds', program.conversation, folder);
});

test('a task that stands still pauses, says at what, and goes on when it is told how', {
  tags: 'full',
}, async () => {
  const look = (n: number) => calls(['read_lines', { path: 'src/login.js', start: n, end: n }]);
  const { start, folder, server } = await scene({
    script: [
      calls(
        ['create_task_plan', { steps: ['Make the tests pass'] }],
        ['update_task_status', { step: 1, status: 'in_progress' }],
        ['run_command', { command: 'npm test' }],
      ),
      look(1),
      look(2),
      says('I do not see why capitals should matter.'),
      calls(['apply_patch', { path: 'src/login.js', search: 'user.password', replace: 'user?.password' }]),
      calls(['update_task_status', { step: 1, status: 'skipped' }]),
      says('Mended.'),
    ],
    env: { AGENT_MAX_ROUNDS: '3' },
  });
  const program = start();
  program.say('/agent make the tests pass');
  await program.heard(/⏸[\s\S]*⏱️/u);
  program.say('/agent-resume look at user.password');
  await program.heard(/(?:✅ Done|⚠️ Not done)[\s\S]*⏱️/u);
  await program.hangUp();
  expect(server.requests[3]?.body.tool_choice).toEqual({ type: 'none' });
  await expectGolden('stands-still', program.conversation, folder);
});

test('what was said while the model was asked is read before the turn ends', { tags: 'full' }, async () => {
  const { start, server } = await scene({ script: [slow(says('Finished.'), 600), says('The README too.')] });
  const program = start();
  program.say('/agent look at the login');
  await server.waitForRequest(1);
  program.say('and at the README');
  await program.heard(/⏱️[\s\S]*The README too/u);
  expect({ exitCode: await program.hangUp(), told: lastTold(server) }).toEqual({
    exitCode: 0,
    told: ['Message from the person:\nand at the README'],
  });
});

test('what was reported as not done is listed so, also by the next program, until it goes on and is done', {
  tags: 'full',
}, async () => {
  const { start } = await scene({
    script: [
      calls(['create_task_plan', { steps: ['Rename it'] }]),
      says('All done!'),
      calls(['update_task_status', { step: 1, status: 'done' }]),
      says('Now it is.'),
    ],
    env: { LOCALE: 'es' },
  });
  const first = start();
  first.say('/agent renombra');
  await first.heard(/⚠️ Falta algo[\s\S]*All done!/u);
  await first.hangUp();
  const second = start();
  second.say('/sessions');
  const listed = await second.heard(/\/continuar <id>/);
  second.say('/agent-resume');
  await second.heard(/✅ Listo[\s\S]*Now it is/u);
  second.say('/sessions');
  const after = await second.heard(/\/continuar <id>/);
  const stateIn = (text: string) => /^(.*): renombra$/mu.exec(text)?.[1];
  expect([stateIn(listed), stateIn(after), await second.hangUp()]).toEqual(['⚠️ falta algo', '✅ lista', 0]);
});
