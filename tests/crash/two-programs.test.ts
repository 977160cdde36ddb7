/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

const PATIENT_RUNNER = `echo ran >> ../effects.log
while [ ! -e ../go-on ]; do sleep 0.02; done`;

test('a second program leaves the task of a living one alone, and takes it over once that one is gone', async () => {
  const { start, folder, server } = await scene({
    script: byTranscript([
      calls(['run_command', { command: 'mocha', timeout: 60 }]),
      says('The tests pass.'),
    ]),
    project: (project) => makeProjectWithRunner(project, PATIENT_RUNNER),
  });
  const effects = path.join(folder, 'effects.log');
  const owner = start();
  owner.say('/agent run the tests');
  while (!existsSync(effects)) await sleep(10);
  const guest = start();
  const guestExit = await guest.hangUp();
  await owner.kill();
  writeFileSync(path.join(folder, 'go-on'), '');
  const heir = start();
  expect({
    guest: [guestExit, guest.output],
    heir: [await heir.hangUp(), heir.output],
    effects: readFileSync(effects, 'utf8'),
    refusals: server.refusals,
  }).toEqual({
    guest: [0, ''],
    heir: [0, expect.stringMatching(/^🔄 Restarted while working on: run the tests\n[\s\S]*✅ Done/u)],
    effects: 'ran\n',
    refusals: [],
  });
});
