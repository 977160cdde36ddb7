import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eachInFull } from '../support/each-in-full.ts';
import { expectGolden } from '../support/golden.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import type { Program } from '../support/program.ts';
import { useScenes } from '../support/scene.ts';
import { unsentMessages } from '../support/stored-rows.ts';

const scene = useScenes();

/** Asked, because it is two commands; beside the project it leaves one line for each time it ran. */
const ASKED = calls(['run_command', { command: 'echo once >> ../effects.log && cat ../effects.log' }]);

function makeScene() {
  return scene({ script: byTranscript([ASKED, says('It ran once.')]) });
}

async function codeAskedBy(program: Program): Promise<string> {
  const question = await program.heard(/\/approve ...,/);
  return /\/approve (...),/.exec(question)?.[1] ?? '';
}

function effects(folder: string): string {
  const file = path.join(folder, 'effects.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

eachInFull(['yes', 'sí', '/approve <code>'])(
  '%j answers the question of a program that was killed',
  async (answer) => {
    const { start, folder, server } = await makeScene();
    const first = start();
    first.say('/agent run it');
    const code = await codeAskedBy(first);
    await first.kill();
    const second = start();
    second.say(answer.replace('<code>', code));
    await second.heard(/✅ Done/u);
    expect({ exitCode: await second.hangUp(), effects: effects(folder), refusals: server.refusals }).toEqual({
      exitCode: 0,
      effects: 'once\n',
      refusals: [],
    });
  },
);

test('an answer that was taken before the kill is not asked for again', { tags: 'full' }, async () => {
  const { start, folder } = await makeScene();
  const first = start();
  first.say('/agent run it');
  await codeAskedBy(first);
  first.say('yes');
  await first.heard(/✅ Allowed/u);
  await first.kill();
  const second = start();
  expect({ exitCode: await second.hangUp(), effects: effects(folder) }).toEqual({
    exitCode: 0,
    effects: 'once\n',
  });
});

test('after a restart a no is a no, and the question is not repeated', { tags: 'full' }, async () => {
  const { start, folder, dataDir } = await makeScene();
  const first = start();
  first.say('/agent run it');
  await codeAskedBy(first);
  // A kill between sending and noting it would rightly make the program ask again.
  while (unsentMessages(dataDir) > 0) await sleep(5);
  await first.kill();
  const second = start();
  second.say('/agent');
  await second.heard(/❓[\s\S]*Round 1/u);
  second.say('no, use a file of the project');
  await second.heard(/✅ Done/u);
  expect({ exitCode: await second.hangUp(), effects: effects(folder) }).toEqual({ exitCode: 0, effects: '' });
  await expectGolden(
    'answer-after-restart',
    `${first.conversation}--- killed\n${second.conversation}`,
    folder,
  );
});
