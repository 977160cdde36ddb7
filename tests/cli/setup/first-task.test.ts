import { expect, test } from 'vitest';
import { firstTask, firstTaskText, type ProjectSketch } from '../../../src/cli/setup/first-task.ts';
import { setupWords } from '../../../src/cli/setup/texts/texts.ts';

/** A tested project with nothing left to do. */
const TESTED: ProjectSketch = {
  writeEnabled: true,
  testCommand: 'npm test',
  hasTests: true,
  hasReadme: true,
  sources: [
    { path: 'src/cart.js', bytes: 900 },
    { path: 'src/sum.js', bytes: 400 },
    { path: 'src/index.js', bytes: 40 },
  ],
  todo: undefined,
};
const TODO = { path: 'src/cart.js', line: 12, says: 'round the tax' };

const suggested = (change: Partial<ProjectSketch>, locale: 'en' | 'es' = 'en'): string =>
  firstTaskText(firstTask({ ...TESTED, ...change }), setupWords(locale)).split('\n')[1] ?? '';

test.each<[string, Partial<ProjectSketch>, string]>([
  ['it has no tests', { hasTests: false, todo: TODO }, '/agent write tests for src/sum.js'],
  ['something is left to do', { todo: TODO }, '/agent do the TODO in src/cart.js:12 (round the tax)'],
  ['it has no README', { hasReadme: false }, '/agent write a short README'],
  ['it has tests', {}, '/agent run npm test and fix what fails'],
  ['it does not show how it is tested', { testCommand: undefined }, 'How is this project built?'],
  [
    'its files are too small to test',
    { hasTests: false, sources: [{ path: 'a.js', bytes: 9 }] },
    '/agent run npm test and fix what fails',
  ],
  ['tasks only read', { writeEnabled: false, todo: TODO }, 'How is this project built?'],
  ['there is no code', { sources: [], hasReadme: false }, 'How is this project built?'],
])('the first task where %s', (_title, change, words) => {
  expect(suggested(change)).toBe(words);
});

test('in Spanish it names the Spanish command', () => {
  expect([suggested({ todo: TODO }, 'es'), suggested({ writeEnabled: false }, 'es')]).toEqual([
    '/agente resuelve el TODO de src/cart.js:12 (round the tax)',
    '¿Cómo está armado este proyecto?',
  ]);
});
