import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTask, tasksOf } from '../../src/cli/eval/task.ts';
import { type TempFolder, tempFolder } from '../support/program.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('tasks');
});
afterEach(() => folder.remove());

const SMALL = `language: Bash
summary: Something small
files:
  a.txt: a
request: Write b.
checks:
  contents:
    - { files: a.txt, has: [b] }
`;

function read(text: string) {
  return readTask({ name: 'small', file: 'small.yaml', text });
}

test('what a task does not say has a default', () => {
  expect(read(SMALL)).toEqual({
    name: 'small',
    language: 'Bash',
    summary: 'Something small',
    needs: [],
    files: { 'a.txt': 'a' },
    planted: [],
    clean: [],
    request: 'Write b.',
    approve: [],
    limits: { rounds: 20, usd: 0.5, minutes: 10 },
    checks: {
      files: {},
      commands: [],
      unchanged: [],
      contents: [{ files: 'a.txt', has: ['b'], lacks: [] }],
      answer: [],
      never: [],
    },
  });
});

test.each([
  ['an unknown field', `${SMALL}limit: 3\n`, 'small.yaml:9: limit: there is no such field'],
  [
    'an unknown field below another',
    SMALL.replace('has: [b]', 'hass: [b]'),
    'small.yaml:8: checks.contents.0.hass: there is no such field',
  ],
  [
    'a missing field, at the map that should hold it',
    SMALL.replace('request: Write b.\n', ''),
    'small.yaml:1: request: expected string, received undefined',
  ],
  [
    'a path that leads out',
    SMALL.replace('a.txt: a', '../a.txt: a'),
    'small.yaml:4: files.../a.txt: expected a path inside the project, outside of .git',
  ],
  [
    'a path into the history',
    SMALL.replace('a.txt: a', '.git/config: a'),
    'small.yaml:4: files..git/config: expected a path inside the project, outside of .git',
  ],
  [
    'a regular expression that is none',
    SMALL.replace('[b]', '["b("]'),
    'small.yaml:8: checks.contents.0.has.0: expected a regular expression of JavaScript',
  ],
  [
    'checks that an idle agent passes',
    SMALL.replace(/contents:[\s\S]*/, 'unchanged: ["**"]\n'),
    'small.yaml:7: checks: expected `commands`, `contents`, `answer`, `report` or `tests`: an agent that does nothing must not pass',
  ],
  [
    'what was planted and stands nowhere',
    `${SMALL}planted:\n  - { file: a.txt, text: b, what: wrong }\n`,
    'small.yaml:10: planted.0.text: expected a part of exactly one line of that file',
  ],
  [
    'what is clean and stands on two lines',
    `${SMALL.replace('a.txt: a', 'a.txt: "a1\\na2"')}clean:\n  - { file: a.txt, text: a, what: right }\n`,
    'small.yaml:10: clean.0.text: expected a part of exactly one line of that file',
  ],
  [
    'a report about nothing',
    SMALL.replace(/contents:[\s\S]*/, 'report: true\n'),
    'small.yaml:1: planted: expected what is to be found',
  ],
  [
    'tests of something that nobody knows the right way of',
    `${SMALL}  tests: { run: make }\nplanted:\n  - { file: a.txt, text: a, what: wrong }\n`,
    'small.yaml:11: planted.0: expected `mended`',
  ],
  [
    'a list of no text',
    SMALL.replace('Bash', '[Bash]'),
    'small.yaml:1: language: expected string, received array',
  ],
])('%s is named with its line', (_what, text, problem) => {
  expect(() => read(text)).toThrow(`Please fix this task:\n${problem}`);
});

test('YAML that cannot be read is named with its place', () => {
  expect(() => read(SMALL.replace('has: [b]', 'has: [b'))).toThrow(
    /^small\.yaml is not valid YAML: .* at line \d+, column \d+$/,
  );
});

test("a person's own task stands in for the shipped one of its name, and adds to the others", () => {
  const [shipped, own] = ['shipped', 'own'].map((name) => path.join(folder.path, name)) as [string, string];
  for (const place of [shipped, own]) mkdirSync(place);
  writeFileSync(path.join(shipped, 'one.yaml'), SMALL);
  writeFileSync(path.join(shipped, 'two.yaml'), SMALL);
  writeFileSync(path.join(own, 'two.yaml'), SMALL.replace('small', 'of my own'));
  writeFileSync(path.join(own, 'three.yaml'), SMALL);
  writeFileSync(path.join(own, 'notes.txt'), 'no task');
  const found = tasksOf([shipped, own, path.join(folder.path, 'none')], []);
  expect(found.map(({ name, summary }) => `${name}: ${summary}`)).toEqual([
    'one: Something small',
    'three: Something small',
    'two: Something of my own',
  ]);
  expect(tasksOf([shipped, own], ['two', 'one', 'two']).map(({ name }) => name)).toEqual(['two', 'one']);
  expect(() => tasksOf([shipped], ['four'])).toThrow('There is no task four. Choose from: one, two');
});

test('the examples of the documentation are tasks, and name every field', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/evals.md'), 'utf8');
  const [first = '', second = ''] = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
    ([, yaml = '']) => yaml,
  );
  const { checks, ...task } = read(first);
  expect([Object.keys(task), Object.values(checks).every((one) => Object.keys(one).length > 0)]).toEqual([
    ['name', 'language', 'summary', 'needs', 'files', 'planted', 'clean', 'request', 'approve', 'limits'],
    true,
  ]);
  const {
    specialist,
    planted,
    clean,
    checks: others,
  } = read(`${SMALL.replace(/files:[\s\S]*/, '')}${second}`);
  expect([specialist !== undefined, planted.length, clean.length, others.report, others.tests?.run]).toEqual([
    true,
    1,
    1,
    true,
    'node --test',
  ]);
});
