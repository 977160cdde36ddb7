import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { allTold } from '../support/model-view.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

const API_KEY = 'sk-canary-of-the-api-key-0123456789';
const TOKEN = 'ghp_canaryOfTheToken0123456789abcdefghij';
/** A key of another service, as it stands in a file of the project. */
const FOREIGN = 'AKIAIOSFODNN7CANARY1';

test('keys are in no command, and neither in what people and the model read nor in what is stored', async () => {
  const { start, server, storedText } = await scene({
    script: [
      calls(['run_command', { command: 'mocha' }]),
      calls(['read_source_file', { path: 'notes.txt' }], ['search_source_code', { pattern: 'AKIA' }]),
      says(`Could it be ${TOKEN}?`),
    ],
    project(folder) {
      makeProjectWithRunner(
        folder,
        `env; echo "printed: ${API_KEY} ${TOKEN} ${FOREIGN}"; echo ${FOREIGN} >&2`,
      );
      writeFileSync(path.join(folder, 'notes.txt'), `aws_access_key_id = ${FOREIGN}\ntoken ${TOKEN}\n`);
    },
    env: { ANTHROPIC_API_KEY: API_KEY, GITHUB_TOKEN: TOKEN },
  });
  const program = start();
  program.say('/agent show me every key');
  const exitCode = await program.hangUp();
  const model = allTold(server).join('\n');
  const people = program.output + program.errors;
  const seenIn = (text: string) => [API_KEY, TOKEN, FOREIGN].filter((secret) => text.includes(secret));
  expect({
    exitCode,
    ranCommand: model.includes('printed:'),
    named: ['ANTHROPIC_API_KEY', 'GITHUB_TOKEN'].filter((name) => model.includes(name)),
    model: seenIn(model),
    people: seenIn(people),
    // Words of the model stay as they were: it would refuse a history that was changed.
    stored: seenIn(storedText()),
  }).toEqual({ exitCode: 0, ranCommand: true, named: [], model: [], people: [], stored: [TOKEN] });
});
