import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/core/clock.ts';
import { treeOf, type UndoRig, undoRig } from './rig.ts';

/** Everything that is kept looks as if it had last been used so long ago. */
function age(rig: UndoRig, days: number): void {
  const then = new Date(Date.now() - days * DAY_MS);
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const inside = path.join(folder, entry.name);
      if (entry.isDirectory()) walk(inside);
      else utimesSync(inside, then, then);
    }
  };
  walk(path.join(rig.data, 'checkpoints'));
}

function fill(folder: string): void {
  writeFileSync(path.join(folder, 'a.txt'), 'a\n');
  writeFileSync(path.join(folder, 'b.txt'), 'b\n');
}

test('of a project that nobody works on any more nothing is kept, and a new task begins anew', {
  tags: 'full',
}, async () => {
  const rig = undoRig(fill);
  await rig.step(() => writeFileSync(rig.at('a.txt'), 'changed\n'));
  age(rig, 40);
  await rig.checkpoints.removeOld(Date.now() - 30 * DAY_MS);
  expect(readdirSync(path.join(rig.data, 'checkpoints'))).toEqual([]);
  await expect(rig.undo()).rejects.toThrow('no longer have');
});

test('a young state is whole though most of it is old, and what was left half done goes', async () => {
  const rig = undoRig(fill);
  await rig.step(() => writeFileSync(rig.at('a.txt'), 'of long ago\n'));
  const [own = ''] = readdirSync(path.join(rig.data, 'checkpoints'));
  const left = path.join(rig.data, 'checkpoints', own, 'checked-out-abc');
  mkdirSync(left);
  writeFileSync(path.join(left, 'a.txt'), 'half done\n');
  age(rig, 40);
  utimesSync(left, 0, 0);
  rig.steps.splice(0);
  const before = treeOf(rig.workspace);
  await rig.step(() => {
    writeFileSync(rig.at('a.txt'), 'of today\n');
    rmSync(rig.at('b.txt'));
  });
  await rig.checkpoints.removeOld(Date.now() - 30 * DAY_MS);
  await rig.undo();
  expect({ tree: treeOf(rig.workspace), left: existsSync(left) }).toEqual({ tree: before, left: false });
});

test('edits by name alone are kept as long as a whole state, and no longer', async () => {
  const rig = undoRig(fill);
  const before = treeOf(rig.workspace);
  await rig.edit(['a.txt'], () => writeFileSync(rig.at('a.txt'), 'changed\n'));
  await rig.checkpoints.removeOld(Date.now() - 30 * DAY_MS);
  await rig.undo();
  const undone = treeOf(rig.workspace);
  await rig.edit(['a.txt'], () => writeFileSync(rig.at('a.txt'), 'changed\n'));
  age(rig, 40);
  await rig.checkpoints.removeOld(Date.now() - 30 * DAY_MS);
  expect({ undone, left: readdirSync(path.join(rig.data, 'checkpoints')) }).toEqual({
    undone: before,
    left: [],
  });
});

test('a diff of edits that are not kept any more says so', async () => {
  const rig = undoRig(fill);
  await rig.edit(['a.txt'], () => writeFileSync(rig.at('a.txt'), 'changed\n'));
  age(rig, 40);
  await rig.checkpoints.removeOld(Date.now() - 30 * DAY_MS);
  const shown = rig.checkpoints.diff(rig.workspace, rig.steps, { isRunning: false, mostCharacters: 1000 });
  await expect(shown).rejects.toThrow('no longer have');
});
