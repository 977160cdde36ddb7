import { expect, test } from 'vitest';
import { referencesIn, wholeReference } from '../../../src/features/jobs/graph/reference.ts';

test.each([
  ['{{task-0.output.uid}}', [['task-0', 'uid']]],
  ['{{ task-0.output.uid }}', [['task-0', 'uid']]],
  ['{{task-0.output}}', [['task-0']]],
  ['{{task-0.output.lines.0}}', [['task-0', 'lines', '0']]],
  ['{{task-0.output.lines[0].text}}', [['task-0', 'lines', '0', 'text']]],
  [
    'a {{x.output.b}} c {{y.output.d}}',
    [
      ['x', 'b'],
      ['y', 'd'],
    ],
  ],
  ['{{__proto__.output.x}}', [['__proto__', 'x']]],
  ['{{tarea-ñ.output.x}}', [['tarea-ñ', 'x']]],
])('%s refers to %j', (text, found) => {
  expect(referencesIn(text).map(({ task, path }) => [task, ...path])).toEqual(found);
});

test.each([
  '{{name}}',
  '{{ user.name }}',
  '{{x.outputs.y}}',
  '{{x.output y}}',
  '{{\nx.output.y\n}}',
  '\\{{x.output.y}}',
  '{x.output.y}',
])('%j is text', (text) => {
  expect(referencesIn(text)).toEqual([]);
});

test('a value that is a reference and nothing else is told from a text that holds one', () => {
  const values = ['{{x.output.y}}', 'a {{x.output.y}}', '{{x.output.y}}{{x.output.y}}', 7, null];
  expect(values.map((value) => wholeReference(value)?.text)).toEqual([
    '{{x.output.y}}',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('braces without end are read in time that grows with their number and no faster', () => {
  const tried = [10_000, 100_000].map((count) => {
    const text = `{{a.output${'.b{{'.repeat(count)}`;
    const beganAt = process.cpuUsage().user;
    referencesIn(text);
    return process.cpuUsage().user - beganAt + 1_000;
  });
  const [few = 1, many = 1] = tried;
  expect(many / few).toBeLessThan(60);
});
