/**
 * One of the long runs.
 * @module-tag full
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { byKeyword, byTranscript } from '../support/messages-server/script.ts';
import type { Program } from '../support/program.ts';
import { makeSampleProject } from '../support/sample-project.ts';
import { type Scene, useScenes } from '../support/scene.ts';

const scene = useScenes();

const RUN = calls(['run_command', { command: './scripts/greet.sh hello' }]);
const SCRIPT = '#!/bin/sh\necho "$1" >> greeted.log\n';

/** Tasks called "twice" run the script two times, all others once. */
function makeScene(): Promise<Scene> {
  return scene({
    script: byKeyword([
      { keyword: 'twice', steps: [RUN, RUN, says('Greeted.')] },
      { steps: [RUN, says('Greeted.')] },
    ]),
    project(folder) {
      makeSampleProject(folder);
      mkdirSync(path.join(folder, 'scripts'), { recursive: true });
      writeScript(folder, SCRIPT);
    },
  });
}

function writeScript(workspace: string, text: string): void {
  writeFileSync(path.join(workspace, 'scripts/greet.sh'), text);
  chmodSync(path.join(workspace, 'scripts/greet.sh'), 0o755);
}

const timesGreeted = ({ workspace }: Scene) => {
  const file = path.join(workspace, 'greeted.log');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
};
const questionsIn = (program: Program) => program.output.match(/❓ (May I|¿Ejecuto)/gu)?.length ?? 0;

test('what is allowed for always runs in later tasks and programs until it is revoked', async () => {
  const place = await makeScene();
  const first = place.start({ env: { LOCALE: 'es' } });
  first.say('/agent saluda twice');
  await first.heard(/4 siempre aquí/);
  first.say('siempre');
  await first.heard(/✅ (Listo|Hecho)/u);
  first.say('/agent saluda otra vez');
  await first.heard(/✅ (Listo|Hecho)/u);
  expect(await first.hangUp()).toBe(0);
  const second = place.start();
  second.say('/agent greet again');
  await second.heard(/✅ Done/u);
  second.say('/policy');
  await second.heard(/Take all back/);
  expect([timesGreeted(place), questionsIn(first), questionsIn(second)]).toEqual([4, 1, 0]);
  second.say('/policy revoke 1');
  await second.heard(/Taken back/);
  second.say('/agent greet once more');
  await second.heard(/\/approve ...,/);
  second.say('no');
  await second.heard(/✅ Done/u);
  expect([timesGreeted(place), questionsIn(second), await second.hangUp()]).toEqual([4, 1, 0]);
  await expectGolden(
    'standing-approvals',
    `${first.conversation}--- next program\n${second.conversation}`,
    place.folder,
  );
});

test('what is allowed for one task is asked again in the next', async () => {
  const place = await makeScene();
  const program = place.start();
  program.say('/agent greet twice');
  await program.heard(/3 for this task/);
  program.say('3');
  await program.heard(/✅ Done/u);
  program.say('/agent greet again');
  await program.heard(/\/approve ...,/);
  program.say('no');
  await program.heard(/✅ Done/u);
  expect([timesGreeted(place), questionsIn(program), await program.hangUp()]).toEqual([2, 2, 0]);
});

test('a script that changed since it was allowed for always is asked again, and it is said why', async () => {
  const place = await makeScene();
  const program = place.start();
  program.say('/agent greet');
  await program.heard(/\/approve ...,/);
  program.say('always');
  await program.heard(/✅ Done/u);
  writeScript(place.workspace, `${SCRIPT}touch ../pwned\n`);
  program.say('/agent greet again');
  const question = await program.heard(/\/approve ...,/);
  expect(question).toContain('You allowed this before. Changed since: the file ');
  program.say('no');
  await program.heard(/✅ Done/u);
  expect([timesGreeted(place), existsSync(path.join(place.folder, 'pwned')), await program.hangUp()]).toEqual(
    [1, false, 0],
  );
});

test('a script that changed between the question and the yes does not run on that yes, not in another program either', async () => {
  const place = await scene({
    script: byTranscript([
      calls(['run_command', { command: './scripts/greet.sh hello && true' }]),
      says('Greeted.'),
    ]),
    project(folder) {
      makeSampleProject(folder);
      mkdirSync(path.join(folder, 'scripts'), { recursive: true });
      writeScript(folder, SCRIPT);
    },
  });
  const first = place.start();
  first.say('/agent greet');
  await first.heard(/\/approve ...,/);
  writeScript(place.workspace, `${SCRIPT}touch ../pwned\n`);
  await first.kill();
  const second = place.start();
  second.say('yes');
  const question = await second.heard(/Changed since[\s\S]*\/approve ...,/);
  expect(question).toMatch(/Changed since: the file .*scripts\/greet\.sh\n/);
  expect(timesGreeted(place)).toBe(0);
  second.say('yes');
  await second.heard(/✅ Done/u);
  const askedAgain = second.output.match(/Changed since/g)?.length;
  expect([timesGreeted(place), askedAgain, await second.hangUp()]).toEqual([1, 1, 0]);
});
