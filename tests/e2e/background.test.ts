import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

/** Says that it was ended, unless the test lets it end by itself. */
const SERVER = `trap 'echo ended > ../ended; exit' TERM
echo begun > ../begun
while [ ! -e ../go-on ]; do sleep 0.02; done
exit 3`;

const project = (folder: string): void => makeProjectWithRunner(folder, SERVER);

test('a background command ends with its task, before the report says so', async () => {
  const { start, folder } = await scene({
    script: byTranscript([calls(['run_command', { command: 'mocha', background: true }]), says('It is up.')]),
    project,
  });
  const program = start();
  program.say('/agent start it');
  await program.heard(/Ended with the task: `mocha`/);
  expect(existsSync(path.join(folder, 'ended'))).toBe(true);
  await program.hangUp();
});

test('one that is kept by a yes goes on after its task; /status shows it, and /cancel ends it', async () => {
  const { start, folder } = await scene({
    script: byTranscript([
      calls(['run_command', { command: 'mocha', background: true, keep: true }]),
      says('It is up.'),
    ]),
    project,
  });
  const program = start();
  program.say('/agent start it and keep it');
  await program.heard(/It goes on after the task, for 30 minutes at most/);
  program.say('yes');
  await program.heard(/Still running: `mocha`/);
  program.say('/status');
  await program.heard(/In the background for .*`mocha`/);
  program.say('/cancel all');
  await program.heard(/Ending in the background: `mocha`/);
  await expect.poll(() => existsSync(path.join(folder, 'ended'))).toBe(true);
  await program.hangUp();
});

test('the end of a kept one is told in the chat', async () => {
  const { start, folder } = await scene({
    script: byTranscript([
      calls(['run_command', { command: 'mocha', background: true, keep: true }]),
      says('It is up.'),
    ]),
    project,
  });
  const program = start();
  program.say('/agent start it and keep it');
  await program.heard(/It goes on after the task/);
  program.say('yes');
  await program.heard(/Still running: `mocha`/);
  writeFileSync(path.join(folder, 'go-on'), '');
  await program.heard(/A background command ended \(exit code 3\): `mocha`/);
  await program.hangUp();
});
