/**
 * In npm test merge.test.ts stands for it: each is one merge of git's.
 * @module-tag full
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { treeOf } from '../checkpoints/rig.ts';
import type { partsIn } from './parts.ts';
import { type WorktreeRig, worktreeRig } from './rig.ts';

const LINES = Array.from({ length: 20 }, (_, line) => `line ${line}`);
const TEXT = `${LINES.join('\n')}\n`;

function fill(folder: string): void {
  writeFileSync(path.join(folder, 'a.txt'), TEXT);
}

/** The task edits its last line, in a file that has had another name since. */
async function renamedByPerson(rig: WorktreeRig) {
  const made = await rig.make({ branch: 'agent/x' });
  writeFileSync(rig.there('a.txt'), `${TEXT}by the task\n`);
  await rig.worktrees.commitRest(rig.folder, 'feat: task');
  mkdirSync(rig.at('sub'));
  renameSync(rig.at('a.txt'), rig.at('sub/b.txt'));
  writeFileSync(rig.at('sub/b.txt'), `by the person\n${TEXT}`);
  rig.git('add', '-A');
  rig.git('commit', '-q', '-m', 'feat: person');
  return made;
}

const BOTH = `by the person\n${TEXT}by the task\n`;

test.each(['project', 'a "project" \\n'])(
  'an edit follows a file that the person renamed, in %s',
  async (name) => {
    const rig = worktreeRig(fill, { name });
    const made = await renamedByPerson(rig);
    const { files } = await rig.merge(made, 'agent/x');
    expect({
      files,
      names: Object.keys(treeOf(rig.project)),
      text: readFileSync(rig.at('sub/b.txt'), 'utf8'),
      status: rig.git('status', '--porcelain'),
      fsck: rig.git('fsck', '--no-dangling'),
    }).toEqual({ files: ['sub/b.txt'], names: ['sub/b.txt'], text: BOTH, status: '', fsck: '' });
  },
);

test('a file that the task renamed keeps what the person wrote in it', async () => {
  const rig = worktreeRig(fill);
  const made = await rig.make({ branch: 'agent/x' });
  renameSync(rig.there('a.txt'), rig.there('b.txt'));
  await rig.worktrees.commitRest(rig.folder, 'feat: task');
  writeFileSync(rig.at('a.txt'), `by the person\n${TEXT}`);
  rig.git('commit', '-q', '-a', '-m', 'feat: person');
  const { files } = await rig.merge(made, 'agent/x');
  expect({
    files: [...files].sort(),
    names: Object.keys(treeOf(rig.project)),
    text: readFileSync(rig.at('b.txt'), 'utf8'),
    status: rig.git('status', '--porcelain'),
  }).toEqual({ files: ['a.txt', 'b.txt'], names: ['b.txt'], text: `by the person\n${TEXT}`, status: '' });
});

test('where both gave a file another name, nothing is guessed', async () => {
  const rig = worktreeRig(fill);
  const made = await rig.make({ branch: 'agent/x' });
  renameSync(rig.there('a.txt'), rig.there('b.txt'));
  await rig.worktrees.commitRest(rig.folder, 'feat: task');
  rig.git('mv', 'a.txt', 'c.txt');
  rig.git('commit', '-q', '-m', 'feat: person');
  expect(await rig.planMerge(made, 'agent/x')).toEqual({
    kind: 'refused',
    refusal: { kind: 'conflict', files: ['a.txt', 'b.txt', 'c.txt'] },
  });
});

test('lines of both sides are kept where the repository wishes it', async () => {
  const rig = worktreeRig((folder) => {
    fill(folder);
    writeFileSync(path.join(folder, '.gitattributes'), 'b.txt merge=union\n');
  });
  const made = await rig.make({ branch: 'agent/x' });
  writeFileSync(rig.there('a.txt'), `${TEXT}by the task\n`);
  await rig.worktrees.commitRest(rig.folder, 'feat: task');
  renameSync(rig.at('a.txt'), rig.at('b.txt'));
  writeFileSync(rig.at('b.txt'), `${TEXT}by the person\n`);
  rig.git('add', '-A');
  rig.git('commit', '-q', '-m', 'feat: person');
  await rig.merge(made, 'agent/x');
  expect(readFileSync(rig.at('b.txt'), 'utf8')).toBe(`${TEXT}by the person\nby the task\n`);
});

test('a repository that lacks its older commits merges as well', async () => {
  const rig = worktreeRig(fill);
  for (const text of ['1', '2', '3']) rig.git('commit', '-q', '--allow-empty', '-m', text);
  const whole = path.join(rig.home, 'whole');
  renameSync(rig.project, whole);
  execFileSync('git', ['clone', '-q', '--depth', '1', `file://${whole}`, rig.project]);
  rig.git('config', 'user.name', 'Ana');
  const made = await renamedByPerson(rig);
  await rig.merge(made, 'agent/x');
  expect(readFileSync(rig.at('sub/b.txt'), 'utf8')).toBe(BOTH);
});

test('an old git merges path by path: a renamed file is one that went and one that came', async () => {
  const rig = worktreeRig(fill, withOldGit);
  const made = await renamedByPerson(rig);
  expect(await rig.planMerge(made, 'agent/x')).toEqual({
    kind: 'refused',
    refusal: { kind: 'conflict', files: ['a.txt'] },
  });
  renameSync(rig.at('sub/b.txt'), rig.at('a.txt'));
  rmSync(rig.at('sub'), { recursive: true });
  rig.git('add', '-A');
  rig.git('commit', '-q', '-m', 'fix: back');
  await rig.merge(made, 'agent/x');
  expect(readFileSync(rig.at('a.txt'), 'utf8')).toBe(BOTH);
});

/** One that does not know how to merge trees. */
function withOldGit(home: string): Partial<ReturnType<typeof partsIn>> {
  const folder = path.join(home, 'bin');
  mkdirSync(folder);
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh
case "$*" in
  version) echo git version 2.37.9;;
  *merge-tree*) exit 129;;
  *) exec ${real} "$@";;
esac
`;
  writeFileSync(path.join(folder, 'git'), script, { mode: 0o755 });
  const environment = { PATH: `${folder}:${process.env.PATH ?? ''}`, HOME: home };
  return { environment };
}
