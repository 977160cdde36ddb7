import { expect, test } from 'vitest';
import type { CheckpointStep, WorkspaceState } from '../../../src/contracts/checkpoints.ts';
import type { CallId } from '../../../src/core/ids.ts';
import { needOf } from '../../../src/features/worktrees/work/worktree-folder.ts';
import {
  endOfRun,
  filesChangedSince,
  hasChanged,
} from '../../../src/features/worktrees/work/worktree-task.ts';
import { CHOICE_TIMEOUT_MS, tidyStep } from '../../../src/features/worktrees/work/worktree-worker.ts';

test.each([
  ['dry-run', 'done', true, false, 'ask'],
  ['dry-run', 'done', false, false, 'nothing'],
  ['dry-run', 'cancelled', true, false, 'ask'],
  ['dry-run', 'cancelled', false, false, 'nothing'],
  ['dry-run', 'parked', true, false, 'so-far'],
  ['dry-run', 'parked', false, false, 'none'],
  ['dry-run', 'failed', true, false, 'so-far'],
  ['dry-run', 'paused', true, false, 'none'],
  ['branch', 'done', true, false, 'ask'],
  ['branch', 'done', true, true, 'pull-request'],
  ['branch', 'done', false, true, 'pull-request'],
  ['branch', 'cancelled', true, true, 'ask'],
  ['branch', 'parked', true, true, 'so-far'],
  ['branch', 'waiting', true, false, 'none'],
] as const)('a %s that is %s (changed: %s, pull request: %s): %s', (kind, outcome, changed, pull, end) => {
  expect(endOfRun({ kind, outcome, hasChanged: changed, hasPullRequest: pull })).toBe(end);
});

const OPEN = { kind: 'branch', state: 'ready', choice: undefined, landing: undefined } as const;
const CALM = { status: 'done', hasChanged: true, hasPullRequest: false, ageMs: 0 } as const;

test.each([
  ['waits for a choice', OPEN, CALM, 'none'],
  ['is being chosen about', { ...OPEN, choice: 'keep', landing: 'acting' }, CALM, 'none'],
  ['works', OPEN, { ...CALM, status: 'running', hasChanged: false }, 'none'],
  ['waits for its turn', OPEN, { ...CALM, status: 'queued', hasChanged: false }, 'none'],
  ['was kept', { ...OPEN, choice: 'keep', landing: 'done' }, CALM, 'put-away'],
  ['was merged', { ...OPEN, choice: 'merge', landing: 'done' }, CALM, 'clear'],
  ['was applied', { ...OPEN, kind: 'dry-run', choice: 'apply', landing: 'done' }, CALM, 'clear'],
  ['is put away', { ...OPEN, state: 'gone', choice: 'keep', landing: 'done' }, CALM, 'none'],
  ['changed nothing', OPEN, { ...CALM, hasChanged: false }, 'clear'],
  ['changed nothing and may go on', OPEN, { ...CALM, status: 'parked', hasChanged: false }, 'none'],
  ['has a pull request', OPEN, { ...CALM, hasPullRequest: true }, 'put-away'],
  [
    'is to open a pull request and has not',
    { ...OPEN, choice: 'pull-request', landing: 'done' },
    CALM,
    'none',
  ],
  [
    'has opened its pull request',
    { ...OPEN, choice: 'pull-request', landing: 'done' },
    { ...CALM, hasPullRequest: true },
    'put-away',
  ],
  ['was left as a branch', OPEN, { ...CALM, ageMs: CHOICE_TIMEOUT_MS }, 'keep'],
  ['was left as a dry run', { ...OPEN, kind: 'dry-run' }, { ...CALM, ageMs: CHOICE_TIMEOUT_MS }, 'discard'],
  [
    'was refused and left',
    { ...OPEN, choice: 'merge', landing: 'refused' },
    { ...CALM, ageMs: CHOICE_TIMEOUT_MS },
    'keep',
  ],
  ['was parked and left', OPEN, { ...CALM, status: 'parked', ageMs: CHOICE_TIMEOUT_MS }, 'keep'],
  [
    'was parked with nothing and left',
    OPEN,
    { ...CALM, status: 'parked', hasChanged: false, ageMs: CHOICE_TIMEOUT_MS },
    'clear',
  ],
  ['is not old enough', OPEN, { ...CALM, ageMs: CHOICE_TIMEOUT_MS - 1 }, 'none'],
] as const)('a worktree that %s', (_title, record, facts, step) => {
  expect(tidyStep({ record, ...facts })).toBe(step);
});

test.each([
  ['never made', { kind: 'dry-run', state: 'wanted', choice: undefined }, false, 'make'],
  ['there', { kind: 'dry-run', state: 'ready', choice: undefined }, true, 'nothing'],
  [
    'a branch whose folder somebody removed',
    { kind: 'branch', state: 'ready', choice: undefined },
    false,
    'make',
  ],
  [
    'a dry run whose folder somebody removed',
    { kind: 'dry-run', state: 'ready', choice: undefined },
    false,
    'lost',
  ],
  ['a branch that was kept', { kind: 'branch', state: 'gone', choice: 'keep' }, false, 'make'],
  ['a branch that was thrown away', { kind: 'branch', state: 'gone', choice: 'discard' }, false, 'lost'],
  ['a dry run that was thrown away', { kind: 'dry-run', state: 'gone', choice: 'discard' }, false, 'lost'],
  ['one that had changed nothing', { kind: 'dry-run', state: 'gone', choice: undefined }, false, 'make'],
] as const)('%s', (_title, record, isThere, need) => {
  const made = record.state === 'wanted' ? undefined : ({} as never);
  expect(needOf({ ...record, made }, isThere)).toBe(need);
});

const state = (tree: string, head = 'h1'): WorkspaceState => ({
  trees: [{ root: '', tree }],
  skipped: [],
  moreSkipped: 0,
  exclude: '',
  git: { head, branch: null, index: tree },
});
/** A state in which only one file is known. */
const named = (hash: string): WorkspaceState => {
  const over = [{ path: 'a.txt', entry: { mode: '100644', hash } } as const];
  return { ...state(''), trees: [{ root: '', tree: null, over }] };
};
const step = (before?: WorkspaceState, after?: WorkspaceState): CheckpointStep => ({
  seq: 1,
  call: 'c' as CallId,
  before,
  after,
  problem: undefined,
});
const tests: CheckpointStep = { ...step(state('a'), state('b')), call: 'tests' as CallId };

test.each([
  ['no step', [], false],
  ['steps that changed nothing', [step(state('a'), state('a'))], false],
  ['a step and its opposite', [step(state('a'), state('b')), step(state('b'), state('a'))], false],
  ['a changed file', [step(state('a'), state('b'))], true],
  ['a commit of nothing', [step(state('a'), state('a', 'h2'))], true],
  [
    'what somebody changed between two steps',
    [step(state('a'), state('a')), step(state('b'), state('b'))],
    true,
  ],
  ['a state that is not known', [step(state('a'), undefined)], true],
  ['an edit by name that changed nothing', [step(named('1'), named('1'))], false],
  ['an edit by name', [step(named('1'), named('2'))], true],
  [
    'an edit by name before a command that changed nothing',
    [step(named('1'), named('2')), step(state('a'), state('a'))],
    true,
  ],
  [
    'a command between edits by name that changed nothing',
    [step(named('1'), named('1')), step(state('a'), state('b')), step(named('1'), named('1'))],
    true,
  ],
])('%s', (_title, steps, changed) => {
  expect(hasChanged(steps)).toBe(changed);
});

test.each([
  ['nothing came after it', [step(named('1'), named('2')), tests], false],
  ['a commit came after it', [tests, step(state('b'), state('b', 'h2'))], false],
  ['an edit by name came after it', [tests, step(named('2'), named('3'))], true],
  ['a command came after it that changed files', [tests, step(state('b'), state('c'))], true],
  ['a command came after it of which nothing is known', [tests, step(state('b'), undefined)], true],
  ['it left no step, and something was changed', [step(state('a'), state('b'))], true],
] as const)('files are as a run of tests left them, unless: %s', (_title, steps, changed) => {
  expect(filesChangedSince('tests' as CallId, steps)).toBe(changed);
});
