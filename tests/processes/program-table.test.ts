import { expect, test } from 'vitest';
import { hostPrograms, type ProgramLiveness, programsIn } from '../../src/processes/process-table.ts';

const HERE = { boot: 'boot-1', namespace: '42' };
const processes = {
  markOf: async () => '777',
  isAlive: async ({ mark }: { readonly mark: string }) => mark === '777',
};

test.each<[string, string, ProgramLiveness]>([
  ['the same process', 'boot-1/42/777', 'alive'],
  ['another process of that number', 'boot-1/42/778', 'gone'],
  ['in another PID namespace', 'boot-1/43/777', 'hidden'],
  ['on another machine, or before a start of this one', 'boot-2/42/777', 'foreign'],
  ['registered by an older version and alive', '777', 'alive'],
  ['registered by an older version and gone', '778', 'gone'],
])('%s (%s) is %s', async (_case, mark, sight) => {
  expect(await programsIn(HERE, processes).livenessOf({ pid: 7, mark })).toBe(sight);
});

test('this program sees itself as alive', async () => {
  const programs = hostPrograms();
  expect(await programs.livenessOf(await programs.self())).toBe('alive');
});
