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
import { hasPidNamespaces, IN_OWN_PIDS } from '../support/pid-namespaces.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

const PATIENT_RUNNER = `echo ran >> ../effects.log
while [ ! -e ../go-on ]; do sleep 0.02; done`;

test.skipIf(!hasPidNamespaces()).each([
  ['both in containers', IN_OWN_PIDS, IN_OWN_PIDS],
  ['the first in a container', IN_OWN_PIDS, []],
  ['the second in a container', [], IN_OWN_PIDS],
])(
  'a program that cannot be seen is left alone while it lives, and taken over at once when it is gone: %s',
  async (_where, first, second) => {
    const { start, folder, server } = await scene({
      script: byTranscript([
        calls(['run_command', { command: 'mocha', timeout: 60 }]),
        says('I looked at the tests.'),
      ]),
      project: (project) => makeProjectWithRunner(project, PATIENT_RUNNER),
    });
    const effects = path.join(folder, 'effects.log');
    const owner = start({ within: first });
    owner.say('/agent run the tests');
    while (!existsSync(effects)) await sleep(10);
    const guest = start({ within: second });
    const guestExit = await guest.hangUp();
    await owner.kill();
    writeFileSync(path.join(folder, 'go-on'), '');
    const heir = start({ within: second });
    await heir.hangUp();
    expect({
      guest: [guestExit, guest.output],
      heir: heir.output,
      effects: readFileSync(effects, 'utf8'),
      refusals: server.refusals,
    }).toEqual({
      guest: [0, ''],
      heir: expect.stringMatching(
        /^🔄 Restarted while working on: run the tests\n[\s\S]*I looked at the tests/u,
      ),
      effects: 'ran\n',
      refusals: [],
    });
  },
);
