/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { calls, says, slow } from '../support/messages-server/replies.ts';
import type { MessagesRequest } from '../support/messages-server/request.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { lastTold } from '../support/model-view.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

/** Goes on until the test lets it end. */
const PATIENT_RUNNER = `echo begun | tee -a ../effects.log
while [ ! -e ../go-on ]; do sleep 0.02; done
echo ended >> ../effects.log`;

const poll = (request: MessagesRequest) => {
  const id = /p-[2-9a-z]{6}/.exec(JSON.stringify(request.messages))?.[0] ?? '';
  return calls(['manage_process', { action: 'poll', process_id: id }]);
};

test('a background command outlives the program, and the next program follows it to its end', async () => {
  const { start, server, folder } = await scene({
    script: byTranscript([
      calls(['run_command', { command: 'mocha', background: true }]),
      (request) => slow(poll(request), 500),
      (request) => slow(poll(request), 500),
      says('The tests have ended.'),
    ]),
    project: (project) => makeProjectWithRunner(project, PATIENT_RUNNER),
  });
  const effects = path.join(folder, 'effects.log');
  const first = start();
  first.say('/agent run the tests in the background');
  await server.waitForRequest(2);
  await first.kill();
  const second = start();
  await server.waitForRequest(4);
  const told = lastTold(server);
  writeFileSync(path.join(folder, 'go-on'), '');
  while (!readFileSync(effects, 'utf8').includes('ended')) await sleep(10);
  expect({
    exitCode: await second.hangUp(),
    told,
    effects: existsSync(effects) && readFileSync(effects, 'utf8'),
    toldLast: lastTold(server),
  }).toEqual({
    exitCode: 0,
    told: [expect.stringMatching(/running/i)],
    effects: 'begun\nended\n',
    toldLast: [expect.stringMatching(/exit code: 0/i)],
  });
});
