import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { allTold } from '../support/model-view.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

/** Not among the configured commands' shapes, so it is asked; its effect is a file. */
const ASKED = { command: 'touch made.txt && touch made-too.txt' };
const TASK = [calls(['run_command', ASKED]), says('That is all.')];

test.each([
  ['yes', true],
  ['Sí, dale', true],
  ['1', true],
  ['/approve <code>', true],
  ['no', false],
  ['2', false],
  ['mejor no', false],
  ['/reject <code> use git instead', false],
])('%j is an answer to a question', { tags: 'full' }, async (answer, approved) => {
  const { start, workspace, server } = await scene({ script: TASK });
  const program = start();
  program.say('/agent make the files');
  const question = await program.heard(/\/approve ...,/);
  const code = /\/approve (...),/.exec(question)?.[1] ?? '';
  program.say(answer.replace('<code>', code));
  await program.heard(/✅ Done/u);
  expect({
    exitCode: await program.hangUp(),
    made: existsSync(path.join(workspace, 'made-too.txt')),
    refused: allTold(server).some((text) => text.startsWith('Command rejected by user')),
  }).toEqual({ exitCode: 0, made: approved, refused: !approved });
});

test('a question shows the whole command, why it is asked, and what a yes may do', {
  tags: 'full',
}, async () => {
  const { start, folder } = await scene({ script: TASK });
  const program = start();
  program.say('/agent make the files');
  await program.heard(/\/approve ...,/);
  program.say('yes, and add a test too');
  await program.heard(/👍/u);
  program.say('always');
  await program.heard(/That answer isn't possible/);
  program.say('yes');
  await program.heard(/✅ Done/u);
  expect(await program.hangUp()).toBe(0);
  await expectGolden('approval', program.conversation, folder);
});

test('an unanswered question keeps the program from ending with 0', { tags: 'full' }, async () => {
  const { start, workspace } = await scene({ script: TASK });
  const program = start();
  program.say('/agent make the files');
  await program.heard(/\/approve ...,/);
  expect({ exitCode: await program.hangUp(), made: existsSync(path.join(workspace, 'made.txt')) }).toEqual({
    exitCode: 1,
    made: false,
  });
});
