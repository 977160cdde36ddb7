import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { treeOf, type UndoRig, undoRig } from './rig.ts';

const LINES = Array.from({ length: 20 }, (_, n) => `line ${n}`);
const text = (change: Readonly<Record<number, string>> = {}): string =>
  `${LINES.map((line, n) => change[n] ?? line).join('\n')}\n`;

function fill(folder: string): void {
  mkdirSync(path.join(folder, 'src'));
  writeFileSync(path.join(folder, 'src/a.txt'), text());
  writeFileSync(path.join(folder, 'b.txt'), text());
  writeFileSync(path.join(folder, '.gitignore'), 'built/\n');
  mkdirSync(path.join(folder, 'built'));
  writeFileSync(path.join(folder, 'built/out.txt'), 'built before\n');
}

/** Several edits by name, one of them of a new file, and a command between them. */
async function work(rig: UndoRig): Promise<void> {
  await rig.edit(['src/a.txt'], () => writeFileSync(rig.at('src/a.txt'), text({ 3: 'first' })));
  await rig.edit(['new/c.txt'], () => {
    mkdirSync(rig.at('new'));
    writeFileSync(rig.at('new/c.txt'), 'new\n');
  });
  await rig.step(() => writeFileSync(rig.at('b.txt'), text({ 1: 'by a command' })));
  await rig.edit(['src/a.txt'], () => writeFileSync(rig.at('src/a.txt'), text({ 3: 'second' })));
  await rig.edit(['b.txt'], () => writeFileSync(rig.at('b.txt'), text({ 1: 'by a command', 2: 'by name' })));
}

test('edits of named files are taken back, with commands between them', async () => {
  const rig = undoRig(fill);
  const before = treeOf(rig.workspace);
  await work(rig);
  const { kept } = await rig.undo();
  expect({ tree: treeOf(rig.workspace), kept }).toEqual({ tree: before, kept: [] });
});

test('what the person does to other files while a call is at its own is not taken back', async () => {
  const rig = undoRig(fill);
  await rig.edit(['src/a.txt'], () => writeFileSync(rig.at('src/a.txt'), text({ 3: 'of the task' })));
  await rig.edit(['src/a.txt'], () => {
    writeFileSync(rig.at('src/a.txt'), text({ 3: 'once more' }));
    writeFileSync(rig.at('mine.txt'), 'mine');
    writeFileSync(rig.at('b.txt'), text({ 5: 'of the person' }));
  });
  const { restored, removed, kept } = await rig.undo();
  expect({ restored, removed, kept }).toEqual({ restored: ['src/a.txt'], removed: [], kept: [] });
  expect({ mine: existsSync(rig.at('mine.txt')), b: readFileSync(rig.at('b.txt'), 'utf8') }).toEqual({
    mine: true,
    b: text({ 5: 'of the person' }),
  });
});

test('what the person edited in the same file between two calls is kept', { tags: 'full' }, async () => {
  const rig = undoRig(fill);
  await rig.edit(['b.txt'], () => writeFileSync(rig.at('b.txt'), text({ 3: 'of the task' })));
  writeFileSync(rig.at('b.txt'), text({ 3: 'of the task', 15: 'of the person' }));
  await rig.edit(['b.txt'], () => writeFileSync(rig.at('b.txt'), text({ 3: 'again', 15: 'of the person' })));
  const { merged, kept } = await rig.undo();
  expect({ b: readFileSync(rig.at('b.txt'), 'utf8'), merged, kept }).toEqual({
    b: text({ 15: 'of the person' }),
    merged: ['b.txt'],
    kept: [],
  });
});

test('files that git ignores come back, or go, when they were changed by name', async () => {
  const rig = undoRig(fill);
  const before = treeOf(rig.workspace);
  await rig.edit(['built/out.txt'], () => writeFileSync(rig.at('built/out.txt'), 'changed\n'));
  await rig.edit(['built/more.txt'], () => writeFileSync(rig.at('built/more.txt'), 'more\n'));
  const { restored, removed, kept } = await rig.undo();
  expect({ tree: treeOf(rig.workspace), restored, removed, kept }).toEqual({
    tree: before,
    restored: ['built/out.txt'],
    removed: ['built/more.txt'],
    kept: [],
  });
});

test('a file that is too large to be kept is named', async () => {
  const rig = undoRig(fill);
  writeFileSync(rig.at('large.dat'), Buffer.alloc(3 * 1024 * 1024, 'x'));
  await rig.edit(['large.dat'], () => appendFileSync(rig.at('large.dat'), 'y'));
  const { kept } = await rig.undo();
  expect(kept).toEqual([{ path: 'large.dat', why: 'large' }]);
});

test('a diff shows the same, however the states were taken', { tags: 'full' }, async () => {
  const [named, whole] = [undoRig(fill), undoRig(fill)];
  await work(named);
  await work({ ...whole, edit: (_, change) => whole.step(change) });
  const shown = (rig: UndoRig, isRunning: boolean) =>
    rig.checkpoints.diff(rig.workspace, rig.steps, { isRunning, mostCharacters: 10_000 });
  const expected = await shown(whole, false);
  expect(expected.diff).toContain('+second');
  expect([await shown(named, false), await shown(named, true)]).toEqual([expected, expected]);
});

test('the lines of each file are those of the diff', { tags: 'full' }, async () => {
  const rig = undoRig(fill);
  await work(rig);
  const { diff } = await rig.checkpoints.diff(rig.workspace, rig.steps, {
    isRunning: false,
    mostCharacters: 10_000,
  });
  const count = (part: string, sign: string) =>
    part.split('\n').filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
  const counted = diff.split(/^(?=diff --git )/m).map((part) => {
    const [, name = ''] = /^diff --git a\/(\S+) /.exec(part) ?? [];
    return [name, { added: count(part, '+'), removed: count(part, '-') }] as const;
  });
  expect(counted.length).toBeGreaterThan(1);
  expect(await rig.checkpoints.countLines(rig.workspace, rig.steps)).toEqual(new Map(counted));
});

test('of a call that is at its own files the diff shows nothing that others changed', async () => {
  const rig = undoRig(fill);
  await rig.edit(['src/a.txt'], () => writeFileSync(rig.at('src/a.txt'), text({ 3: 'of the task' })));
  writeFileSync(rig.at('b.txt'), text({ 5: 'of the person' }));
  await rig.edit(['built/out.txt'], () => writeFileSync(rig.at('built/out.txt'), 'built by the task\n'));
  const open = rig.steps.map((step, place) => (place === 1 ? { ...step, after: undefined } : step));
  const options = { isRunning: true, mostCharacters: 10_000 };
  const { diff } = await rig.checkpoints.diff(rig.workspace, open, options);
  expect(diff.match(/^[+-](?![+-]).*$/gm)).toEqual([
    '-built before',
    '+built by the task',
    '-line 3',
    '+of the task',
  ]);
});

test('of what is kept by name nothing is lost when old states go', { tags: 'full' }, async () => {
  const rig = undoRig(fill);
  const before = treeOf(rig.workspace);
  await work(rig);
  await rig.checkpoints.removeOld(Date.now() - 60_000);
  await rig.undo();
  expect(treeOf(rig.workspace)).toEqual(before);
});

test('before anybody has looked at the whole project, an edit by name starts no repository for its states', async () => {
  const rig = undoRig(fill);
  const before = treeOf(rig.workspace);
  await rig.edit(['src/a.txt'], () => writeFileSync(rig.at('src/a.txt'), text({ 3: 'of the task' })));
  const [own = ''] = readdirSync(path.join(rig.data, 'checkpoints'));
  const kept = readdirSync(path.join(rig.data, 'checkpoints', own));
  const { restored } = await rig.undo();
  expect({ kept: kept.sort(), restored, tree: treeOf(rig.workspace) }).toEqual({
    kept: ['indexes', 'piles', 'workspace'],
    restored: ['src/a.txt'],
    tree: before,
  });
});

test('beside a state that knows one file, a whole one makes nothing of all the others', {
  tags: 'full',
}, async () => {
  const rig = undoRig(fill);
  await rig.edit(['b.txt'], () => writeFileSync(rig.at('b.txt'), text({ 3: 'of the task' })));
  const [edit] = rig.steps;
  if (edit === undefined) throw new Error('There is no step.');
  const whole = await rig.checkpoints.take(rig.workspace);
  const planned = async (change: Partial<typeof edit>) => {
    const { files, kept } = await rig.plan({ steps: [{ ...edit, ...change }] });
    return { files: files.map(({ path: file }) => file), kept };
  };
  expect([await planned({ after: whole }), await planned({ before: whole })]).toEqual([
    { files: ['b.txt'], kept: [] },
    { files: [], kept: [] },
  ]);
});
