/**
 * The state of a front's link in PostgreSQL, row by row as its own disk has it, encrypted. Its epoch is that of the
 * newest process that has held the front's name: who held it before changes nothing here any more.
 */

import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import * as z from 'zod';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import type { FrontName } from '../names.ts';
import type { SqlSession } from '../sql.ts';

interface CopiedRow {
  readonly table: string;
  /** Values of its primary key as a JSON array. */
  readonly key: string;
  /** The whole row. */
  readonly sealed: Uint8Array;
}

/** A row as it is now; without `sealed` when it is gone. */
type CopiedChange = Omit<CopiedRow, 'sealed'> & { readonly sealed?: Uint8Array };

/** A process that holds the name of a front. */
interface CopyHolder {
  readonly front: FrontName;
  readonly epoch: number;
}

/** A complete copy. */
interface LinkCopyFacts {
  /** Changes with each life of the data folder that wrote it. */
  readonly token: string;
  /** When the copy was last up to date, by the clock of PostgreSQL. */
  readonly writtenAtMs: number;
}

const Facts = z.object({ token: z.string().nullable(), writtenAtMs: z.number() });
const Row = z.object({ table: z.string(), key: z.string(), sealed: z.instanceof(Uint8Array) });

/**
 * Runs in a transaction: from its commit on, earlier holders of the name can no longer write. Resolves with the copy;
 * undefined when there is no complete one, whose rows are then removed.
 * @throws Failure `conflict` when a later process holds the name
 */
export async function claimCopy(
  sql: SqlSession,
  { front, epoch }: CopyHolder,
): Promise<LinkCopyFacts | undefined> {
  const [claimed] = await sql.rows(
    Facts,
    `INSERT INTO wasap.links AS l (front, epoch, written) VALUES ($1, $2, clock_timestamp())
     ON CONFLICT (front) DO UPDATE SET epoch = excluded.epoch WHERE l.epoch <= excluded.epoch
     RETURNING token, extract(epoch FROM written)::float8 * 1000 AS "writtenAtMs"`,
    [front, epoch],
  );
  if (claimed === undefined) throw new Failure('conflict', fault('front-taken', front));
  const { token, writtenAtMs } = claimed;
  if (token !== null) return { token, writtenAtMs };
  await sql.run('DELETE FROM wasap.link_rows WHERE front = $1', [front]);
  return undefined;
}

export async function copiedRows(
  sql: SqlSession,
  front: FrontName,
  most?: number,
): Promise<readonly CopiedRow[]> {
  return await sql.rows(
    Row,
    'SELECT tab AS table, key, sealed FROM wasap.link_rows WHERE front = $1 LIMIT $2',
    [front, most ?? null],
  );
}

/**
 * A single statement, so all rows share one commit. False when a later process holds the name: then nothing is
 * written.
 */
export async function writeCopy(
  sql: SqlSession,
  { front, epoch }: CopyHolder,
  changes: readonly CopiedChange[],
): Promise<boolean> {
  const written = changes.flatMap(({ table, key, sealed }) =>
    sealed === undefined ? [] : [{ table, key, sealed }],
  );
  const gone = changes.filter(({ sealed }) => sealed === undefined);
  const [result] = await sql.rows(
    z.object({ held: z.int() }),
    `WITH held AS (
       UPDATE wasap.links SET written = clock_timestamp() WHERE front = $1 AND epoch = $2 RETURNING front
     ), removed AS (
       DELETE FROM wasap.link_rows r USING held, unnest($3::text[], $4::text[]) AS gone (tab, key)
       WHERE r.front = held.front AND r.tab = gone.tab AND r.key = gone.key
     ), written AS (
       INSERT INTO wasap.link_rows (front, tab, key, sealed)
       SELECT held.front, new.tab, new.key, new.sealed
       FROM held, unnest($5::text[], $6::text[], $7::bytea[]) AS new (tab, key, sealed)
       ON CONFLICT (front, tab, key) DO UPDATE SET sealed = excluded.sealed
     )
     SELECT count(*)::int AS held FROM held`,
    [
      front,
      epoch,
      gone.map(({ table }) => table),
      gone.map(({ key }) => key),
      written.map(({ table }) => table),
      written.map(({ key }) => key),
      written.map(({ sealed }) => Buffer.from(sealed)),
    ],
  );
  return result?.held === 1;
}

/**
 * Marks the copy as complete, and as that of this life of a data folder.
 * @throws Failure `conflict` when a later process holds the name
 */
export async function signCopy(sql: SqlSession, { front, epoch }: CopyHolder, token: string): Promise<void> {
  const rows = await sql.run('UPDATE wasap.links SET token = $3 WHERE front = $1 AND epoch = $2', [
    front,
    epoch,
    token,
  ]);
  if (rows === 0) throw new Failure('conflict', fault('front-taken', front));
}

/** Encrypts what lies in PostgreSQL and only machines with the same CLUSTER_SECRET may read. */
export interface ClusterSeal {
  /** @param place names what the text is: it cannot be opened under another name */
  close(text: string, place: string): Uint8Array;
  /** @throws Failure `denied` when it was closed with another secret, or changed */
  open(sealed: Uint8Array, place: string): string;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Takes a tenth of a second on purpose, so that secrets cannot be guessed quickly. */
export function createSeal(secret: string, salt: string): ClusterSeal {
  const key = scryptSync(secret, salt, KEY_BYTES);
  return {
    close(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place));
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), closed]);
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed);
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(place));
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch (error) {
        throw new Failure('denied', fault('link-copy-sealed'), { cause: error });
      }
    },
  };
}
