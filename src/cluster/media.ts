import type { SqlSession } from './sql.ts';

/** Largest file that can be on its way between machines. */
export const MAX_MEDIA_BYTES = 64 * 1024 * 1024;

/**
 * Stores bytes for another machine and resolves with their id.
 * @throws Failure `invalid` when there are more than `MAX_MEDIA_BYTES`
 */
export async function putMedia(_sql: SqlSession, bytes: Uint8Array): Promise<string> {
  throw new Error(`not yet: ${bytes.length}`);
}

/** @throws Failure `not-found` when they are no longer there */
export async function takeMedia(_sql: SqlSession, id: string): Promise<Uint8Array> {
  throw new Error(`not yet: ${id}`);
}

/** Removes what has been there for more than a day; resolves with how many. */
export async function tidyMedia(_sql: SqlSession): Promise<number> {
  throw new Error('not yet');
}
