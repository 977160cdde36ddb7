import * as z from 'zod';
import type { Fence, WhatsAppLeaseStore } from '../contracts/whatsapp-store.ts';
import { Failure } from '../core/failure.ts';
import type { Database } from './database.ts';

const Row = z.object({
  pid: z.int(),
  startTime: z.string(),
  epoch: z.int(),
  renewedAtMs: z.int(),
  expiresAtMs: z.int(),
});

export function createWhatsAppLeaseStore(database: Database): WhatsAppLeaseStore {
  const get = database.read(
    `SELECT pid, start_time AS startTime, epoch, renewed_at_ms AS renewedAtMs, expires_at_ms AS expiresAtMs
     FROM whatsapp_leases WHERE account = @account`,
    Row,
  );
  const insert = database.write(`
    INSERT INTO whatsapp_leases (account, pid, start_time, epoch, renewed_at_ms, expires_at_ms)
    VALUES (@account, @pid, @startTime, 1, @atMs, @expiresAtMs)
    ON CONFLICT (account) DO NOTHING`);
  const replace = database.write(`
    UPDATE whatsapp_leases SET pid = @pid, start_time = @startTime, epoch = epoch + 1,
      renewed_at_ms = @atMs, expires_at_ms = @expiresAtMs
    WHERE account = @account AND epoch = @over`);
  const renew = database.write(`
    UPDATE whatsapp_leases SET renewed_at_ms = @atMs, expires_at_ms = @expiresAtMs
    WHERE account = @account AND epoch = @epoch AND expires_at_ms > 0`);
  const release = database.write(`
    UPDATE whatsapp_leases SET expires_at_ms = 0 WHERE account = @account AND epoch = @epoch`);

  return {
    get: (account) => get.get({ account }),
    take({ account, pid, startTime, over, atMs, expiresAtMs }) {
      const claim = { account, pid, startTime, atMs, expiresAtMs };
      if (over === undefined) return insert.run(claim).changes === 1 ? 1 : undefined;
      return replace.run({ ...claim, over }).changes === 1 ? over + 1 : undefined;
    },
    renew: (fence, times) => renew.run({ ...fence, ...times }).changes === 1,
    release: (fence) => void release.run({ ...fence }),
  };
}

/** A check for the transaction of a write: nobody can take the lease between the two. */
export function createFenceCheck(database: Database): (fence: Fence) => void {
  const held = database.read(
    'SELECT epoch FROM whatsapp_leases WHERE account = @account AND epoch = @epoch AND expires_at_ms > 0',
    z.object({ epoch: z.int() }),
  );
  return ({ account, epoch }) => {
    if (held.get({ account, epoch }) !== undefined) return;
    throw new Failure(
      'conflict',
      'This WhatsApp account is not held by this program any more, so nothing of it is written. Let only one program use it.',
      { facts: { account, epoch } },
    );
  };
}
