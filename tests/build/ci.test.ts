import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the folders that CI runs once more with a sandbox are there: a stale name would run nothing', () => {
  const [differing = ''] = /^differing\(\) \{[\s\S]*?^\}/m.exec(readFileSync('.ci/run', 'utf8')) ?? [];
  const printed = execFileSync('bash', ['--norc', '-c', `${differing}\ndiffering`], { encoding: 'utf8' });
  const places = printed.trim().split('\n');
  expect(places).toContain('tests/sandbox/');
  // `/cli` is a part of a path.
  expect(places.filter((place) => place !== '/cli' && !existsSync(place))).toEqual([]);
});
