import * as z from 'zod';
import type { Database } from '../../../store/database.ts';
import type { AuditCheck } from '../audit.ts';

/** Stores when the record was last verified, with the result; the other machines can see it. */
export interface VerifiedRecord {
  atMs(): number | undefined;
  note(check: AuditCheck, atMs: number): void;
}

export function createVerifiedRecord(database: Database): VerifiedRecord {
  const get = database.read('SELECT at_ms AS atMs FROM audit_verified', z.object({ atMs: z.int() }));
  const put = database.write(
    `INSERT INTO audit_verified (only_row, at_ms, newest, hash) VALUES (1, @atMs, @newest, @hash)
     ON CONFLICT (only_row) DO UPDATE SET at_ms = excluded.at_ms, newest = excluded.newest, hash = excluded.hash`,
  );
  return {
    atMs: () => get.get({})?.atMs,
    note(check, atMs) {
      const head =
        check.kind === 'intact'
          ? { newest: (check.cut?.entries ?? 0) + check.entries, hash: check.lastHash }
          : { newest: null, hash: null };
      put.run({ atMs, ...head });
    },
  };
}
