import * as z from 'zod';
import type { JournalEntry, WhatsAppJournalStore } from '../contracts/whatsapp-store.ts';
import { ownJson } from './columns.ts';
import type { Database } from './database.ts';

const Entry = z.object({
  seq: z.int(),
  chat: z.string(),
  participant: z.string(),
  id: z.string(),
  attributes: ownJson<Readonly<Record<string, string>>>(),
  seenAtMs: z.int(),
});
const Part = z.object({ entry: z.int(), hash: z.string(), plaintext: z.string().nullable() });

export function createWhatsAppJournalStore(database: Database): WhatsAppJournalStore {
  const insert = database.write(`
    INSERT INTO whatsapp_journal (account, chat, participant, id, attributes, seen_at_ms)
    VALUES (@account, @chat, @participant, @id, @attributes, @seenAtMs)
    ON CONFLICT (account, chat, participant, id) DO NOTHING`);
  const insertPart = database.write(`
    INSERT INTO whatsapp_journal_parts (entry, hash)
    SELECT seq, @hash FROM whatsapp_journal
    WHERE account = @account AND chat = @chat AND participant = @participant AND id = @id AND done_at_ms IS NULL
    ON CONFLICT (entry, hash) DO NOTHING`);
  // Searched by its hash: with IN, SQLite would read every message that was ever noted.
  const setPlaintext = database.write(`
    UPDATE whatsapp_journal_parts SET plaintext = @plaintext
    WHERE hash = @hash AND EXISTS (
      SELECT 1 FROM whatsapp_journal WHERE whatsapp_journal.seq = entry AND account = @account)`);
  const plaintext = database.read(
    `SELECT plaintext FROM whatsapp_journal_parts
     WHERE hash = @hash AND plaintext IS NOT NULL AND EXISTS (
       SELECT 1 FROM whatsapp_journal WHERE whatsapp_journal.seq = entry AND account = @account)`,
    z.object({ plaintext: z.string() }),
  );
  const finish = database.write(`
    UPDATE whatsapp_journal SET done_at_ms = @atMs, attributes = '{}'
    WHERE account = @account AND chat = @chat AND participant = @participant AND id = @id AND done_at_ms IS NULL`);
  const removeParts = database.write(`
    DELETE FROM whatsapp_journal_parts WHERE entry IN (
      SELECT seq FROM whatsapp_journal
      WHERE account = @account AND chat = @chat AND participant = @participant AND id = @id)`);
  const participant = database.read(
    'SELECT participant FROM whatsapp_journal WHERE account = @account AND chat = @chat AND id = @id',
    z.object({ participant: z.string() }),
  );
  const prune = database.write(
    'DELETE FROM whatsapp_journal WHERE account = @account AND done_at_ms < @beforeMs',
  );
  const entries = database.read(
    `SELECT seq, chat, participant, id, attributes, seen_at_ms AS seenAtMs
     FROM whatsapp_journal WHERE account = @account AND done_at_ms IS NULL ORDER BY seq`,
    Entry,
  );
  const parts = database.read(
    `SELECT entry, hash, plaintext FROM whatsapp_journal_parts
     WHERE entry IN (SELECT seq FROM whatsapp_journal WHERE account = @account AND done_at_ms IS NULL) ORDER BY seq`,
    Part,
  );

  return {
    add: (account, { hashes, attributes, seenAtMs, chat, participant, id }) =>
      database.atomically(() => {
        const message = { account, chat, participant, id };
        insert.run({ ...message, attributes: JSON.stringify(attributes), seenAtMs });
        for (const hash of hashes) insertPart.run({ ...message, hash });
      }),
    addPlaintext: (account, { hash, plaintext }) => void setPlaintext.run({ account, hash, plaintext }),
    plaintextOf: (account, hash) => plaintext.get({ account, hash })?.plaintext,
    finish: (account, { chat, participant, id }, atMs) =>
      database.atomically(() => {
        const message = { account, chat, participant, id };
        finish.run({ ...message, atMs });
        removeParts.run(message);
      }),
    open(account) {
      const byEntry = new Map<number, z.infer<typeof Part>[]>();
      for (const part of parts.all({ account })) {
        byEntry.set(part.entry, [...(byEntry.get(part.entry) ?? []), part]);
      }
      return entries.all({ account }).map((entry): JournalEntry => {
        const own = byEntry.get(entry.seq) ?? [];
        const plaintexts = own.flatMap(({ plaintext }) => plaintext ?? []);
        return { ...entry, hashes: own.map(({ hash }) => hash), plaintexts };
      });
    },
    participantOf: (account, { chat, id }) =>
      participant.get({ account, chat, id })?.participant || undefined,
    prune: (account, beforeMs) => prune.run({ account, beforeMs }).changes,
  };
}
