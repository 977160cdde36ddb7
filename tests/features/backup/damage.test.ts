import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CHUNK_BYTES, HEADER_BYTES, TAG_BYTES } from '../../../src/features/backup/archive/sealed-file.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { execute } from '../../store/store-file.ts';
import { atLevel } from '../../support/level.ts';
import { backUp, craft, restoreInto, type Scene, scene } from './scene.ts';

const FRAME = 4 + CHUNK_BYTES + TAG_BYTES;

let made: Scene;
let to: string;
beforeEach(() => {
  made = scene();
  to = path.join(made.folder, 'other');
});

/** What came of restoring these bytes: its failure, and whatever is in the folder. */
async function outcomeOf(bytes: Uint8Array): Promise<unknown> {
  const file = path.join(made.folder, 'changed.backup');
  writeFileSync(file, bytes);
  const kind = await restoreInto(to, file).then(
    () => 'restored',
    (error: { readonly kind?: string }) => error.kind,
  );
  return [kind, readdirSync(to)];
}

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
  return changed;
}

/** More than two chunks. */
async function backedUp(passphrase?: string): Promise<Buffer> {
  writeFileSync(path.join(made.data, 'workspace', 'long.md'), 'a line\n'.repeat(340_000));
  await backUp(made, passphrase === undefined ? { passphrase: undefined } : {});
  return readFileSync(made.file);
}

describe.each([
  ['an encrypted', 'yes', atLevel({ quick: 96, full: 8, soak: 1 })],
  ['a plain', undefined, atLevel({ quick: 48, full: 1, soak: 1 })],
])('of %s backup', (_kind, passphrase, step) => {
  test('a flipped bit is noticed wherever it is, and nothing is put in place', async () => {
    const bytes = await backedUp(passphrase);
    const header = Array.from({ length: (HEADER_BYTES + 8) / step }, (_, at) => at * step);
    const edges = [HEADER_BYTES, FRAME, 2 * FRAME].flatMap((at) => [at + 1, at + 40]);
    const spread = Array.from({ length: 6 }, (_, at) => Math.floor(((at + 0.5) * bytes.length) / 6));
    for (const at of [...header, ...edges, ...spread, bytes.length - 1]) {
      expect([at, await outcomeOf(flipped(bytes, at))]).toEqual([at, ['invalid', []]]);
    }
  });

  test('a file that was cut off is noticed, also between two chunks', async () => {
    const bytes = await backedUp(passphrase);
    const ends = [0, 7, HEADER_BYTES - 1, HEADER_BYTES, HEADER_BYTES + FRAME, bytes.length - 1];
    for (const end of ends)
      expect([end, await outcomeOf(bytes.subarray(0, end))]).toEqual([end, ['invalid', []]]);
  });

  test('chunks that were exchanged, left out, repeated or added are noticed', { tags: 'full' }, async () => {
    const bytes = await backedUp(passphrase);
    const head = bytes.subarray(0, HEADER_BYTES);
    const [first, second] = [0, 1].map((at) =>
      bytes.subarray(HEADER_BYTES + at * FRAME, HEADER_BYTES + (at + 1) * FRAME),
    );
    const rest = bytes.subarray(HEADER_BYTES + 2 * FRAME);
    const orders = [
      [second, first, rest],
      [second, rest],
      [first, rest],
      [first, first, second, rest],
      [first, second, rest, rest],
      [first, second, rest, Buffer.from('x')],
    ];
    for (const order of orders) {
      const changed = Buffer.concat([head, ...order.flatMap((part) => part ?? [])]);
      expect(await outcomeOf(changed)).toEqual(['invalid', []]);
    }
  });
});

test('a wrong passphrase is told as one', async () => {
  await backUp(made);
  await expect(restoreInto(to, made.file, { passphrase: async () => 'another one' })).rejects.toMatchObject({
    kind: 'invalid',
    message: /This passphrase doesn't open/,
  });
});

test('a passphrase typed with composed letters opens what decomposed ones closed', async () => {
  await backUp(made, { passphrase: 'contrase\u00f1a larga' });
  const report = await restoreInto(to, made.file, { passphrase: async () => 'contrasen\u0303a larga' });
  expect(report.transcripts).toBe(1);
});

test.each([
  ['no backup', Buffer.alloc(100), /is not a backup of wasap/],
  [
    'of a later version',
    Buffer.concat([Buffer.from('WASAPBAK\u0002'), Buffer.alloc(60)]),
    /format 2 and I read format 1/,
  ],
])('a file that is %s is told as that', async (_what, bytes, message) => {
  writeFileSync(made.file, bytes);
  await expect(restoreInto(to, made.file)).rejects.toMatchObject({ kind: 'invalid', message });
});

test('a header cannot make scrypt take all memory', async () => {
  await backUp(made);
  const bytes = readFileSync(made.file);
  bytes[10] = 30;
  expect(await outcomeOf(bytes)).toEqual(['invalid', []]);
});

describe('the database in it', () => {
  async function withDatabase(bytes: Buffer): Promise<unknown> {
    const file = path.join(made.folder, 'crafted.backup');
    await craft(file, [{ name: 'wasap.db', bytes }]);
    return outcomeOf(readFileSync(file));
  }

  /** The whole database in one file. */
  function databaseBytes(change: string): Buffer {
    const file = path.join(made.data, 'wasap.db');
    execute(file, change);
    openDatabase(file).close();
    execute(file, 'PRAGMA journal_mode = DELETE');
    return readFileSync(file);
  }

  test('may be one as this program writes it', async () => {
    expect(await withDatabase(databaseBytes('PRAGMA user_version'))).toEqual(['restored', ['wasap.db']]);
  });

  test.each([
    ['is of a newer program', () => databaseBytes('PRAGMA user_version = 9999')],
    ['is of another program', () => databaseBytes('PRAGMA user_version = 0')],
    ['is none', () => Buffer.from('not a database')],
    ['is empty', () => Buffer.alloc(0)],
    ['was cut off', () => databaseBytes('PRAGMA user_version').subarray(0, 60_000)],
    ['is damaged inside', () => databaseBytes('PRAGMA user_version').fill(7, 40_000, 60_000)],
    [
      'has a schema that does not parse',
      () =>
        Buffer.from(
          databaseBytes('PRAGMA user_version')
            .toString('latin1')
            .replaceAll('CREATE TABLE history', 'CREATE NONSE history'),
          'latin1',
        ),
    ],
  ])('is refused when it %s', async (_what, bytes) => {
    expect(await withDatabase(bytes())).toEqual(['invalid', []]);
  });
});
