import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishRestore, openStaging, putInPlace } from '../../../src/store/data-folder.ts';
import { type CompiledChild, compileChild } from '../../store/child.ts';
import { thrownBy } from '../../store/store-file.ts';
import { atLevel } from '../../support/level.ts';
import { backUp, emptyScene, kept, PASSPHRASE, scene } from './scene.ts';

const KILLS = atLevel({ quick: 1, full: 4, soak: 60 });
const MANY = 2_000;
const NOBODY = 99_999_999;
const ASIDE = 'before-restore-2026-11-20-12-00-00';
const OLD = ['extra.db', 'wasap.db', 'wasap.db-wal', 'workspace'];
const NEW = ['agent_sessions', 'wasap.db', 'workspace'];

let restorer: CompiledChild;
beforeAll(async () => {
  restorer = await compileChild(new URL('./children/restorer.ts', import.meta.url));
});
afterAll(() => restorer.remove());

/** A data folder whose restore was decided by process `pid` and has got so many renames far. */
function cutOffAfter(renames: number, pid = NOBODY): string {
  const { data } = emptyScene();
  mkdirSync(data);
  for (const name of OLD) writeFileSync(path.join(data, name), 'old');
  const staging = openStaging(data);
  for (const name of NEW) writeFileSync(path.join(staging, name), 'new');
  writeFileSync(path.join(data, 'restoring', `plan.${pid}.json`), JSON.stringify({ aside: ASIDE, old: OLD }));
  const moves = [
    ...OLD.map((name) => [path.join(data, name), path.join(data, ASIDE, name)] as const),
    ...NEW.map((name) => [path.join(staging, name), path.join(data, name)] as const),
  ];
  if (renames > 0) mkdirSync(path.join(data, ASIDE));
  for (const [from, to] of moves.slice(0, renames)) renameSync(from, to);
  return data;
}

function textsIn(folder: string, names: readonly string[]): readonly string[] {
  return names.map((name) => readFileSync(path.join(folder, name), 'utf8'));
}

test.each(Array.from({ length: OLD.length + NEW.length + 1 }, (_, renames) => renames))(
  'cut off after %i renames it is finished by whoever comes next',
  (renames) => {
    const data = cutOffAfter(renames);
    finishRestore(data);
    expect([readdirSync(data).sort(), textsIn(data, NEW), textsIn(path.join(data, ASIDE), OLD)]).toEqual([
      [...NEW, ASIDE].sort(),
      NEW.map(() => 'new'),
      OLD.map(() => 'old'),
    ]);
  },
);

test('while its owner lives nobody else does it', () => {
  const data = cutOffAfter(2, process.ppid);
  expect(thrownBy(() => finishRestore(data))).toMatchObject({
    kind: 'unavailable',
    message: /being restored right now/,
  });
  expect(readdirSync(path.join(data, ASIDE))).toHaveLength(2);
});

test('a number that has come to belong to somebody else does not keep it for ever', () => {
  const data = cutOffAfter(2, process.ppid);
  utimesSync(path.join(data, 'restoring', `plan.${process.ppid}.json`), 1, 1);
  finishRestore(data);
  expect(textsIn(data, NEW)).toEqual(NEW.map(() => 'new'));
});

test('what was not decided about is no restore', () => {
  const { data } = scene();
  writeFileSync(path.join(openStaging(data), 'wasap.db'), 'new');
  const before = kept(data);
  finishRestore(data);
  expect(kept(data)).toEqual(before);
});

test('two restores within a second do not share a folder', () => {
  const data = cutOffAfter(0);
  finishRestore(data);
  writeFileSync(path.join(openStaging(data), 'wasap.db'), 'newer');
  expect(thrownBy(() => putInPlace(data, Date.UTC(2026, 10, 20, 12)))).toMatchObject({ kind: 'conflict' });
});

/** Names in the folder that takes what was there: how far the renames are. */
function movedIn(data: string): number {
  const aside = path.join(data, ASIDE);
  return existsSync(aside) ? readdirSync(aside).length : 0;
}

test(`killed ${KILLS} times on the way, it leaves the old state or the new one`, async () => {
  const from = scene('the new state');
  await backUp(from);
  const after = kept(from.data);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const other = scene('the old state');
    const before = kept(other.data);
    // So many that the renames take a while.
    for (let name = 0; name < MANY; name += 1) writeFileSync(path.join(other.data, `a-${name}`), '');
    const child = restorer.start([other.data, from.file, PASSPHRASE]);
    const ended = new Promise((resolve) => child.once('close', resolve));
    const staged = path.join(other.data, 'restoring', 'new', 'wasap.db');
    const isDue = (): boolean =>
      kill === 0 ? existsSync(staged) : movedIn(other.data) >= ((kill - 1) * MANY) / KILLS + 1;
    while (!isDue() && child.exitCode === null) await new Promise((resolve) => setImmediate(resolve));
    child.kill('SIGKILL');
    await ended;
    finishRestore(other.data);
    const now = kept(other.data);
    expect([kill, now]).toEqual([kill, JSON.stringify(now) === JSON.stringify(before) ? before : after]);
    expect(movedIn(other.data)).toBeOneOf([0, MANY + 4]);
  }
});
