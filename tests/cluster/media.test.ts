/** @module-tag postgres */
import { expect, test } from 'vitest';
import { MAX_MEDIA_BYTES, putMedia, takeMedia, tidyMedia } from '../../src/cluster/queues/media.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import { openDatabase, until } from './rig.ts';

test('bytes come back as they were, and again for a job that is repeated', async () => {
  const database = await openDatabase(await freshDatabase());
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
  const id = await putMedia(database, bytes.subarray(10, 60_000));
  expect(Buffer.from(await takeMedia(database, id))).toEqual(Buffer.from(bytes.subarray(10, 60_000)));
  expect(await takeMedia(database, id)).toHaveLength(59_990);
});

test('bytes are there for a day, and at most 64 MB of them', { tags: 'full' }, async () => {
  const url = await freshDatabase();
  const database = await openDatabase(url);
  const [old, young] = [
    await putMedia(database, new Uint8Array(3)),
    await putMedia(database, new Uint8Array(4)),
  ];
  await runSql(url, `UPDATE wasap.media SET made = made - interval '25 hours' WHERE id = $1`, [old]);
  expect(await tidyMedia(database)).toBe(1);
  await expect(takeMedia(database, old)).rejects.toMatchObject({ kind: 'not-found' });
  expect(await takeMedia(database, young)).toHaveLength(4);
  await expect(putMedia(database, new Uint8Array(MAX_MEDIA_BYTES + 1))).rejects.toMatchObject({
    kind: 'invalid',
  });
});

test('a process that supervises removes what is older by itself', { tags: 'full' }, async () => {
  const url = await freshDatabase();
  const database = await openDatabase(url);
  await putMedia(database, new Uint8Array(3));
  await runSql(url, `UPDATE wasap.media SET made = made - interval '25 hours'`);
  await openDatabase(url, true);
  await until(async () => (await runSql(url, 'SELECT id FROM wasap.media')).length === 0);
});
