/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls, says, slow } from '../support/messages-server/replies.ts';
import { blocksOf, repliesSoFar } from '../support/messages-server/request.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import type { Program } from '../support/program.ts';
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
  await program.heard(/Stopped with the task: `mocha`/);
  expect(existsSync(path.join(folder, 'ended'))).toBe(true);
  await program.hangUp();
});

test('one that ends by itself is told to the task that runs, like words of a person, and not to the chat', async () => {
  const { start, folder, server } = await scene({
    script: (request) => {
      const replies = repliesSoFar(request);
      const told = blocksOf(request.messages.at(-1)).some(({ text }) => String(text).includes('has ended'));
      if (replies === 0) return calls(['run_command', { command: 'mocha', background: true }]);
      if (told) return says('It went down by itself.');
      writeFileSync(path.join(folder, 'go-on'), '');
      return replies < 12
        ? slow(calls(['read_lines', { path: 'src/login.js', start: replies, end: replies }]), 200)
        : undefined;
    },
    project,
  });
  const program = start();
  program.say('/agent start it');
  await program.heard(/It went down by itself/);
  await program.hangUp();
  const notices = blocksOf(server.requests.at(-1)?.body.messages.at(-1)).flatMap(({ text }) => text ?? []);
  expect({ notices, chat: program.output.includes('A background command ended') }).toEqual({
    notices: [
      expect.stringMatching(/The background command \S+ \(mocha\) has ended\. .*3.*manage_process log/s),
    ],
    chat: false,
  });
});

/** A command that a yes has kept beyond its task. */
async function kept(): Promise<{ readonly program: Program; readonly folder: string }> {
  const { start, folder } = await scene({
    script: byTranscript([
      calls(['run_command', { command: 'mocha', background: true, keep: true }]),
      says('It is up.'),
    ]),
    project,
  });
  const program = start();
  program.say('/agent start it and keep it');
  await program.heard(/It keeps running after the task, for up to 30 minutes/);
  program.say('yes');
  await program.heard(/Still running: `mocha`/);
  return { program, folder };
}

test('one that is kept by a yes goes on after its task; /status shows it, and /cancel ends it', async () => {
  const { program, folder } = await kept();
  program.say('/status');
  await program.heard(/In the background for .*`mocha`/);
  program.say('/cancel all');
  await program.heard(/Stopping background commands: `mocha`/);
  await expect.poll(() => existsSync(path.join(folder, 'ended'))).toBe(true);
  await program.hangUp();
});

test('the end of a kept one is told in the chat', async () => {
  const { program, folder } = await kept();
  writeFileSync(path.join(folder, 'go-on'), '');
  await program.heard(
    /🏁 Failed \(exit code 3\): `mocha`\nTask: start it and keep it\. Shall I look into it\?/,
  );
  await program.hangUp();
});
