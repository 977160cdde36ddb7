/**
 * One of the long runs.
 * @module-tag full
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { treeOf } from '../git/checkpoints/rig.ts';
import { startGitHubServer, TOKEN } from '../support/github-server/server.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';
import { byKeyword, byTranscript } from '../support/messages-server/script.ts';
import { git } from '../support/sample-project.ts';
import { type Scene, useScenes } from '../support/scene.ts';

const scene = useScenes();

const PASSING = JSON.stringify({ name: 'sample', private: true, scripts: { test: 'node --test' } });
const WRITES: readonly MessageReply[] = [
  calls(['write_source_file', { path: 'docs/notes.md', content: '# Notes\n' }]),
  says('Notes are written.'),
];

/** All that a person would notice of a project; the worktrees of tasks are left out of what git lists. */
function seen(workspace: string) {
  return {
    tree: treeOf(workspace),
    log: git(workspace, 'log', '--branches', '--format=%s'),
    branches: git(workspace, 'branch', '--format=%(refname:short)'),
    status: git(workspace, 'status', '--porcelain'),
  };
}

function copies({ dataDir }: Scene): readonly string[] {
  const folder = path.join(dataDir, 'worktrees');
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** A project with one test, which passes. */
function passing(folder: string): void {
  writeFileSync(path.join(folder, 'package.json'), PASSING);
  writeFileSync(path.join(folder, 'sum.mjs'), 'export const sum = (a, b) => a + b;\n');
  writeFileSync(
    path.join(folder, 'sum.test.mjs'),
    "import test from 'node:test';\nimport assert from 'node:assert';\nimport { sum } from './sum.mjs';\ntest('sums', () => assert.equal(sum(1, 2), 3));\n",
  );
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'config', 'user.name', 'Ana');
  git(folder, 'config', 'user.email', 'ana@example.com');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'feat: sum');
}

const PATCHES: readonly MessageReply[] = [
  calls(['apply_patch', { path: 'sum.mjs', search: 'a + b', replace: 'b + a' }]),
  calls(['run_command', { command: 'npm test' }]),
  says('Sums the other way round.'),
];

test('what is applied is to the byte what the tests of the dry run passed on', async () => {
  const { workspace, start } = await scene({ script: PATCHES, project: passing });
  const program = start();
  program.say('/agent? sum the other way round');
  await program.heard(/1 apply · 2 discard/);
  program.say('yes');
  const said = await program.heard(/Take it back: \/undo/);
  await program.hangUp();
  expect({
    file: readFileSync(path.join(workspace, 'sum.mjs'), 'utf8'),
    says: said.includes('🧪 The tests of the dry run passed on exactly this.'),
    status: git(workspace, 'status', '--porcelain'),
  }).toEqual({ file: 'export const sum = (a, b) => b + a;\n', says: true, status: 'M sum.mjs' });
});

test('a file that changed elsewhere meanwhile is told as untested', async () => {
  const { workspace, start } = await scene({ script: PATCHES, project: passing });
  const program = start();
  program.say('/agent? sum the other way round');
  await program.heard(/1 apply · 2 discard/);
  writeFileSync(path.join(workspace, 'other.mjs'), 'export {};\n');
  program.say('apply');
  const said = await program.heard(/Take it back: \/undo/);
  await program.hangUp();
  expect(said).toContain('🧪 Not tested, changed since then: `other.mjs`');
});

test.each([
  [
    'the same file was edited',
    (at: string) => writeFileSync(path.join(at, 'sum.mjs'), 'export const sum = 3;\n'),
  ],
  ['a commit came on top', (at: string) => git(at, 'commit', '-q', '--allow-empty', '-m', 'chore: mine')],
])('nothing is touched when %s', async (_title, move) => {
  const { workspace, start } = await scene({ script: PATCHES, project: passing });
  const program = start();
  program.say('/agent? sum the other way round');
  await program.heard(/1 apply · 2 discard/);
  move(workspace);
  const before = seen(workspace);
  program.say('apply');
  const said = await program.heard(/You can still choose: 1 apply · 2 discard/);
  await program.hangUp();
  expect({ after: seen(workspace), moved: said.includes('I changed nothing.') }).toEqual({
    after: before,
    moved: true,
  });
});

test('nothing leaves a dry run: a push and a command with network are refused, whatever the person would say', async () => {
  const { start, server } = await scene({
    script: [
      calls(
        ['git_push', {}],
        ['git_create_pr', {}],
        ['run_command', { command: 'curl https://example.com' }],
      ),
      says('Nothing went out.'),
    ],
    project: passing,
  });
  const program = start();
  program.say('/agent? publish it');
  await program.heard(/⏱️/);
  expect(await program.hangUp()).toBe(1);
  const refusals = JSON.stringify(server.requests.at(-1)?.body).match(/is refused: this is a dry run/g);
  expect(refusals?.length).toBe(3);
});

test('two tasks side by side, each on its branch, are merged one after the other', async () => {
  const note = (name: string): readonly MessageReply[] => [
    calls(['write_source_file', { path: `docs/${name}.md`, content: `# ${name}\n` }]),
    calls(['git_commit', { message: `docs: ${name}`, paths: [`docs/${name}.md`] }]),
    says(`${name} is written.`),
  ];
  const one = await scene({
    script: byKeyword([
      {
        keyword: 'hold the project',
        steps: [calls(['request_user_approval', { question: 'Go on?', details: '' }]), says('Held.')],
      },
      { keyword: 'first', steps: note('first') },
      { keyword: 'second', steps: note('second') },
    ]),
    project: passing,
  });
  const { workspace, start } = one;
  const program = start();
  program.say('/agent hold the project');
  await program.heard(/Go on\?/);
  program.say('/agent write the first');
  await program.heard(/1 merge into main/);
  program.say('/agent write the second');
  await program.heard(/1 merge into main/);
  program.say('merge #2');
  await program.heard(/Another task is using these files/);
  program.say('#1 yes');
  await program.heard(/✅ Done: hold|✅ Done: #1 hold|#1 ✅ Done/);
  program.say('merge #2');
  await program.heard(/✅ Merged/);
  program.say('merge #3');
  await program.heard(/✅ Merged/);
  expect(await program.hangUp()).toBe(0);
  expect({
    files: readdirSync(path.join(workspace, 'docs')).sort(),
    branches: git(workspace, 'branch', '--format=%(refname:short)'),
    status: git(workspace, 'status', '--porcelain'),
    worktrees: git(workspace, 'worktree', 'list').split('\n').length,
    copies: copies(one),
  }).toEqual({ files: ['first.md', 'second.md'], branches: 'main', status: '', worktrees: 1, copies: [] });
});

test('killed while the copy is made, the dry run begins anew and is applied', async () => {
  const one = await scene({
    script: byTranscript(WRITES),
    project: passing,
    agentYaml: 'policy:\n  sandbox: off-accepted\nworktrees:\n  setup: sleep 1\n',
  });
  const { workspace, start } = one;
  const before = seen(workspace);
  const program = start();
  program.say('/agent? write notes');
  while (copies(one).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  await program.kill();
  const next = start();
  await next.heard(/1 apply · 2 discard/);
  expect(seen(workspace)).toEqual(before);
  next.say('apply');
  await next.heard(/✅ Applied/);
  expect(await next.hangUp()).toBe(0);
  expect({
    notes: readFileSync(path.join(workspace, 'docs/notes.md'), 'utf8'),
    copies: copies(one),
    worktrees: git(workspace, 'worktree', 'list').split('\n').length,
  }).toEqual({ notes: '# Notes\n', copies: [], worktrees: 1 });
});

test('killed while it is brought over, all of it is there after the next start, and can be taken back', async () => {
  const many = Array.from({ length: 40 }, (_, n) => `docs/note-${n}.md`);
  const one = await scene({
    script: byTranscript([
      calls(...many.map((name) => ['write_source_file', { path: name, content: `# ${name}\n` }] as const)),
      says('Done.'),
    ]),
    project: passing,
  });
  const { workspace, start } = one;
  const before = seen(workspace);
  const program = start();
  program.say('/agent? write many notes');
  await program.heard(/1 apply · 2 discard/);
  program.say('apply');
  // As soon as the first file is there: the others are not.
  while (many.every((name) => !existsSync(path.join(workspace, name)))) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await program.kill();
  const next = start();
  await next.heard(/✅ Applied/);
  expect(many.filter((name) => !existsSync(path.join(workspace, name)))).toEqual([]);
  next.say('/undo');
  await next.heard(/↩️ Undone/);
  expect(await next.hangUp()).toBe(0);
  expect({ after: seen(workspace), copies: copies(one) }).toEqual({ after: before, copies: [] });
});

test('a branch is pushed and gets its pull request by the task itself; its copy goes, the branch stays', async () => {
  const github = await startGitHubServer();
  const one = await scene({
    script: byKeyword([
      {
        keyword: 'hold the project',
        steps: [calls(['request_user_approval', { question: 'Go on?', details: '' }]), says('Held.')],
      },
      {
        keyword: 'notes',
        steps: [
          calls(['write_source_file', { path: 'docs/notes.md', content: '# Notes\n' }]),
          says('Written.'),
          calls(['git_push', {}]),
          calls(['git_create_pr', { title: 'Notes', body: 'For later.' }]),
          says('The pull request is open.'),
        ],
      },
    ]),
    project(folder) {
      passing(folder);
      const remote = path.join(folder, '..', 'remote.git');
      execFileSync('git', ['init', '-q', '--bare', remote]);
      git(folder, 'remote', 'add', 'origin', remote);
    },
    env: { GITHUB_TOKEN: TOKEN, GITHUB_REPO: 'ada/engine', GITHUB_API_URL: github.url },
  });
  const { workspace, start, folder } = one;
  const branches = () => git(workspace, 'branch', '--format=%(refname:short)').split('\n');
  github.onOpened = (pull) => {
    pull.head = git(workspace, 'rev-parse', branches().at(-1) ?? '');
    pull.runs = [{ id: 31, name: 'build', status: 'completed', conclusion: 'success' }];
  };
  const program = start();
  program.say('/agent hold the project');
  await program.heard(/Go on\?/);
  program.say('/agent write notes');
  await program.heard(/2 open a PR/);
  program.say('pr #2');
  await program.heard(/\/approve \w+,/);
  program.say('#2 yes');
  await program.heard(/\/approve \w+,/);
  program.say('#2 yes');
  await program.heard(/I'm removing the copy\. Branch `wasap\/2-write-notes-\w{4}` stays/);
  await program.heard(/1 check passed/);
  program.say('#1 yes');
  await program.hangUp();
  await github.close();
  const [, branch = ''] = branches();
  expect({
    pulls: github.pulls.length,
    branch,
    pushed: git(path.join(folder, 'remote.git'), 'log', '-1', '--format=%s', branch),
    copies: copies(one),
    refusals: github.refusals,
  }).toEqual({
    pulls: 1,
    branch: expect.stringMatching(/^wasap\/2-write-notes-/),
    pushed: 'feat: write notes',
    copies: [],
    refusals: [],
  });
});
