/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { treeOf } from '../git/checkpoints/rig.ts';
import { expectGolden } from '../support/golden.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { git } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

/** What a person would notice of a repository. */
function seen(workspace: string) {
  return {
    tree: treeOf(workspace),
    log: git(workspace, 'log', '--all', '--format=%s'),
    branches: git(workspace, 'branch', '--format=%(refname:short)'),
    status: git(workspace, 'status', '--porcelain'),
  };
}

const WRITES: readonly MessageReply[] = [
  calls(['git_create_branch', { name: 'agent/notes' }]),
  calls(['write_source_file', { path: 'docs/notes.md', content: '# Notes\n' }]),
  calls(['run_command', { command: 'npm test' }]),
  calls(['git_commit', { message: 'docs: notes', paths: ['docs/notes.md'] }]),
  calls(['write_source_file', { path: 'docs/more.md', content: '# More\n' }]),
  says('Notes are written.'),
];

test.each([
  ['en', 'write notes', 'undo'],
  ['es', 'escribe unas notas', 'undo-spanish'],
])('a task is shown, taken back, and taken back only once (%s)', async (locale, task, golden) => {
  const { workspace, start, folder } = await scene({ script: WRITES, env: { LOCALE: locale } });
  writeFileSync(path.join(workspace, 'mine.txt'), 'of the person\n');
  const before = seen(workspace);
  const program = start();
  program.say(`/agent ${task}`);
  await program.heard(/⏱️.*(rounds|rondas)/);
  program.say('/diff');
  await program.heard(/\+# Notes/);
  program.say('/undo');
  await program.heard(/↩️/);
  expect(seen(workspace)).toEqual(before);
  program.say('/undo');
  program.say('/help undo');
  expect(await program.hangUp()).toBe(1);
  await expectGolden(golden, program.conversation.replaceAll(/\b[0-9a-f]{7} docs/g, '<hash> docs'), folder);
});

test('a pushed commit stays until a yes commits its revert', async () => {
  const script: readonly MessageReply[] = [
    calls(['write_source_file', { path: 'docs/notes.md', content: '# Notes\n' }]),
    calls(['git_commit', { message: 'docs: notes', paths: ['docs/notes.md'] }]),
    says('Done.'),
  ];
  const { workspace, start, folder } = await scene({ script });
  const remote = path.join(folder, 'remote.git');
  git(workspace, 'init', '-q', '--bare', remote);
  git(workspace, 'remote', 'add', 'origin', remote);
  const program = start();
  program.say('/agent write notes');
  await program.heard(/⏱️/);
  git(workspace, 'push', '-q', 'origin', 'main');
  program.say('/undo');
  await program.heard(/1 (Yes|yes)/);
  expect(existsSync(path.join(workspace, 'docs/notes.md'))).toBe(false);
  program.say('yes');
  await program.heard(/✅ Committed/);
  expect(await program.hangUp()).toBe(0);
  expect({
    log: git(workspace, 'log', '--format=%s'),
    status: git(workspace, 'status', '--porcelain'),
  }).toEqual({ log: 'revert: docs: notes\ndocs: notes\nfeat: login', status: '' });
});

test('an undo that is killed in the middle is finished at the next start', async () => {
  const many = Array.from({ length: 40 }, (_, n) => `docs/note-${n}.md`);
  const script: readonly MessageReply[] = [
    calls(...many.map((name) => ['write_source_file', { path: name, content: `# ${name}\n` }] as const)),
    says('Done.'),
  ];
  const { workspace, start } = await scene({ script });
  const before = seen(workspace);
  const program = start();
  program.say('/agent write many notes');
  await program.heard(/⏱️/);
  program.say('/undo');
  // As soon as the first file is gone: the others are not.
  while (many.every((name) => existsSync(path.join(workspace, name)))) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await program.kill();
  const next = start();
  await next.heard(/↩️ (Undone|Nothing is left)/);
  expect(seen(workspace)).toEqual(before);
  await next.hangUp();
});

test('what a background command writes beside the steps stays, and that is said', async () => {
  const { workspace, folder, start } = await scene({
    script: [
      calls(['run_command', { command: 'mocha', background: true, keep: true }]),
      calls(['write_source_file', { path: 'docs/notes.md', content: '# Notes\n' }]),
      says('Done.'),
    ],
    project: (project) =>
      makeProjectWithRunner(
        project,
        'while [ ! -e ../go-on ]; do sleep 0.02; done; echo late > ../late; mv ../late late.txt',
      ),
    env: { LOCALE: 'es' },
  });
  const program = start();
  program.say('/agent escribe');
  await program.heard(/1 sí/);
  program.say('sí');
  await program.heard(/⏱️/);
  writeFileSync(path.join(folder, 'go-on'), '');
  while (!existsSync(path.join(workspace, 'late.txt'))) await new Promise((wake) => setTimeout(wake, 5));
  program.say('/undo');
  const said = await program.heard(/No se deshace/);
  expect({
    notes: existsSync(path.join(workspace, 'docs/notes.md')),
    late: existsSync(path.join(workspace, 'late.txt')),
    isSaid: (await program.hangUp()) === 1 && said.includes('Lo que escribió entre pasos cuenta como tuyo'),
  }).toEqual({ notes: false, late: true, isSaid: true });
});

test('what holds secrets is not shown in the diff', async () => {
  const script: readonly MessageReply[] = [
    calls(['write_source_file', { path: 'docs/notes.md', content: '# Notes\n' }]),
    calls(['run_command', { command: 'node make-secret.cjs' }]),
    says('Done.'),
  ];
  const { workspace, start } = await scene({
    script,
    agentYaml: 'policy:\n  sandbox: off-accepted\n',
  });
  writeFileSync(
    path.join(workspace, 'make-secret.cjs'),
    "require('fs').writeFileSync('deploy.pem', 'canary-1234567890')",
  );
  const program = start();
  program.say('/agent make notes');
  await program.heard(/⏱️/);
  program.say('/diff');
  const said = await program.heard(/not shown/);
  await program.hangUp();
  expect({ hasSecret: said.includes('canary-1234567890'), named: said.includes('deploy.pem') }).toEqual({
    hasSecret: false,
    named: true,
  });
  expect(readFileSync(path.join(workspace, 'deploy.pem'), 'utf8')).toContain('canary');
});
