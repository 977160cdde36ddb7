import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRelayRows } from '../../src/channels/relay/relay-rows.ts';
import { cellName } from '../../src/cluster/names.ts';
import { hashPin } from '../../src/features/lock/pin-and-totp.ts';
import { setUpLock, withLockRows } from '../support/owner-lock.ts';
import { type TempFolder, tempFolder } from '../support/program.ts';
import { openTestStore } from '../support/test-store.ts';

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');
const REFUSED = /^wasap: A lock doesn't work with several machines yet\./;

let folder: TempFolder;
let data: string;
beforeEach(() => {
  folder = tempFolder('cell-lock');
  data = path.join(folder.path, 'data');
  mkdirSync(path.join(folder.path, 'project'));
  mkdirSync(data, { mode: 0o700 });
});
afterEach(() => folder.remove());

function wasap(...args: readonly string[]) {
  const { stderr, status } = spawnSync(process.execPath, [LAUNCHER, ...args], {
    cwd: path.join(folder.path, 'project'),
    env: {
      PATH: process.env.PATH,
      HOME: folder.path,
      DATA_DIR: data,
      ANTHROPIC_API_KEY: 'none',
      // Nothing listens there: it has to refuse before it connects.
      DATABASE_URL: 'postgres://wasap@127.0.0.1:1/wasap',
    },
    encoding: 'utf8',
    timeout: 25_000,
  });
  return { said: stderr, status };
}

// A front would store the codes, and PostgreSQL would keep them for days.
test('a cell does not start where a lock is set up', () => {
  setUpLock(data, hashPin('73920518'));
  expect(wasap('cell', '--name', 'one')).toEqual({ said: expect.stringMatching(REFUSED), status: 2 });
});

test('no lock is set up in the data folder of a cell', { tags: 'full' }, () => {
  const store = openTestStore({ path: path.join(data, 'wasap.db') });
  const name = cellName('one');
  if (name !== undefined) createRelayRows(store.database).nameCell(name);
  store.close();
  expect([wasap('lock', 'setup', 'pin'), withLockRows(data, (rows) => rows.factor())]).toEqual([
    { said: expect.stringMatching(REFUSED), status: 2 },
    undefined,
  ]);
});
