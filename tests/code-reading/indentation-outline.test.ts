import { expect, test } from 'vitest';
import { indentationOutline } from '../../src/code-reading/indentation-outline.ts';
import { listed } from './marked-file.ts';

test('lines with an indented block below them are entries, two levels deep', () => {
  const text = [
    'local M = {}',
    'function M.add(a, b)',
    '  if a then',
    '    while b do',
    '      b = nil',
    '    end',
    '  end',
    '',
    '  return a',
    'end',
    '# comment',
    '  with a block',
    'jobs:',
    '\tbuild:',
    '\t\tsteps: []',
    '',
  ].join('\n');
  expect(listed(indentationOutline(text))).toEqual([
    '2-10 block function M.add(a, b)',
    '3-7 block if a then',
    '13-15 block jobs:',
    '14-15 block build:',
  ]);
});

test('a file of 100,000 lines that only go deeper is read', { tags: 'full' }, () => {
  const text = Array.from({ length: 100_000 }, (_, index) => `${' '.repeat(index % 300)}x`).join('\n');
  expect(indentationOutline(text).length).toBeGreaterThan(0);
});
