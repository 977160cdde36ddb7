import * as z from 'zod';
import { Failure } from '../../core/failure.ts';
import type { SqlSession } from '../sql.ts';

/** Largest file that can be on its way between machines. */
export const MAX_MEDIA_BYTES = 64 * 1024 * 1024;

/**
 * Stores bytes for another machine and resolves with their id.
 * @throws Failure `invalid` when there are more than `MAX_MEDIA_BYTES`
 */
export async function putMedia(sql: SqlSession, bytes: Uint8Array): Promise<string> {
  if (bytes.length > MAX_MEDIA_BYTES)
    throw new Failure(
      'invalid',
      `At most ${MAX_MEDIA_BYTES} bytes go between machines; it has ${bytes.length}.`,
    );
  const [row] = await sql.rows(
    z.object({ id: z.uuid() }),
    'INSERT INTO wasap.media (bytes) VALUES ($1) RETURNING id',
    [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
  );
  if (row === undefined) throw new Error('An insert without an id.');
  return row.id;
}

/**
 * The bytes stay for a repeated job.
 * @throws Failure `not-found` when they are no longer there
 */
export async function takeMedia(sql: SqlSession, id: string): Promise<Uint8Array> {
  const [row] = await sql.rows(
    z.object({ bytes: z.instanceof(Uint8Array) }),
    'SELECT bytes FROM wasap.media WHERE id = $1',
    [id],
  );
  if (row === undefined)
    throw new Failure('not-found', 'The file is no longer there: it was on its way too long.');
  return row.bytes;
}

/** Removes what has been there for more than a day; resolves with how many. */
export async function tidyMedia(sql: SqlSession): Promise<number> {
  return await sql.run(`DELETE FROM wasap.media WHERE made < now() - interval '1 day'`);
}
