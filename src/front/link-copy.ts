/**
 * Keeps the state of the link in PostgreSQL, so that another machine can go on with it. It copies behind the commits
 * of this disk, never a part of one, and is at most one acknowledged message old.
 */
import { randomUUID } from 'node:crypto';
import type { ClusterDatabase } from '../cluster/cluster-database.ts';
import { claimCopy, copiedRows, signCopy, writeCopy } from '../cluster/copies/link-copies.ts';
import type { ClusterSeal } from '../cluster/copies/seal.ts';
import type { FrontName } from '../cluster/names.ts';
import type { Clock } from '../core/clock.ts';
import { Failure, isFailure } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import { fault } from '../core/texts/faults.ts';
import { backoffMs, createWaker, type Waker } from '../core/waiting.ts';
import type { CopiedRows } from './copied-rows.ts';

export interface LinkCopyParts {
  readonly db: ClusterDatabase;
  readonly rows: CopiedRows;
  readonly front: FrontName;
  readonly seal: ClusterSeal;
  readonly clock: Clock;
  readonly log: Log;
}

/** The state with which this data folder begins: its own, or that of another machine, which was live later. */
export type StateOrigin = 'own' | 'taken-over';

export interface LinkCopy {
  /** @throws Failure `denied` when the copy was written with another secret */
  check(): Promise<void>;
  /**
   * Called before the link opens: brings this folder up to date, or the copy.
   * @throws Failure `conflict` when a later process holds the name, `denied` for another secret, `unavailable`
   */
  begin(epoch: number): Promise<StateOrigin>;
  /** Copies changes until it is stopped, or a later process holds the name. */
  keep(epoch: number): CopyKeeper;
}

export interface CopyKeeper {
  /** Call it when something was committed. */
  wake(): void;
  /** Resolves when everything so far is copied, or cannot be. */
  stop(): Promise<void>;
}

/** Commits without a call of `wake` are found by looking. */
const LOOK_MS = 250;
/** An idle link is signed this often, so that its copy is known to be up to date. */
const SIGN_OF_LIFE_MS = 10_000;
const RETRY = { firstMs: 200, mostMs: 5000 };

export function createLinkCopy(parts: LinkCopyParts): LinkCopy {
  const { db, rows, front, clock } = parts;
  const placeOf = ({ table, key }: { table: string; key: string }): string => `${front} ${table} ${key}`;
  const opened = (sealed: readonly { table: string; key: string; sealed: Uint8Array }[]) =>
    sealed.map((row) => ({ table: row.table, row: parts.seal.open(row.sealed, placeOf(row)) }));
  /** False when a later process holds the name. */
  const write = async (epoch: number): Promise<boolean> => {
    const changes = rows.readChanges();
    const sealed = changes.rows.map(({ table, key, row }) => ({
      table,
      key,
      ...(row === undefined ? {} : { sealed: parts.seal.close(row, placeOf({ table, key })) }),
    }));
    const isHeld = await writeCopy(db, { front, epoch }, sealed);
    if (isHeld) rows.forgetCopied(changes);
    return isHeld;
  };
  return {
    async check() {
      await db.ready;
      opened(await copiedRows(db, front, 1));
    },
    async begin(epoch) {
      const token = randomUUID();
      const own = rows.tokens();
      const { copy, newer } = await db.transaction(async (sql) => {
        const claimed = await claimCopy(sql, { front, epoch });
        const isNewer = claimed !== undefined && !own.includes(claimed.token);
        return { copy: claimed, newer: isNewer ? await copiedRows(sql, front) : undefined };
      });
      rows.recordChanges();
      if (copy !== undefined && newer !== undefined) {
        rows.restore(opened(newer), { token, writtenAtMs: copy.writtenAtMs });
      } else {
        if (copy === undefined) rows.recordAll();
        rows.setTokens({ token, earlier: copy?.token });
      }
      if (!(await write(epoch))) throw new Failure('conflict', fault('link-copy-held'));
      await signCopy(db, { front, epoch }, token);
      return newer === undefined ? 'own' : 'taken-over';
    },
    keep(epoch) {
      const waker = createWaker(clock);
      const course = keepWriting(waker, () => write(epoch), parts);
      return {
        wake: waker.wake,
        async stop() {
          waker.stop();
          await course;
        },
      };
    },
  };
}

async function keepWriting(waker: Waker, write: () => Promise<boolean>, parts: LinkCopyParts): Promise<void> {
  const { rows, clock, log } = parts;
  let failures = 0;
  let writtenUpMs = clock.upMs();
  let isHeld = true;
  const lookOnce = async (): Promise<void> => {
    if (!rows.hasChanges() && clock.upMs() - writtenUpMs < SIGN_OF_LIFE_MS) return;
    isHeld = await write();
    writtenUpMs = clock.upMs();
  };
  while (isHeld) {
    const isLast = waker.signal.aborted;
    const error = await catchFailure(lookOnce);
    if (isLast) break;
    if (error !== undefined && failures === 0) log.warn('front.copy.waits', { error: error.message });
    failures = error === undefined ? 0 : failures + 1;
    await (error === undefined
      ? waker.wait(LOOK_MS)
      : clock.sleep(backoffMs(failures - 1, RETRY), waker.signal));
  }
  if (!isHeld) log.warn('front.copy.fenced', {});
}

async function catchFailure(work: () => Promise<void>): Promise<Failure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return error;
  }
}
