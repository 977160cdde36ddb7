import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { treeOf, type UndoRig, undoRig } from './rig.ts';

const RUNS = process.env.WASAP_FULL === undefined ? 6 : 40;

const NAMES = [
  'a.txt',
  'src/b.txt',
  'src/deep/c.txt',
  'new\nline.txt',
  '-dash.txt',
  'ñ 🦆.txt',
  'd',
  'src/d/e.txt',
];
const name = fc.constantFrom(...NAMES);

/** What a tool that names its files may do to them. */
const edit = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), name, content: fc.string({ maxLength: 40 }) }),
  fc.record({ kind: fc.constant('bytes' as const), name, content: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({ kind: fc.constant('remove' as const), name }),
);

/** What a tool or a command of a task may do to a project. */
const deed = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), name, content: fc.string({ maxLength: 40 }) }),
  fc.record({ kind: fc.constant('bytes' as const), name, content: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({
    kind: fc.constant('append' as const),
    name,
    content: fc.string({ minLength: 1, maxLength: 10 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), name }),
  fc.record({ kind: fc.constant('mode' as const), name, mode: fc.constantFrom(0o644, 0o755) }),
  fc.record({
    kind: fc.constant('link' as const),
    name,
    target: fc.constantFrom('a.txt', '../outside.txt', 'nowhere'),
  }),
  fc.record({ kind: fc.constant('move' as const), name, to: name }),
  fc.record({ kind: fc.constant('stage' as const), name }),
  fc.record({ kind: fc.constant('commit' as const), name }),
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

function fill(folder: string): void {
  mkdirSync(path.join(folder, 'src/deep'), { recursive: true });
  for (const one of NAMES.slice(0, 6)) writeFileSync(path.join(folder, one), `first of ${one}\n`.repeat(3));
  symlinkSync('a.txt', path.join(folder, 'link'));
  writeFileSync(path.join(folder, '.gitignore'), 'ignored/\n');
  mkdirSync(path.join(folder, 'ignored'));
  writeFileSync(path.join(folder, 'ignored/kept.txt'), 'ignored');
}

/** What cannot be done, as a folder in the place of a file, is not done: a command would fail as well. */
function doDeed(rig: UndoRig, done: Deed): void {
  try {
    perform(rig, done);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

function perform({ git, at, workspace }: UndoRig, done: Deed): void {
  const file = at(done.name);
  const isLink = treeOf(workspace)[done.name]?.startsWith('->') === true;
  switch (done.kind) {
    case 'stage':
      git('add', '-A');
      break;
    case 'commit':
      git('add', '-A');
      git('commit', '-q', '-m', 'feat: task');
      break;
    case 'write':
    case 'bytes':
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, done.content);
      break;
    case 'append':
      if (!isLink) appendFileSync(file, done.content);
      break;
    case 'remove':
      rmSync(file, { recursive: true });
      break;
    case 'mode':
      if (!isLink && statSync(file).isFile()) chmodSync(file, done.mode);
      break;
    case 'link':
      rmSync(file, { recursive: true, force: true });
      symlinkSync(done.target, file);
      break;
    case 'move':
      renameSync(file, at(done.to));
      break;
  }
}

const steps = fc.array(fc.oneof(edit, fc.array(deed, { minLength: 1, maxLength: 4 })), {
  minLength: 1,
  maxLength: 5,
});

/** Where the file itself is: what is reached through a link has another name, and that is the one which counts. */
function isPlain({ at, workspace }: UndoRig, file: string): boolean {
  const stats = lstatSync(at(file), { throwIfNoEntry: false });
  const folder = path.dirname(at(file));
  const isReal = existsSync(folder) && realpathSync(folder) === folder;
  return (stats === undefined || stats.isFile()) && (isReal || !folder.startsWith(workspace));
}

async function doStep(rig: UndoRig, deeds: Deed | readonly Deed[]): Promise<void> {
  if ('kind' in deeds && isPlain(rig, deeds.name)) await rig.edit([deeds.name], () => doDeed(rig, deeds));
  if ('kind' in deeds) return;
  await rig.step(() => {
    for (const one of deeds) doDeed(rig, one);
  });
}

function seen({ git, workspace }: UndoRig) {
  return {
    tree: treeOf(workspace),
    head: git('rev-parse', 'HEAD'),
    status: git('status', '--porcelain', '-z'),
    staged: git('diff', '--cached'),
  };
}

test('whatever a task does, afterwards everything is as before it', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const rig = undoRig(fill);
      writeFileSync(rig.at('a.txt'), 'staged by the person\n');
      rig.git('add', 'a.txt');
      writeFileSync(rig.at('src/b.txt'), 'changed by the person\n');
      writeFileSync(rig.at('untracked.txt'), 'of the person\n');
      // A link leads here: what is written through it is outside, and stays.
      writeFileSync(rig.at('../outside.txt'), 'outside');
      const before = seen(rig);
      for (const deeds of all) {
        await doStep(rig, deeds);
      }
      const { kept } = await rig.undo();
      expect({ ...seen(rig), kept }).toEqual({ ...before, kept: [] });
    }),
    { numRuns: RUNS },
  );
}, 600_000);

const LINES = Array.from({ length: 30 }, (_, n) => `line ${n}`);
const line = fc.integer({ min: 0, max: 9 });

test('edits of the person between and after the steps are kept, whatever the steps were', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ task: line, person: line, isNamed: fc.boolean() }), {
        minLength: 1,
        maxLength: 4,
      }),
      async (all) => {
        const rig = undoRig((folder) => writeFileSync(path.join(folder, 'a.txt'), `${LINES.join('\n')}\n`));
        const expected = [...LINES];
        const change = (place: number, by: string) => {
          const lines = readFileSync(rig.at('a.txt'), 'utf8').split('\n');
          lines[place] = by;
          writeFileSync(rig.at('a.txt'), lines.join('\n'));
        };
        for (const [round, { task, person, isNamed }] of all.entries()) {
          const work = (): void => change(task, `task ${round}`);
          await (isNamed ? rig.edit(['a.txt'], work) : rig.step(work));
          // Far enough from what the task touches, so that both can be told apart.
          change(person + 15, `person ${round}`);
          expected[person + 15] = `person ${round}`;
        }
        const { kept } = await rig.undo();
        expect({ text: readFileSync(rig.at('a.txt'), 'utf8'), kept }).toEqual({
          text: `${expected.join('\n')}\n`,
          kept: [],
        });
      },
    ),
    { numRuns: RUNS },
  );
}, 600_000);

test('a project of many files is kept in one pack', async () => {
  const rig = undoRig((folder) => {
    for (let n = 0; n < 300; n += 1) writeFileSync(path.join(folder, `file-${n}.txt`), `file ${n}\n`);
  });
  const before = treeOf(rig.workspace);
  await rig.step(() => {
    for (let n = 0; n < 300; n += 1) rmSync(rig.at(`file-${n}.txt`));
  });
  const { restored } = await rig.undo();
  expect({ tree: treeOf(rig.workspace), restored: restored.length }).toEqual({ tree: before, restored: 300 });
});
