import { expect, test } from 'vitest';
import { ModelProfile, modelIdOf, resolveProfileName } from '../../src/models/profile.ts';

const NAMES = ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-opus-5', 'deep', 'Local'];

test.each([
  ['claude-opus-5', 'claude-opus-5'],
  ['sonnet', 'claude-sonnet-5-5'],
  ['SONNET', 'claude-sonnet-5-5'],
  ['deep', 'deep'],
  ['local', 'Local'],
  // Two have this word.
  ['opus', undefined],
  ['claude', undefined],
  ['son', undefined],
  ['5', undefined],
  ['', undefined],
  ['__proto__', undefined],
])('%j means %s', (said, meant) => {
  expect(resolveProfileName(said, NAMES)).toBe(meant);
});

test.each([
  [{ id: 'claude-opus-5-5' }, 'claude-opus-5-5'],
  [{}, 'deep'],
])('the API is asked for the id of a profile, or for its name: %j', (profile, id) => {
  expect(modelIdOf(ModelProfile.parse(profile), 'deep')).toBe(id);
});
