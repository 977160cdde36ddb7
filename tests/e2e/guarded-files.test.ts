import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { allTold, lastTold } from '../support/model-view.ts';
import { git, makeSampleProject } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

test('while writing is off every change is refused with how to enable it, for the model and for the person', {
  tags: 'full',
}, async () => {
  const { start, server, workspace, folder } = await scene({
    script: [
      calls(
        ['write_source_file', { path: 'new.js', content: 'x\n' }],
        ['apply_patch', { path: 'src/login.js', search: 'const', replace: 'let' }],
        ['run_command', { command: 'ls' }],
        ['git_commit', { message: 'fix: nothing' }],
        ['manage_process', { action: 'kill', id: 'p-aaaaaa' }],
        ['git_status', {}],
      ),
      says('I may only read.'),
    ],
    env: { AGENT_WRITE_ENABLED: '' },
  });
  const program = start();
  program.say('/agent mend the login');
  expect(await program.hangUp()).toBe(1);
  const refused = expect.stringMatching(/AGENT_WRITE_ENABLED=true/);
  expect(lastTold(server)).toEqual([
    refused,
    refused,
    refused,
    refused,
    refused,
    expect.stringContaining('main'),
  ]);
  expect(git(workspace, 'status', '--porcelain')).toBe('');
  await expectGolden('read-only', program.conversation, folder);
});

test('a file that holds changes of the person is committed only after a question', {
  tags: 'full',
}, async () => {
  const { start, workspace, folder } = await scene({
    script: [
      calls(['read_source_file', { path: 'README.md' }]),
      calls(
        ['apply_patch', { path: 'README.md', search: 'My own note.', replace: 'A better note.' }],
        ['write_source_file', { path: 'src/new.js', content: 'export const x = 1;\n' }],
      ),
      calls(['git_commit', { message: 'docs: better note' }]),
      calls(['git_commit', { message: 'feat: x', paths: ['src/new.js'] }]),
      says('Only the new file is committed.'),
    ],
    project(project) {
      makeSampleProject(project);
      appendFileSync(path.join(project, 'README.md'), 'My own note.\n');
    },
  });
  const program = start();
  program.say('/agent write a better note');
  await program.heard(/\/approve ...,/);
  program.say('no');
  await program.heard(/⚠️ Done, not tested[\s\S]*⏱️/u);
  expect(await program.hangUp()).toBe(1);
  expect({
    committed: git(workspace, 'show', '--name-only', '--format=%s'),
    left: git(workspace, 'status', '--porcelain'),
  }).toEqual({ committed: 'feat: x\n\nsrc/new.js', left: 'M README.md' });
  await expectGolden('foreign-changes', program.conversation, folder);
});

test('a file that decides what other tools execute is changed only after a question', {
  tags: 'full',
}, async () => {
  const { start, workspace, folder } = await scene({
    script: [
      calls(['read_source_file', { path: 'package.json' }]),
      calls(['apply_patch', { path: 'package.json', search: '"1.0.0"', replace: '"1.1.0"' }]),
      says('The version is 1.1.0.'),
    ],
  });
  const program = start();
  program.say('/agent raise the version');
  await program.heard(/\/approve ...,/);
  const before = readFileSync(path.join(workspace, 'package.json'), 'utf8');
  program.say('yes');
  await program.heard(/⚠️ Done, not tested[\s\S]*⏱️/u);
  expect(await program.hangUp()).toBe(1);
  expect([before, readFileSync(path.join(workspace, 'package.json'), 'utf8')]).toEqual([
    expect.stringContaining('"1.0.0"'),
    expect.stringContaining('"1.1.0"'),
  ]);
  await expectGolden('protected-file', program.conversation, folder);
});

test('a link that leads out of the workspace is neither read nor written through', {
  tags: 'full',
}, async () => {
  const { start, server, folder } = await scene({
    script: [
      calls(
        ['read_source_file', { path: 'outside/secret.txt' }],
        ['read_source_file', { path: '../elsewhere/secret.txt' }],
        ['write_source_file', { path: 'outside/new.txt', content: 'x\n' }],
        ['read_source_file', { path: '.git/config' }],
        ['read_source_file', { path: '.env' }],
      ),
      says('Nothing of it may be read.'),
    ],
    project(project) {
      makeSampleProject(project);
      mkdirSync(path.join(project, '../elsewhere'));
      writeFileSync(path.join(project, '../elsewhere/secret.txt'), 'the canary\n');
      writeFileSync(path.join(project, '.env'), 'KEY=the canary\n');
      symlinkSync('../elsewhere', path.join(project, 'outside'));
    },
  });
  const program = start();
  program.say('/agent look outside');
  expect(await program.hangUp()).toBe(1);
  expect({
    leaked: allTold(server).join('\n').includes('the canary'),
    written: existsSync(path.join(folder, 'elsewhere/new.txt')),
    answers: lastTold(server).length,
  }).toEqual({ leaked: false, written: false, answers: 5 });
});

test('without a repository edits go on and git says what is missing', { tags: 'full' }, async () => {
  const { start, server, workspace } = await scene({
    script: [
      calls(['write_source_file', { path: 'a.txt', content: 'a\n' }], ['git_commit', { message: 'feat: a' }]),
      says('Written, not committed: there is no repository.'),
    ],
    project: (project) => writeFileSync(path.join(project, 'README.md'), 'hello\n'),
  });
  const program = start();
  program.say('/agent write a');
  expect({
    exitCode: await program.hangUp(),
    told: lastTold(server)[1],
    wrote: existsSync(path.join(workspace, 'a.txt')),
  }).toEqual({
    exitCode: 1,
    told: expect.stringMatching(/repository/),
    wrote: true,
  });
});
