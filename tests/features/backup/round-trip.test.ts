import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionId } from '../../../src/core/ids.ts';
import { type CompiledChild, compileChild } from '../../store/child.ts';
import { freshStore, select } from '../../store/store-file.ts';
import { backUp, kept, restoreInto, scene } from './scene.ts';

let writer: CompiledChild;
beforeAll(async () => {
  writer = await compileChild(new URL('../../store/children/writer.ts', import.meta.url));
});
afterAll(() => writer.remove());

test('what was backed up is there again: rows, transcripts, bootstrap files, files of chats in the browser, the link to WhatsApp', async () => {
  const from = scene();
  expect(await backUp(from)).toEqual({
    bytes: statSync(from.file).size,
    transcripts: 1,
    files: 2,
    chatFiles: 1,
    skipped: [],
  });
  const to = path.join(from.folder, 'other');
  expect(await restoreInto(to, from.file)).toEqual({
    manifest: { format: 1, program: '1.2.3', made_at: '2026-11-20T12:00:00.000Z', link: true },
    transcripts: 1,
    files: 2,
    chatFiles: 1,
    aside: undefined,
  });
  expect([kept(to), readdirSync(from.folder).sort()]).toEqual([
    kept(from.data),
    ['all.backup', 'data', 'other'],
  ]);
});

test('the file is for its owner alone and tells nothing without the passphrase', async () => {
  const made = scene();
  await backUp(made);
  const bytes = readFileSync(made.file, 'latin1');
  expect([statSync(made.file).mode & 0o777, /login|secret|SQLite|wasap\.db/.test(bytes)]).toEqual([
    0o600,
    false,
  ]);
});

test('without a passphrase nothing of the link is in the file, not even what was deleted from it', async () => {
  const made = scene();
  await backUp(made, { passphrase: undefined });
  const bytes = readFileSync(made.file, 'latin1');
  expect([/fix the login bug/.test(bytes), /a secret of the phone|a key of hers/.test(bytes)]).toEqual([
    true,
    false,
  ]);
  const to = path.join(made.folder, 'other');
  await restoreInto(to, made.file);
  expect(kept(to)).toEqual({ ...kept(made.data), credentials: undefined, keys: [] });
});

test('a copy made while another process writes is of one moment, and the writer is not held up', {
  tags: 'full',
}, async () => {
  const made = scene();
  const session = 'writer-beside-backup' as SessionId;
  const child = writer.start([path.join(made.data, 'wasap.db'), session]);
  try {
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    for (let round = 0; round < 3; round += 1) await backUp(made, { replace: true });
    await new Promise((resolve) => child.stdout?.once('data', resolve));
  } finally {
    child.kill('SIGKILL');
  }
  const to = path.join(made.folder, 'other');
  await restoreInto(to, made.file);
  const store = freshStore(path.join(to, 'wasap.db'));
  const steps = store.calls.all(session).length;
  expect([store.history.all(session).length, store.sessions.get(session)?.usage.round]).toEqual([
    steps,
    steps - 1,
  ]);
  expect(select(path.join(to, 'wasap.db'), 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});

test('links and names that not every system takes are left out and named', { tags: 'full' }, async () => {
  const made = scene();
  writeFileSync(path.join(made.folder, 'elsewhere'), 'x');
  symlinkSync(path.join(made.folder, 'elsewhere'), path.join(made.data, 'workspace', 'link.md'));
  writeFileSync(path.join(made.data, 'workspace', 'a:b'), 'x');
  expect((await backUp(made)).skipped).toEqual(['workspace/a:b', 'workspace/link.md']);
});

test('an older file stays unless it may be replaced', async () => {
  const made = scene();
  writeFileSync(made.file, 'mine');
  await expect(backUp(made)).rejects.toMatchObject({ kind: 'conflict', message: /left as it is/ });
  expect(readFileSync(made.file, 'utf8')).toBe('mine');
  await backUp(made, { replace: true });
  expect(statSync(made.file).size).toBeGreaterThan(1_000);
});

test.each([
  ['data/all.backup', 'invalid', /in the folder that is backed up/],
  ['data/workspace/all.backup', 'invalid', /in the folder that is backed up/],
  ['missing/all.backup', 'not-found', /does not exist/],
])('a backup at %s is refused', async (name, kind, message) => {
  const made = scene();
  await expect(backUp(made, { file: path.join(made.folder, name) })).rejects.toMatchObject({ kind, message });
});

test('one that is stopped leaves nothing behind', async () => {
  const made = scene();
  await expect(backUp(made, { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'stopped' });
  expect([
    readdirSync(made.folder),
    readdirSync(made.data).filter((name) => name.startsWith('backup')),
  ]).toEqual([['data'], []]);
});

test('the copy that a killed backup left goes with the next one', { tags: 'full' }, async () => {
  const made = scene();
  // No process can have this number.
  const left = path.join(made.data, 'backup.99999999.db');
  writeFileSync(left, 'x');
  await backUp(made);
  expect(existsSync(left)).toBe(false);
});

test('a folder in use is refused, and moved aside whole when that was asked for', async () => {
  const from = scene();
  await backUp(from);
  const other = scene('deploy');
  const before = kept(other.data);
  await expect(restoreInto(other.data, from.file)).rejects.toMatchObject({
    kind: 'conflict',
    message: /not empty/,
  });
  expect(kept(other.data)).toEqual(before);
  const { aside } = await restoreInto(other.data, from.file, { moveAside: true });
  expect([kept(other.data), kept(path.join(other.data, aside ?? ''))]).toEqual([kept(from.data), before]);
});

test('what an earlier restore moved aside does not count as in use', { tags: 'full' }, async () => {
  const made = scene();
  await backUp(made);
  mkdirSync(path.join(made.folder, 'other', 'before-restore-2026-11-19'), { recursive: true });
  expect((await restoreInto(path.join(made.folder, 'other'), made.file)).aside).toBeUndefined();
});

test('a program that began meanwhile stops the restore, and nothing is changed', {
  tags: 'full',
}, async () => {
  const from = scene();
  await backUp(from);
  const other = scene('deploy');
  const before = kept(other.data);
  const lastLook = () => Promise.reject(new Error('somebody is there'));
  await expect(restoreInto(other.data, from.file, { moveAside: true, lastLook })).rejects.toThrow(
    'somebody is there',
  );
  expect([kept(other.data), readdirSync(other.data).includes('restoring')]).toEqual([before, false]);
});
