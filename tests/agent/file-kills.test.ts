import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Checkpoints } from '../../src/contracts/checkpoints.ts';
import type { SessionWorkspace } from '../../src/contracts/tool.ts';
import type { WorkspaceFiles } from '../../src/contracts/workspace-files.ts';
import { createWorkspaceFiles } from '../../src/files/workspace-files.ts';
import { createCheckpoints } from '../../src/git/checkpoints/checkpoints.ts';
import { createGit } from '../../src/git/git.ts';
import { isSecretPath } from '../../src/policy/file-classes.ts';
import { createPathGuard } from '../../src/policy/path-guard.ts';
import { deleteFile } from '../../src/tools/delete-file.ts';
import { moveFile } from '../../src/tools/move-file.ts';
import { treeOf } from '../git/checkpoints/rig.ts';
import { PLAIN } from '../processes/parts.ts';
import { type AgentRig, agentRig, Crash, SESSION } from '../support/agent-rig.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { newRepository } from '../support/new-repository.ts';
import { git } from '../support/sample-project.ts';

let home: string;
let runs = 0;
let root: string;
let rig: AgentRig;
let checkpoints: Checkpoints;

beforeAll(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-file-kills-')));
  const template = path.join(home, 'template');
  mkdirSync(template);
  for (const name of ['a', 'b', 'c']) writeFileSync(path.join(template, `${name}.txt`), `${name}\n`);
  newRepository(template, { user: true });
  git(template, 'add', '-A');
  git(template, 'commit', '-q', '-m', 'feat: begin');
  // What the person had changed stays known as theirs, wherever it goes.
  writeFileSync(path.join(template, 'a.txt'), 'of the person\n');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));
afterEach(() => rig.remove());

/** Kills the program right before or right after the change itself, once. */
type Kill = 'before' | 'after';

function filesDyingAt(step: 'move' | 'remove', kill: Kill, files: WorkspaceFiles): WorkspaceFiles {
  let isAlive = true;
  const dying =
    <Words extends readonly unknown[]>(change: (...words: Words) => Promise<void>) =>
    async (...words: Words): Promise<void> => {
      if (kill === 'after' || !isAlive) await change(...words);
      if (!isAlive) return;
      isAlive = false;
      throw new Crash('killed here');
    };
  return { ...files, [step]: dying<never>(files[step] as (...words: never) => Promise<void>) };
}

function begin(faulty: (files: WorkspaceFiles) => WorkspaceFiles = (files) => files): void {
  runs += 1;
  const folder = path.join(home, `run-${runs}`);
  root = path.join(folder, 'project');
  cpSync(path.join(home, 'template'), root, { recursive: true });
  checkpoints = createCheckpoints({
    folder: path.join(folder, 'checkpoints'),
    environment: { PATH: process.env.PATH ?? '', HOME: folder },
    ownFolders: [],
    isSecret: isSecretPath,
  });
  const guard = createPathGuard({ root, linked: () => [] });
  const workspace: SessionWorkspace = {
    guard,
    files: faulty(createWorkspaceFiles({ guard, searchProgram: undefined })),
    code: undefined as never,
    documents: undefined as never,
    checks: undefined,
    git: createGit({ root, environment: PLAIN, token: undefined }),
    github: undefined,
    missingGitHub: '',
  };
  rig = agentRig({
    tools: [moveFile, deleteFile],
    workspace,
    checkpoints,
    steps: [
      { calls: [['move_file', { path: 'a.txt', to: 'new/deep/a.txt' }]] },
      { calls: [['delete_file', { path: 'b.txt' }]] },
      { text: 'Done.' },
    ],
  });
  rig.create({ workspace: root, project: root });
}

/** What is left of a finished run, and what its undo leaves. */
async function remains() {
  const { calls, ledger, checkpoints: rows } = rig.store;
  const left = {
    tree: treeOf(root),
    results: calls.all(SESSION).map(({ result }) => result?.text),
    written: ledger.listWritten(SESSION),
  };
  const steps = rows.listCurrent(SESSION);
  const request = { workspace: root, steps, ownBranch: undefined, pushed: [], brought: [] };
  const { kept } = await checkpoints.apply(root, await checkpoints.plan(request));
  return { ...left, kept, undone: treeOf(root) };
}

test('a program that dies at any commit of a move and a deletion leaves what an undisturbed one does', {
  tags: 'full',
}, async () => {
  begin();
  const before = treeOf(root);
  await rig.run();
  const commits = rig.commits();
  const expected = await remains();
  expect({ files: Object.keys(expected.tree), kept: expected.kept, undone: expected.undone }).toEqual({
    files: ['c.txt', 'new/deep/a.txt'],
    kept: [],
    undone: before,
  });
  for (let n = 1; n <= commits; n += 1) {
    rig.remove();
    begin();
    rig.crashAtCommit(n);
    await expect(rig.run(), `commit ${n}`).rejects.toThrow(Crash);
    expect(await rig.run(), `commit ${n}`).toEqual({ kind: 'done', text: 'Done.' });
    expect({ n, ...(await remains()) }).toEqual({ n, ...expected });
  }
});

eachInFull([
  ['move', 'before'],
  ['move', 'after'],
  ['remove', 'before'],
  ['remove', 'after'],
] as const)('a program that dies in the step itself, %s: %s it, leaves the same', async (step, kill) => {
  begin();
  await rig.run();
  const expected = await remains();
  rig.remove();
  begin((files) => filesDyingAt(step, kill, files));
  await expect(rig.run()).rejects.toThrow(Crash);
  expect(await rig.run()).toEqual({ kind: 'done', text: 'Done.' });
  expect(await remains()).toEqual(expected);
});
