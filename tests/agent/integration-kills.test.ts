/**
 * One of the long runs.
 * @module-tag full
 */
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool, type SessionWorkspace } from '../../src/contracts/tool.ts';
import { createWorkspaceFiles } from '../../src/files/workspace-files.ts';
import { createGit } from '../../src/git/git.ts';
import { createPathGuard } from '../../src/policy/path-guard.ts';
import { gitIntegrate } from '../../src/tools/git-integrate.ts';
import { PLAIN } from '../processes/parts.ts';
import { type AgentRig, agentRig, Crash, SESSION } from '../support/agent-rig.ts';
import { atLevel } from '../support/level.ts';
import { newRepository } from '../support/new-repository.ts';
import { git } from '../support/sample-project.ts';
import { UNLISTED } from '../support/unlisted.ts';

/** `npm test` looks at every third commit. */
const STEP = atLevel({ quick: 3, full: 1, soak: 1 });

let home: string;
let runs = 0;
let root: string;
let rig: AgentRig | undefined;

/** `task`, which is checked out, and `main` have changed the same line. */
beforeAll(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-integration-')));
  const template = path.join(home, 'template');
  cpSync(mkdtempSync(path.join(home, 'empty-')), template, { recursive: true });
  newRepository(template, { user: true });
  const commit = (text: string): void => {
    writeFileSync(path.join(template, 'a.txt'), `${text}\n`);
    git(template, 'add', '-A');
    git(template, 'commit', '-q', '-m', `feat: ${text}`);
  };
  commit('first');
  git(template, 'checkout', '-q', '-b', 'task');
  commit('of the task');
  git(template, 'checkout', '-q', 'main');
  commit('of main');
  git(template, 'checkout', '-q', 'task');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));
afterEach(() => rig?.remove());

function workspaceAt(folder: string): SessionWorkspace {
  const guard = createPathGuard({ root: folder, linked: () => [] });
  return {
    guard,
    files: createWorkspaceFiles({ guard, searchProgram: undefined }),
    code: undefined as never,
    documents: undefined as never,
    checks: undefined,
    git: createGit({ root: folder, environment: PLAIN, token: undefined }),
    github: undefined,
    missingGitHub: '',
  };
}

/** Stands for an edit of the agent. */
const resolve = defineTool({
  name: 'resolve',
  description: 'Resolves the conflict.',
  effect: 'writes',
  ...UNLISTED,
  input: z.object({}),
  output: z.object({}),
  recover: async () => ({ kind: 'rerun' }),
  async run() {
    writeFileSync(path.join(root, 'a.txt'), 'of both\n');
    return { text: 'Resolved.', data: {} };
  },
});

function begin(action: 'merge' | 'rebase', last: 'continue' | 'abort'): AgentRig {
  runs += 1;
  root = path.join(home, `run-${runs}`);
  cpSync(path.join(home, 'template'), root, { recursive: true });
  const made = agentRig({
    tools: [gitIntegrate, resolve],
    workspace: workspaceAt(root),
    steps: [
      { calls: [['git_integrate', { action, from: 'main' }]] },
      { calls: [['resolve', {}]] },
      { calls: [['git_integrate', { action: last }]] },
      { text: 'Done.' },
    ],
  });
  made.create({ workspace: root, project: root });
  made.store.ledger.noteOwnBranch(SESSION, 'task');
  return made;
}

function remains({ store }: AgentRig) {
  return {
    log: git(root, 'log', '--format=%s'),
    branch: git(root, 'branch', '--show-current'),
    status: git(root, 'status', '--porcelain'),
    text: readFileSync(path.join(root, 'a.txt'), 'utf8'),
    states: store.calls.all(SESSION).map(({ result }) => result?.ok),
    commits: store.ledger.listCommits(SESSION).length,
  };
}

test.each([
  [
    'merge',
    'continue',
    ['Merge main into task', 'feat: of main', 'feat: of the task', 'feat: first'],
    'of both\n',
  ],
  ['rebase', 'continue', ['feat: of the task', 'feat: of main', 'feat: first'], 'of both\n'],
  ['rebase', 'abort', ['feat: of the task', 'feat: first'], 'of the task\n'],
] as const)(
  'a program that dies at any commit of a %s and its %s leaves what an undisturbed one does',
  { timeout: 120_000 },
  async (action, last, log, text) => {
    rig = begin(action, last);
    await rig.run();
    const expected = remains(rig);
    const commits = rig.commits();
    expect([expected.log.split('\n').toSorted(), expected.text, expected.status, expected.states]).toEqual([
      log.toSorted(),
      text,
      '',
      [true, true, true],
    ]);
    for (let n = 1; n <= commits; n += STEP) {
      rig.remove();
      rig = begin(action, last);
      rig.crashAtCommit(n);
      await expect(rig.run(), `commit ${n}`).rejects.toThrow(Crash);
      expect(await rig.run(), `commit ${n}`).toEqual({ kind: 'done', text: 'Done.' });
      expect({ n, ...remains(rig) }).toEqual({ n, ...expected });
    }
  },
);
