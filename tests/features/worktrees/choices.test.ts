import { expect, test } from 'vitest';
import type { MadeWorktree } from '../../../src/contracts/worktrees.ts';
import { LOCALES, texts } from '../../../src/core/texts/texts.ts';
import {
  choiceLabel,
  choiceLine,
  choicesFor,
  readWorktreeAnswer,
} from '../../../src/features/worktrees/choices.ts';

const made = { baseBranch: 'refs/heads/main' } as MadeWorktree;

test.each([
  ['apply', 'apply', undefined],
  ['Aplicar.', 'apply', undefined],
  ['aplícalo', 'apply', undefined],
  ['apply #3', 'apply', 3],
  ['merge 2', 'merge', 2],
  ['merge into main', 'merge', undefined],
  ['fusionar en feature/2', 'merge', undefined],
  ['PR', 'pull-request', undefined],
  ['abrir un PR #12', 'pull-request', 12],
  ['guardar', 'keep', undefined],
  ['keep the branch', 'keep', undefined],
  ['descartar #1', 'discard', 1],
  ['2', 2, undefined],
] as const)('%j', (text, choice, number) => {
  expect(readWorktreeAnswer(text)).toEqual({ choice, number });
});

test.each([
  'apply the same idea to the login',
  'merge?',
  'keep going',
  'discard the old cookie and use the session',
  'yes',
  '#2',
  '12',
  '',
  `merge into ${'x'.repeat(300)}`,
])('%j is no answer', (text) => {
  expect(readWorktreeAnswer(text)).toBeUndefined();
});

test.each([
  ['dry-run', true, ['apply', 'discard']],
  ['branch', true, ['merge', 'pull-request', 'keep', 'discard']],
  ['branch', false, ['merge', 'keep', 'discard']],
] as const)('a %s (pull requests: %s)', (kind, canOpenPullRequests, choices) => {
  expect(choicesFor({ kind, made }, { canOpenPullRequests })).toEqual(choices);
});

test('each label of a poll is read as the choice that it stands for, in every language', () => {
  for (const locale of LOCALES)
    for (const kind of ['dry-run', 'branch'] as const)
      for (const choice of choicesFor({ kind, made }, { canOpenPullRequests: true }))
        expect(readWorktreeAnswer(choiceLabel({ kind, made }, choice, texts(locale)))?.choice).toBe(choice);
});

test('a merge names the branch that it goes into, where there is one', () => {
  const context = { canOpenPullRequests: false };
  expect([
    choiceLine({ kind: 'branch', made }, context, texts('en')),
    choiceLine({ kind: 'branch', made: { ...made, baseBranch: null } }, context, texts('es')),
  ]).toEqual([
    '1 merge into main · 2 keep the branch · 3 discard',
    '1 fusionar · 2 guardar la rama · 3 descartar',
  ]);
});
