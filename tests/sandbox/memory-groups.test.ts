import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newProcessId } from '../../src/core/ids.ts';
import { createMemoryGroups } from '../../src/sandbox/sandbox.ts';
import { supervisorOn } from '../processes/parts.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { testEnvironment, testSandbox } from '../support/working-sandbox.ts';
import { makePlace } from './sandbox-place.ts';

const MB = 1024 * 1024;
const canLimit = joined(['true']).length > 1;
if (!canLimit) process.stderr.write('Left out, no control group for memory can be made here.\n');

test('without a group the argv stays as it is, with one it joins first', () => {
  expect(joined(['true', 'x']).slice(-2)).toEqual(['true', 'x']);
});

describe.skipIf(!canLimit)('a command in the sandbox', { tags: ['sandbox', 'python'] }, () => {
  const allocate = (megabytes: number): string =>
    `python3 -c "x = bytearray(${megabytes} * 1024 * 1024); print('kept')"`;

  eachInFull([
    ['has what is within its limit', 20, 'kept\n'],
    ['is ended when it takes more', 400, ''],
  ])('%s, and leaves no group behind', async (_claim, megabytes, stdout) => {
    const { top, home, project } = makePlace();
    const sandbox = testSandbox({ home, watchFolder: join(top, 'watch'), memoryBytes: 100 * MB });
    const environment = testEnvironment(home);
    const supervisor = supervisorOn(join(top, 'processes'), { environment, sandbox });
    const id = newProcessId();
    const execution = { kind: 'shell', line: allocate(megabytes) } as const;
    await supervisor.start({ id, execution, cwd: project, timeoutMs: 20_000 });
    await supervisor.wait(id, new AbortController().signal);
    const output = await supervisor.output(id, 1000);
    expect(output.stdout).toBe(stdout);
    await expect.poll(() => groupsNamed(id)).toEqual([]);
  });
});

function groupsNamed(id: string): readonly string[] {
  const path = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
  const folder = path === undefined ? '/sys/fs/cgroup' : join('/sys/fs/cgroup/memory', path);
  return readdirSync(folder).filter((name) => name.includes(id));
}

function joined(argv: readonly string[]): readonly string[] {
  const groups = createMemoryGroups();
  const id = newProcessId();
  const wrapped = groups.wrap(argv, id);
  groups.remove(id);
  return wrapped;
}
