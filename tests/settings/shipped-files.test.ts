import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { Variables } from '../../src/settings/schema.ts';

const EXAMPLE = readFileSync(resolve(import.meta.dirname, '../../.env.example'), 'utf8').split('\n');

test('.env.example and the schema name the same variables', () => {
  const named = EXAMPLE.flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? []);
  expect(named.toSorted()).toEqual(Object.keys(Variables.shape).toSorted());
});

test('each variable of .env.example is explained by one comment line', () => {
  const unexplained = EXAMPLE.filter(
    (line, at) => line.includes('=') && /^[A-Z]/.test(line) && !EXAMPLE[at - 1]?.startsWith('# '),
  );
  expect(unexplained).toEqual([]);
});

test('.env.example sets nothing, so that a copy of it changes nothing', () => {
  const filled = EXAMPLE.filter((line) => /^[A-Z_]+=./.test(line));
  expect(filled).toEqual([]);
});
