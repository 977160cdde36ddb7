import { expect, test } from 'vitest';
import type { PermittedTool, Terms } from '../../src/contracts/assignment.ts';
import type { GrantOffers } from '../../src/contracts/grants.ts';
import type { Risk, Verdict } from '../../src/contracts/policy.ts';
import { hasTool, isPreApproved, type TermsCall, whyTermsRefuse } from '../../src/policy/call-rules.ts';

const HARMLESS: Risk = { writesOutsideGit: 'no', network: 'no', undoable: 'yes' };
const FREE: Terms = { preApproved: [] };

function asked(rule = 'not-configured', risk: Partial<Risk> = {}): Verdict {
  return { kind: 'ask', rule, reason: 'It is not configured.', risk: { ...HARMLESS, ...risk } };
}

function command(words: readonly string[] | undefined, offers: Partial<GrantOffers> = {}): TermsCall {
  const whole = {
    outside: [],
    facts: { scripts: [{ path: '/project/x.sh', hash: 'h' }] },
    session: { kind: 'offered', words: words ?? [] },
    ...offers,
  } as unknown as GrantOffers;
  return { tool: 'run_command', review: { command: 'as typed', ...(words && { words }), offers: whole } };
}

const edit: TermsCall = { tool: 'apply_patch', review: {} };

test.each<[string, Terms, string, boolean]>([
  ['no terms list tools', FREE, 'apply_patch', true],
  ['it is listed', { tools: ['read_lines'], preApproved: [] }, 'read_lines', true],
  ['it is not listed', { tools: ['read_lines'], preApproved: [] }, 'apply_patch', false],
  ['none is listed', { tools: [], preApproved: [] }, 'read_lines', false],
])('a tool of a session when %s', (_, terms, tool, has) => {
  expect(hasTool(terms, tool)).toBe(has);
});

const GIT_LOG: Terms = {
  commands: [
    { words: ['git', 'log'], isWhole: false },
    { words: ['ls'], isWhole: true },
  ],
  preApproved: [],
};

test.each<[string, Terms, TermsCall, boolean]>([
  ['terms without commands refuse nothing', FREE, command(['rm', 'a']), false],
  ['the beginning itself', GIT_LOG, command(['git', 'log']), false],
  ['more than the beginning', GIT_LOG, command(['git', 'log', '--oneline']), false],
  ['another one that is listed', GIT_LOG, command(['ls']), false],
  ['more than a whole command', GIT_LOG, command(['ls', '-la']), true],
  ['another sub-command', GIT_LOG, command(['git', 'status']), true],
  ['a word that only begins alike', GIT_LOG, command(['git', 'logs']), true],
  ['less than the beginning', GIT_LOG, command(['git']), true],
  ['what a shell would run', GIT_LOG, command(undefined), true],
  ['another tool', GIT_LOG, edit, false],
])('of commands: %s', (_, terms, call, refused) => {
  expect(whyTermsRefuse(terms, call) !== undefined).toBe(refused);
});

test('a refusal says which commands there are', () => {
  expect(whyTermsRefuse(GIT_LOG, command(['rm', 'a']))).toBe(
    'This session may run only commands that begin with "git log", "ls", one at a time and without shell operators. Do without this one, and say in your report that it would have been needed.',
  );
});

const ANY_GIT: PermittedTool[] = [{ tool: 'run_command', command: { words: ['git'], isWhole: false } }];
const STASH: PermittedTool[] = [{ tool: 'run_command', command: { words: ['git', 'stash'], isWhole: true } }];

test.each<[string, PermittedTool[], TermsCall, Verdict, boolean]>([
  ['a command of that beginning', ANY_GIT, command(['git', 'stash']), asked(), true],
  ['the very command', STASH, command(['git', 'stash']), asked(), true],
  ['more than the very command', STASH, command(['git', 'stash', 'drop']), asked(), false],
  ['every command', [{ tool: 'run_command' }], command(['make', 'all']), asked(), true],
  ['another program', ANY_GIT, command(['make']), asked(), false],
  ['another tool', [{ tool: 'read_lines' }], command(['git', 'stash']), asked(), false],
  ['nothing is permitted', [], command(['git', 'stash']), asked(), false],
  ['what is denied', ANY_GIT, command(['git', 'push']), { kind: 'deny', rule: 'x', reason: 'y' }, false],
  ['what a shell would run', ANY_GIT, command(undefined), asked(), false],
  [
    'what no yes may cover for a session',
    ANY_GIT,
    command(['git', 'x'], { session: { kind: 'refused', why: 'alias' } }),
    asked(),
    false,
  ],
  [
    'a place outside the project',
    ANY_GIT,
    command(['git', 'x'], { outside: ['/home/ana/b'] }),
    asked(),
    false,
  ],
  [
    'what overwrites a file, although an undo brings it back',
    [{ tool: 'run_command' }],
    command(['mv', 'a', 'b']),
    asked('x', { undoable: 'files' }),
    false,
  ],
  ["what can't be undone", ANY_GIT, command(['git', 'clean']), asked('x', { undoable: 'no' }), false],
  [
    'a script that the session has written itself',
    [{ tool: 'run_command' }],
    { ...command(['./x.sh']), written: ['/project/x.sh'] },
    asked(),
    false,
  ],
  [
    'another script than those that it has written',
    [{ tool: 'run_command' }],
    { ...command(['./x.sh']), written: ['/project/y.sh'] },
    asked(),
    true,
  ],
  [
    'a command that asks for the network',
    [{ tool: 'run_command' }],
    command(['make']),
    asked('network'),
    false,
  ],
  ['an edit where all are asked', [{ tool: 'apply_patch' }], edit, asked('edits-ask'), true],
  ['an edit of a protected file', [{ tool: 'apply_patch' }], edit, asked('protected-file'), false],
])('not asked about: %s', (_, preApproved, call, verdict, yes) => {
  expect(isPreApproved({ preApproved }, call, verdict)).toBe(yes);
});
