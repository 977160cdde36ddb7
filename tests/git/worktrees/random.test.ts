import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LandingPlan } from '../../../src/contracts/worktrees.ts';
import { atLevel } from '../../support/level.ts';
import { treeOf } from '../checkpoints/rig.ts';
import { changeFile, fileChange, fillProject, isLink, name, tryTo } from '../random-work.ts';
import { type WorktreeRig, worktreeRig } from './rig.ts';

const RUNS = atLevel({ quick: 1, full: 6, soak: 150 });

const LINES = Array.from({ length: 12 }, (_, line) => `line ${line}`);

const line = fc.record({
  kind: fc.constant('line' as const),
  name,
  place: fc.nat({ max: LINES.length - 1 }),
  text: fc.constantFrom('x', 'y'),
});
const change = fc.oneof(
  { weight: 2, arbitrary: line },
  { weight: 7, arbitrary: fileChange },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stage' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('commit' as const) }) },
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
const changes = fc.array(change, { maxLength: 5 });
const ONE_LINE: Change = { kind: 'line', name: 'a.txt', place: 0, text: 'x' };

function fill(folder: string): void {
  fillProject(folder, () => `${LINES.join('\n')}\n`);
}

interface Side {
  readonly root: string;
  git(...args: readonly string[]): string;
}

function doAll(side: Side, all: readonly Change[]): void {
  for (const one of all) tryTo(() => perform(side, one));
}

function perform({ root, git }: Side, done: Change): void {
  switch (done.kind) {
    case 'stage':
      git('add', '-A');
      break;
    case 'commit':
      git('add', '-A');
      git('commit', '-q', '-m', `feat: ${root.length}`);
      break;
    case 'line':
    case 'write':
    case 'bytes':
      // Both sides would write the same file outside.
      if (isLink(root, done.name)) break;
      if (done.kind === 'line') writeLine(path.join(root, done.name), done);
      else changeFile(root, done);
      break;
    default:
      changeFile(root, done);
  }
}

function writeLine(file: string, { place, text }: { readonly place: number; readonly text: string }): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  lines[place] = text;
  writeFileSync(file, lines.join('\n'));
}

function sidesOf(rig: WorktreeRig): { readonly person: Side; readonly task: Side } {
  return { person: { root: rig.project, git: rig.git }, task: { root: rig.folder, git: rig.inTask } };
}

/** Everything that a person would notice. */
function seen({ git, project }: WorktreeRig) {
  return {
    tree: treeOf(project),
    head: git('rev-parse', 'HEAD'),
    branch: git('symbolic-ref', 'HEAD'),
    status: git('status', '--porcelain', '-z'),
    staged: git('diff', '--cached', '--raw'),
  };
}

test('what a task did is there byte for byte when it is applied, and else nothing is touched', async () => {
  const kinds = { done: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(changes, changes, fc.option(changes, { freq: 2 }), async (before, did, since) => {
      const rig = worktreeRig(fill);
      const { person, task } = sidesOf(rig);
      doAll(person, before);
      const made = await rig.make();
      expect(treeOf(rig.folder)).toEqual(treeOf(rig.project));
      doAll(task, did);
      doAll(person, since ?? []);
      const found = seen(rig);
      const plan = await planOrFailure(() => rig.planApply(made));
      expect(seen(rig)).toEqual(found);
      if (plan === undefined || plan.kind === 'refused') {
        kinds.refused += 1;
        // Where nobody else was at work, nothing but an empty task is refused.
        if (since === null) expect(plan).toMatchObject({ refusal: { kind: 'nothing' } });
        return;
      }
      kinds.done += 1;
      const { left } = await rig.worktrees.land(rig.project, plan);
      const touched = new Set(plan.change.files.map(({ path: file }) => file));
      const others = ([file]: readonly [string, string]): boolean => !touched.has(file);
      const [mine, theirs] = [Object.entries(treeOf(rig.project)), Object.entries(treeOf(rig.folder))];
      expect(left).toEqual([]);
      expect(mine.filter((entry) => !others(entry))).toEqual(theirs.filter((entry) => !others(entry)));
      expect(mine.filter(others)).toEqual(Object.entries(found.tree).filter(others));
      expect(rig.git('rev-parse', 'HEAD')).toBe(rig.inTask('rev-parse', 'HEAD'));
      // With nobody else at work all is as the task left it, also for git.
      if (since === null) {
        expect(treeOf(rig.project)).toEqual(treeOf(rig.folder));
        expect(unstaged(rig.git)).toBe(unstaged(rig.inTask));
      }
      expect(rig.git('fsck', '--no-dangling')).toBe('');
    }),
    // The first one can be applied: the others may all meet something that refuses them.
    { numRuns: RUNS, examples: [[[], [ONE_LINE], null]] },
  );
  expect(kinds.done).toBeGreaterThan(0);
}, 1_200_000);

/** What each has staged is their own. */
function unstaged(git: Side['git']): string {
  git('reset', '-q');
  return git('status', '--porcelain', '-uall');
}

/** A refusal that only a sentence can tell. */
async function planOrFailure(plan: () => Promise<LandingPlan>): Promise<LandingPlan | undefined> {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof Error && error.name === 'Failure') return undefined;
    throw error;
  }
}

interface Expected {
  readonly tree: string;
  readonly files: Readonly<Record<string, string>>;
}

/** What git itself makes of it, in another worktree; undefined where it finds a conflict. */
function mergedByGit({ git, home }: WorktreeRig): Expected | undefined {
  const own = path.join(home, `git-${Math.random()}`);
  git('worktree', 'add', '-q', '--detach', own, 'main');
  try {
    git('-C', own, 'merge', '-q', '--no-edit', 'agent/x');
    return { tree: git('-C', own, 'rev-parse', 'HEAD^{tree}'), files: treeOf(own) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return undefined;
  } finally {
    git('worktree', 'remove', '--force', own);
  }
}

test('a merge is what git makes of it, and refused where git finds a conflict', {
  timeout: 1_200_000,
  tags: 'full',
}, async () => {
  const kinds = { merged: 0, conflict: 0 };
  await fc.assert(
    fc.asyncProperty(changes, changes, changes, async (before, did, since) => {
      const rig = worktreeRig(fill);
      const { person, task } = sidesOf(rig);
      doAll(person, [...before, { kind: 'commit' }]);
      const made = await rig.make({ branch: 'agent/x' });
      doAll(task, [...did, { kind: 'commit' }]);
      doAll(person, [...since, { kind: 'commit' }]);
      const expected = mergedByGit(rig);
      const found = seen(rig);
      const plan = await rig.planMerge(made, 'agent/x');
      expect(seen(rig)).toEqual(found);
      if (expected === undefined) {
        kinds.conflict += 1;
        expect(plan).toMatchObject({ kind: 'refused', refusal: { kind: 'conflict' } });
        return;
      }
      if (plan.kind === 'refused') {
        expect(plan.refusal).toEqual({ kind: 'nothing' });
        expect(expected.tree).toBe(rig.git('rev-parse', 'HEAD^{tree}'));
        return;
      }
      kinds.merged += 1;
      await rig.worktrees.land(rig.project, plan);
      expect({
        tree: rig.git('rev-parse', 'HEAD^{tree}'),
        files: treeOf(rig.project),
        status: rig.git('status', '--porcelain'),
        fsck: rig.git('fsck', '--no-dangling'),
      }).toEqual({ ...expected, status: '', fsck: '' });
    }),
    { numRuns: RUNS, examples: [[[], [ONE_LINE], []]] },
  );
  expect(kinds.merged).toBeGreaterThan(0);
});
