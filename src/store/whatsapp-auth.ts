import * as z from 'zod';
import type { Fence, WhatsAppAuthStore } from '../contracts/whatsapp-store.ts';
import type { Database } from './database.ts';

/** How many generations of the credentials are kept, the newest included. */
const GENERATIONS = 3;

export function createWhatsAppAuthStore(
  database: Database,
  assertHeld: (fence: Fence) => void,
): WhatsAppAuthStore {
  const newest = database.read(
    `SELECT generation, text FROM whatsapp_credentials
     WHERE account = @account ORDER BY generation DESC LIMIT 1`,
    z.object({ generation: z.int(), text: z.string() }),
  );
  const insert = database.write(`
    INSERT INTO whatsapp_credentials (account, generation, text, saved_at_ms)
    VALUES (@account, @generation, @text, @atMs)`);
  const forgetOld = database.write(
    'DELETE FROM whatsapp_credentials WHERE account = @account AND generation <= @generation',
  );
  // json_each keeps this one statement for any number of ids.
  const keys = database.read(
    `SELECT id, value FROM whatsapp_keys
     WHERE account = @account AND type = @type AND id IN (SELECT value FROM json_each(@ids))`,
    z.object({ id: z.string(), value: z.string() }),
  );
  const setKey = database.write(`
    INSERT INTO whatsapp_keys (account, type, id, value, changed_at_ms)
    VALUES (@account, @type, @id, @value, @atMs)
    ON CONFLICT (account, type, id) DO UPDATE SET value = excluded.value, changed_at_ms = excluded.changed_at_ms`);
  const deleteKey = database.write(
    'DELETE FROM whatsapp_keys WHERE account = @account AND type = @type AND id = @id',
  );
  const pruneKeys = database.write(
    'DELETE FROM whatsapp_keys WHERE account = @account AND type = @type AND changed_at_ms < @beforeMs',
  );
  const clears = ['whatsapp_credentials', 'whatsapp_keys'].map((table) =>
    database.write(`DELETE FROM ${table} WHERE account = @account`),
  );
  const moves = ['whatsapp_credentials', 'whatsapp_keys'].map((table) =>
    database.write(`UPDATE ${table} SET account = @aside WHERE account = @account`),
  );
  const fenced = <T>(fence: Fence, work: () => T): T =>
    database.atomically(() => {
      assertHeld(fence);
      return work();
    });

  return {
    credentials: (account) => newest.get({ account }),
    saveCredentials: (fence, { text, atMs }) =>
      fenced(fence, () => {
        const { account } = fence;
        const generation = (newest.get({ account })?.generation ?? 0) + 1;
        insert.run({ account, generation, text, atMs });
        forgetOld.run({ account, generation: generation - GENERATIONS });
      }),
    keys: (account, type, ids) =>
      new Map(keys.all({ account, type, ids: JSON.stringify(ids) }).map(({ id, value }) => [id, value])),
    changeKeys: (fence, changes, atMs) =>
      fenced(fence, () => {
        const { account } = fence;
        for (const { type, id, value } of changes) {
          if (value === undefined) deleteKey.run({ account, type, id });
          else setKey.run({ account, type, id, value, atMs });
        }
      }),
    pruneKeys: (fence, type, beforeMs) =>
      fenced(fence, () => pruneKeys.run({ account: fence.account, type, beforeMs }).changes),
    restore: (fence, aside) =>
      fenced(fence, () => {
        for (const clear of clears) clear.run({ account: fence.account });
        for (const move of moves) move.run({ account: aside, aside: fence.account });
      }),
    quarantine: (fence, aside) =>
      fenced(fence, () => {
        for (const move of moves) move.run({ account: fence.account, aside });
      }),
  };
}
