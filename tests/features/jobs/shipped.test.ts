import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { problemsOf } from './support.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SHIPPED = readdirSync(path.join(ROOT, 'config/jobs'));

test.each(SHIPPED)('the shipped job %s can be planned, and is called as its file', (name) => {
  const tree: unknown = parse(readFileSync(path.join(ROOT, 'config/jobs', name), 'utf8'));
  expect([problemsOf(tree), Reflect.get(Object(tree), 'name')]).toEqual([[], path.basename(name, '.yaml')]);
});

test('the job that docs/guide/jobs.md shows can be planned', () => {
  const docs = readFileSync(path.join(ROOT, 'docs/guide/jobs.md'), 'utf8');
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(docs) ?? [];
  expect(problemsOf(parse(yaml))).toEqual([]);
});
