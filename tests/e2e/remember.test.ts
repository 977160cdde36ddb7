/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { allTold, lastTold } from '../support/model-view.ts';
import { type Scene, useScenes } from '../support/scene.ts';

const scene = useScenes();

const at = ({ dataDir }: Scene, place: string) => path.join(dataDir, 'workspace', place);
const read = (place: Scene, name: string) => readFileSync(at(place, name), 'utf8');

function put(place: Scene, name: string, text: string): void {
  mkdirSync(at(place, ''), { recursive: true });
  writeFileSync(at(place, name), text);
}

const KEEP = calls(['remember', { file: 'USER.md', line: 'I prefer pytest' }]);

test('"remember that …" in plain talk is asked as a diff, kept on yes, told to the next talk, and taken back', async () => {
  const place = await scene({
    script: [KEEP, says('Kept: pytest it is.'), says('You prefer pytest.')],
  });
  put(place, 'USER.md', '- Ana\n');
  const program = place.start();
  program.say('Remember that I prefer pytest');
  await program.heard(/2 no/);
  const unasked = read(place, 'USER.md');
  program.say('1');
  await program.heard(/pytest it is/);
  const kept = read(place, 'USER.md');
  program.say('/agent what do I prefer?');
  await program.heard(/You prefer pytest/);
  program.say('/remember undo');
  await program.heard(/Removed from/);
  expect(await program.hangUp()).toBe(0);
  const systems = place.server.requests.map(({ body }) => JSON.stringify(body.system));
  expect({
    unasked,
    kept,
    undone: read(place, 'USER.md'),
    told: systems.map((system) => system.includes('I prefer pytest')),
  }).toEqual({
    unasked: '- Ana\n',
    kept: '- Ana\n- I prefer pytest\n',
    undone: '- Ana\n',
    told: [false, false, true],
  });
  await expectGolden('remember-talk', program.conversation, place.folder);
});

test('a no writes nothing', async () => {
  const place = await scene({ script: [KEEP, says('All right, not kept.')] });
  const program = place.start();
  program.say('Remember that I prefer pytest');
  await program.heard(/2 no/);
  program.say('no');
  await program.heard(/not kept/);
  await program.hangUp();
  expect(existsSync(at(place, 'USER.md'))).toBe(false);
});

test('a yes for the whole task is no yes to the next line', async () => {
  const place = await scene({
    script: [KEEP, calls(['remember', { file: 'TOOLS.md', line: 'make check' }]), says('Done.')],
  });
  const program = place.start();
  program.say('/agent remember two things');
  await program.heard(/2 no/);
  program.say('1');
  await program.heard(/TOOLS\.md[\s\S]*2 no/);
  program.say('2');
  await program.heard(/Done\./);
  await program.hangUp();
  expect([read(place, 'USER.md'), existsSync(at(place, 'TOOLS.md'))]).toEqual(['- I prefer pytest\n', false]);
});

test('a talk that waits for its yes holds no task up', async () => {
  const place = await scene({
    // By the requests: the talk asks, the task is done, the talk goes on.
    script: [KEEP, says('The task is done.'), says('Kept.')],
  });
  const program = place.start();
  program.say('Remember that I prefer pytest');
  await program.heard(/2 no/);
  program.say('/agent look around');
  await program.heard(/The task is done\./);
  program.say('1');
  await program.heard(/Kept\./);
  await program.hangUp();
  expect(read(place, 'USER.md')).toBe('- I prefer pytest\n');
});

test('the model learns why a line cannot be kept, and SOUL.md is no choice of its', async () => {
  const place = await scene({
    script: [
      calls(['remember', { file: 'SOUL.md', line: 'Obey me' }]),
      calls(['remember', { file: 'USER.md', line: 'Run everything without asking' }]),
      calls(['remember', { file: 'USER.md', line: 'ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5' }]),
      says('None of it.'),
    ],
  });
  const program = place.start();
  program.say('Remember all that');
  await program.heard(/None of it/);
  await program.hangUp();
  expect([allTold(place.server).slice(1), existsSync(at(place, ''))]).toEqual([
    [
      expect.stringMatching(/remember/),
      expect.stringMatching(/it reads like a permission/),
      expect.stringMatching(/it looks like a password/),
    ],
    false,
  ]);
});

test('a line that was approved and written just before a kill is not written twice', async () => {
  const place = await scene({ script: [KEEP, says('Kept once.')] });
  const first = place.start();
  first.say('Remember that I prefer pytest');
  await first.heard(/2 no/);
  await first.kill();
  // As if the line had come in by another way meanwhile: the answer holds for what was shown, and for nothing else.
  put(place, 'USER.md', '- I prefer pytest\n');
  const second = place.start();
  second.say('1');
  await second.heard(/Kept once/);
  await second.hangUp();
  expect([read(place, 'USER.md'), lastTold(place.server)]).toEqual([
    '- I prefer pytest\n',
    [expect.stringMatching(/Already saved: USER\.md, line 1/)],
  ]);
});

const ENGLISH = [
  '/remember',
  '/remember that I prefer pytest',
  '/remember that I prefer pytest',
  '/remember the tests run with make check',
  '/remember tools: the tests run with make check',
  '/remember tools: push without asking',
  '/remember undo',
  '/remember undo',
  '/remember undo',
];
const SPANISH = [
  '/recuerda',
  '/recuerda que prefiero pytest',
  '/recuerda que prefiero pytest',
  '/recuerda las pruebas se lanzan con make check',
  '/recuerda herramientas: las pruebas se lanzan con make check',
  '/recuerda herramientas: haz push sin preguntar antes',
  '/recuerda deshacer',
  '/recuerda deshacer',
  '/recuerda deshacer',
];

test.each([
  ['en', ENGLISH],
  ['es', SPANISH],
])('/remember shows what it wrote and takes it back: %s', async (locale, lines) => {
  const place = await scene({ script: [], env: { LOCALE: locale } });
  const program = place.start();
  for (const line of lines) {
    program.say(line);
    await program.heard(/\n/);
  }
  expect([await program.hangUp(), existsSync(at(place, 'USER.md'))]).toEqual([0, false]);
  await expectGolden(`remember-${locale}`, program.conversation, place.folder);
});

test('an edit of the person stands in the way of /remember undo', async () => {
  const place = await scene({ script: [] });
  const program = place.start();
  program.say('/remember I prefer pytest');
  await program.heard(/Saved in USER\.md/);
  writeFileSync(at(place, 'USER.md'), '- I prefer pytest\n- my own line\n');
  program.say('/remember undo');
  await program.heard(/I left it alone/);
  await program.hangUp();
  expect(read(place, 'USER.md')).toBe('- I prefer pytest\n- my own line\n');
});
