import { expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
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
  await program.heard(/A yes holds for all of the project's own scripts/);
  program.say('yes');
  await program.heard(/npm test -- \/etc\/hosts/);
  program.say('no');
  await program.heard(/✅ Done/u);
  expect({
    exitCode: await program.hangUp(),
    questions: program.output.match(/❓/gu)?.length,
    runs: allTold(server).filter((text) => text.startsWith('Exit code: 1')).length,
  }).toEqual({ exitCode: 0, questions: 2, runs: 2 });
});
