import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newProcessId } from '../../src/core/ids.ts';
import { createSandbox, noSandbox } from '../../src/sandbox/sandbox.ts';
import { fill, temporaryFolder } from '../processes/parts.ts';
import { testEnvironment } from '../support/working-sandbox.ts';

/** A program that stands where bubblewrap should. */
function standIn(script: string): string {
  const folder = fill(temporaryFolder(), { bwrap: `#!/bin/sh\n${script}\n` });
  chmodSync(join(folder, 'bwrap'), 0o755);
  return join(folder, 'bwrap');
}

function stateWith(program: string | undefined) {
  const rules = {
    watchFolder: temporaryFolder(),
    hidden: [],
    isProtected: (path: string) => path === 'Makefile',
  };
  return createSandbox({ ...rules, environment: testEnvironment(), program }).state();
}

const linux = process.platform === 'linux';

test.runIf(linux)('without the program there is none', async () => {
  expect(await stateWith(undefined)).toEqual({ kind: 'off', problem: 'missing', detail: '' });
});

test.runIf(linux)('one that cannot even tell its version is told with its own words', async () => {
  const program = standIn('echo "error while loading shared libraries: libcap.so.2" >&2; exit 127');
  expect(await stateWith(program)).toEqual({
    kind: 'off',
    problem: 'broken',
    detail: 'error while loading shared libraries: libcap.so.2',
  });
});

test.runIf(linux)('a program that runs and holds nothing is found out', async () => {
  const program = standIn(`
[ "$1" = --version ] && exec echo bubblewrap 9.9
while [ "$1" != -- ]; do [ "$1" = --chdir ] && cd "$2"; shift; done
shift
exec "$@"`);
  expect(await stateWith(program)).toEqual({
    kind: 'off',
    problem: 'leaky',
    detail: expect.stringContaining('a file outside the project was written; a protected file was written'),
  });
});

test.runIf(linux)('a program that cannot be started is no sandbox', async () => {
  expect(await stateWith('/no/such/bwrap')).toMatchObject({ kind: 'off', problem: 'broken' });
});

test('without a working sandbox a command starts as it is', async () => {
  const id = newProcessId();
  const inside = { workspace: '/', access: { network: false, writable: [] }, environment: {} };
  const off = createSandbox({
    environment: testEnvironment(),
    hidden: [],
    watchFolder: '/nonexistent',
    isProtected: () => false,
    program: undefined,
  });
  expect([await off.wrap(['ls'], inside, id), await noSandbox.wrap(['ls'], inside, id)]).toEqual([
    ['ls'],
    ['ls'],
  ]);
});

test('whether there is one is known once somebody has asked', async () => {
  const sandbox = createSandbox({
    environment: testEnvironment(),
    watchFolder: temporaryFolder(),
    hidden: [],
    isProtected: () => false,
  });
  const before = sandbox.knownState();
  const found = await sandbox.state();
  expect([before, sandbox.knownState()]).toEqual([undefined, found]);
});
