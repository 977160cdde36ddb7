/**
 * One of the long runs.
 * @module-tag full
 */
import { expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { byKeyword } from '../support/messages-server/script.ts';
import { allTold } from '../support/model-view.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

const TESTS = ['run_command', { command: 'npm test' }] as const;
const OUTSIDE = ['run_command', { command: 'npm test -- /etc/hosts' }] as const;

test('without a sandbox one yes to the tests holds for the task, and for nothing else', async () => {
  const { start, server } = await scene({
    script: [calls([...TESTS]), calls([...TESTS]), calls([...OUTSIDE]), says('That is all.')],
    agentYaml: 'policy: { project_scripts: ask }',
  });
  const program = start();
  program.say('/agent run the tests twice');
  await program.heard(/"Yes" also covers this project's other scripts/);
  program.say('yes');
  await program.heard(/npm test -- \/etc\/hosts/);
  program.say('no');
  await program.heard(/⚠️ Not done/u);
  expect({
    exitCode: await program.hangUp(),
    questions: program.output.match(/❓/gu)?.length,
    runs: allTold(server).filter((text) => text.startsWith('Exit code: 1')).length,
  }).toEqual({ exitCode: 1, questions: 2, runs: 2 });
});

test('the beginning of a test run, allowed for always, covers later tasks with other arguments, and no path outside', async () => {
  const other = ['run_command', { command: 'npm test -- test' }] as const;
  const { start, server } = await scene({
    script: byKeyword([
      { keyword: 'first', steps: [calls([...TESTS]), says('That is all.')] },
      { steps: [calls([...other]), calls([...OUTSIDE]), says('That is all.')] },
    ]),
    agentYaml: 'policy: { project_scripts: ask, sandbox: off-accepted }',
  });
  const program = start();
  program.say('/agent first run');
  await program.heard(/5 always here, with any arguments: `npm test` …/);
  program.say('5');
  await program.heard(/⚠️ Not done/u);
  program.say('/agent another run');
  const question = await program.heard(/\/approve ...,/);
  program.say('no');
  await program.heard(/⚠️ Not done/u);
  expect({
    exitCode: await program.hangUp(),
    questions: program.output.match(/❓/gu)?.length,
    asked: question.includes('npm test -- /etc/hosts'),
    lastTask: allTold(server)
      .slice(1)
      .map((text) => text.split(/[:\n]/)[0]),
  }).toEqual({
    exitCode: 1,
    questions: 2,
    asked: true,
    lastTask: ['Exit code', 'Command rejected by user'],
  });
});
