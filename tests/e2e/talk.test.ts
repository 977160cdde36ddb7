import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { allTold, lastTold } from '../support/model-view.ts';
import { makeSampleProject } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

test('free text is a conversation that only reads and says how to get more', { tags: 'full' }, async () => {
  const { start, server, folder } = await scene({
    script: [
      calls(['read_lines', { path: 'src/login.js', start: 1, end: 3 }]),
      says('It finds the user by e-mail (src/login.js:3).'),
      calls(['write_source_file', { path: 'src/new.js', content: 'x\n' }]),
      says('I can only look here.'),
    ],
  });
  const program = start();
  program.say('How does the login work?');
  await program.heard(/It finds the user/);
  program.say('Then write it anew');
  await program.heard(/I can only look here/);
  expect(await program.hangUp()).toBe(0);
  expect(lastTold(server)).toEqual([expect.stringMatching(/no tool named write_source_file/)]);
  await expectGolden('talk', program.conversation, folder);
});

test('a command that does not exist gets the nearest one as a suggestion', { tags: 'full' }, async () => {
  const { start, folder } = await scene({ script: [] });
  const program = start();
  for (const line of [
    '/agnet fix it',
    '/xyzzy',
    '/agent',
    '/agent-resume',
    '/cancel',
    '/sessions',
    '/help agent-resume',
  ]) {
    program.say(line);
    await program.heard(/\n/);
  }
  expect(await program.hangUp()).toBe(0);
  await expectGolden('commands', program.conversation, folder);
});

test('a message of 100,000 characters is refused with its length and the limit', {
  tags: 'full',
}, async () => {
  const { start, server } = await scene({ script: [] });
  const program = start();
  program.say('x'.repeat(100_000));
  expect(await program.heard(/\n/)).toBe(
    'Your message is too long: 100,000 characters.\nI read up to 20,000, so I did nothing with it. Put the long part into a project file and tell me its name, or send it in parts.\n',
  );
  expect({ exitCode: await program.hangUp(), requests: server.requests.length }).toEqual({
    exitCode: 0,
    requests: 0,
  });
});

test('text in files and hostile file names reach the model as data', async () => {
  const { start, server } = await scene({
    script: [
      calls(['list_source_files', {}]),
      calls(['read_source_file', { path: '-rf --no-preserve-root $(touch x).js' }]),
      says('Seen.'),
    ],
    project: (folder) => makeHostileProject(folder),
  });
  const program = start();
  program.say('/agent look around');
  expect(await program.hangUp()).toBe(0);
  expect(allTold(server).slice(1)).toEqual([
    expect.stringContaining('$(touch x).js'),
    expect.stringContaining('hello'),
  ]);
});

function makeHostileProject(folder: string): void {
  makeSampleProject(folder);
  writeFileSync(path.join(folder, '-rf --no-preserve-root $(touch x).js'), 'hello\n');
  writeFileSync(path.join(folder, 'line\nbreak.js'), 'two lines\n');
}
