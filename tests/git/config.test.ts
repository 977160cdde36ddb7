import { expect, test } from 'vitest';
import { judgeConfig } from '../../src/git/config.ts';

const entry = (key: string, value: string, scope = 'local') => ({ scope, key, value });

/** Git has them since 2.54, beside those of `core.hooksPath`. */
test.each(['local', 'global'])('hooks that a configuration names are switched off: %s', (scope) => {
  const { overrides } = judgeConfig([
    entry('hook.x.command', 'make', scope),
    entry('hook.x.event', 'pre-push', scope),
    entry('hook.jobs', '2', scope),
  ]);
  expect(overrides.filter((one) => one.startsWith('hook.'))).toEqual(['hook.x.enabled=false']);
});

test('a repository with a hook whose name cannot be passed on is refused', () => {
  expect(judgeConfig([entry('hook.a=b.command', 'make')]).unoverridableKey).toBe('hook.a=b.command');
});

test.each([
  ['true', true],
  ['Yes', true],
  ['1', true],
  ['false', false],
  ['No', false],
  ['0', false],
  ['', false],
  // Git itself stops there.
  ['perhaps', true],
])('only a part of the files is checked out where core.sparseCheckout is "%s": %s', (value, isSparse) => {
  expect(judgeConfig([entry('core.sparsecheckout', value, 'worktree')]).isSparse).toBe(isSparse);
});

test('without the setting all files are checked out', () => {
  expect(judgeConfig([]).isSparse).toBe(false);
});
