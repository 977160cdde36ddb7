/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { treeOf } from '../git/checkpoints/rig.ts';
import { expectGolden } from '../support/golden.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';
import { git } from '../support/sample-project.ts';
import { type Scene, useScenes } from '../support/scene.ts';

const scene = useScenes();

const PLAN = { steps: ['Write notes', 'Run the tests'] };
const STEP = (step: number) => ['update_task_status', { step, status: 'done' }] as const;
const WRITES: readonly MessageReply[] = [
  calls(['create_task_plan', PLAN]),
  calls(['write_source_file', { path: 'docs/notes.md', content: '# Notes\n' }]),
  calls(['run_command', { command: 'npm test' }]),
  calls(['git_commit', { message: 'docs: notes', paths: ['docs/notes.md'] }]),
  calls(['write_source_file', { path: 'docs/more.md', content: '# More\n' }]),
  calls(STEP(1), STEP(2)),
  says('Notes are written.'),
];

/** What a person would notice of a repository. */
function seen(workspace: string) {
  return {
    tree: treeOf(workspace),
    log: git(workspace, 'log', '--branches', '--format=%s'),
    branches: git(workspace, 'branch', '--format=%(refname:short)'),
    worktrees: git(workspace, 'worktree', 'list').split('\n').length,
    status: git(workspace, 'status', '--porcelain'),
  };
}

function copies({ dataDir }: Scene): readonly string[] {
  const folder = path.join(dataDir, 'worktrees');
  return existsSync(folder) ? readdirSync(folder) : [];
}

test.each([
  ['en', 'write notes', 'apply', /✅ Applied/, '/undo', 'dry-run'],
  ['es', 'escribe unas notas', 'aplicar', /✅ Aplicada/, '/deshacer', 'dry-run-spanish'],
])(
  'a dry run touches nothing, is applied exactly, and taken back (%s)',
  async (locale, task, word, applied, undo, golden) => {
    const one = await scene({ script: WRITES, env: { LOCALE: locale } });
    const { workspace, start, folder } = one;
    writeFileSync(path.join(workspace, 'mine.txt'), 'of the person\n');
    const before = seen(workspace);
    const program = start();
    program.say(`/agent? ${task}`);
    await program.heard(/1 apply · 2 discard|1 aplicar · 2 descartar/);
    expect({ ...seen(workspace), worktrees: 1 }).toEqual(before);
    program.say(word);
    await program.heard(applied);
    expect({ ...seen(workspace), tree: undefined, worktrees: 1 }).toEqual({
      tree: undefined,
      log: 'docs: notes\nfeat: login',
      branches: 'main',
      worktrees: 1,
      status: '?? docs/more.md\n?? mine.txt',
    });
    program.say(undo);
    await program.heard(/↩️ (Undone|Deshecha)/);
    program.say(word);
    expect(await program.hangUp()).toBe(1);
    expect({ seen: seen(workspace), copies: copies(one) }).toEqual({ seen: before, copies: [] });
    await expectGolden(golden, program.conversation.replaceAll(/\b[0-9a-f]{7} docs/g, '<hash> docs'), folder);
  },
);
