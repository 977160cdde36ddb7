import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ASSUMED, MEASURED, sizingTable } from './cluster-sizing.ts';

const PAGE = readFileSync('docs/several-machines-sizing.md', 'utf8');

test('the table of the page is what its measured figures come to', () => {
  expect(PAGE).toContain(sizingTable());
});

test.each(Object.entries({ ...MEASURED, ...ASSUMED }))('the page says that %s is %s', (_, value) => {
  expect(PAGE.replaceAll(',', '')).toMatch(new RegExp(`\\b${String(value).replace('.', '\\.')}\\b`));
});
