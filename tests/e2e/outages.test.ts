import { expect, test } from 'vitest';
import { fails, times } from '../support/messages-server/faults.ts';
import { says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { PROJECT_SCRIPTS, useScenes } from '../support/scene.ts';

const scene = useScenes();

const PATIENT = `${PROJECT_SCRIPTS}
limits:
  outage_waits_seconds: [1]
  outage_minutes: 60
`;

test('a task waits for a model that is overloaded, and goes on by itself after a kill in between', async () => {
  const { start, server } = await scene({
    script: byTranscript([[...times(5, fails(529)), says('Nothing to do.')]]),
    agentYaml: PATIENT,
  });
  const program = start();
  program.say('/agent look around');
  const told = await program.heard(/\/cancel/);
  await program.kill();
  const heir = start();
  const end = await heir.heard(/Nothing to do/);
  expect({ told, end, requests: server.requests.length }).toEqual({
    told: expect.stringMatching(
      /⏳ Waiting: look around\nThe model is overloaded\.\nI go on by myself in .*\. A word from you tries at once; \/cancel stops it\./u,
    ),
    end: expect.stringContaining('Nothing to do.'),
    requests: 6,
  });
});
