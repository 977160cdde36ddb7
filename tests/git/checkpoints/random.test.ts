import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atLevel } from '../../support/level.ts';
import { changeFile, edit, fileChange, fillProject, name, tryTo } from '../random-work.ts';
import { treeOf, type UndoRig, undoRig } from './rig.ts';

const RUNS = atLevel({ quick: 1, full: 6, soak: 40 });

const change = fc.oneof(
  fileChange,
  fc.record({ kind: fc.constant('stage' as const), name }),
  fc.record({ kind: fc.constant('commit' as const), name }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function fill(folder: string): void {
  fillProject(folder, (file) => `first of ${file}\n`.repeat(3));
  mkdirSync(path.join(folder, 'ignored'));
  writeFileSync(path.join(folder, 'ignored/kept.txt'), 'ignored');
}

function doChange({ git, workspace }: UndoRig, done: Change): void {
  tryTo(() => {
    if (done.kind !== 'stage' && done.kind !== 'commit') return changeFile(workspace, done);
    git('add', '-A');
    if (done.kind === 'commit') git('commit', '-q', '-m', 'feat: task');
  });
}

const restart = fc.constant('restart' as const);
const steps = fc.array(fc.oneof(edit, edit, fc.array(change, { minLength: 1, maxLength: 4 }), restart), {
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

async function doStep(rig: UndoRig, changes: Change | readonly Change[] | 'restart'): Promise<void> {
  if (changes === 'restart') return rig.forget();
  if ('kind' in changes && isPlain(rig, changes.name))
    await rig.edit([changes.name], () => doChange(rig, changes));
  if ('kind' in changes) return;
  await rig.step(() => {
    for (const one of changes) doChange(rig, one);
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
      for (const changes of all) {
        await doStep(rig, changes);
      }
      const { kept } = await rig.undo();
      expect({ ...seen(rig), kept }).toEqual({ ...before, kept: [] });
    }),
    { numRuns: RUNS },
  );
}, 600_000);

const LINES = Array.from({ length: 30 }, (_, n) => `line ${n}`);
const line = fc.integer({ min: 0, max: 9 });

test('edits of the person between and after the steps are kept, whatever the steps were', {
  timeout: 600_000,
  tags: 'full',
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ task: line, person: line, isNamed: fc.boolean(), restarts: fc.boolean() }), {
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
        for (const [round, { task, person, isNamed, restarts }] of all.entries()) {
          if (restarts) rig.forget();
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
});

const FILES = ['a.txt', 'b.txt', 'sub/a.txt', 'sub/c.txt'];
const fileName = fc.constantFrom(...FILES);
const move = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('line' as const), name: fileName, line: fc.nat(29) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), name: fileName, to: fileName }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), name: fileName }) },
);
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

function doMove({ at }: UndoRig, done: Move, by: string): void {
  tryTo(() => {
    if (done.kind === 'remove') return rmSync(at(done.name));
    if (done.kind === 'rename')
      return existsSync(at(done.to)) ? undefined : renameSync(at(done.name), at(done.to));
    const lines = readFileSync(at(done.name), 'utf8').split('\n');
    lines[done.line] = by;
    return writeFileSync(at(done.name), lines.join('\n'));
  });
}

/** Lines of the person that stand anywhere. */
function linesOfPerson({ workspace }: UndoRig): readonly string[] {
  const texts = Object.keys(treeOf(workspace)).map((file) =>
    readFileSync(path.join(workspace, file), 'utf8'),
  );
  return texts.flatMap((text) => text.match(/^person \d+$/gm) ?? []).sort();
}

test('whatever files are called, no line of the person is lost by undoing', {
  timeout: 600_000,
  tags: 'full',
}, async () => {
  const moves = fc.array(move, { minLength: 1, maxLength: 4 });
  const all = fc.array(fc.record({ task: moves, person: moves }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(all, async (rounds) => {
      const rig = undoRig((folder) => {
        mkdirSync(path.join(folder, 'sub'));
        for (const [place, file] of FILES.entries())
          writeFileSync(path.join(folder, file), LINES.map((text) => `${text} of ${place}\n`).join(''));
      });
      let count = 0;
      for (const { task, person } of rounds) {
        await rig.step(() => {
          for (const one of task) doMove(rig, one, `task ${count++}`);
        });
        for (const one of person) doMove(rig, one, `person ${count++}`);
      }
      const before = linesOfPerson(rig);
      await rig.undo();
      const after = linesOfPerson(rig);
      expect(before.filter((one) => !after.includes(one))).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

test('a project of many files is kept in one pack', { tags: 'full' }, async () => {
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
