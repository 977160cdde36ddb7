import * as z from 'zod';
import type {
  Fence,
  JournalEntry,
  WhatsAppAuthStore,
  WhatsAppContactStore,
  WhatsAppJournalStore,
  WhatsAppLeaseStore,
  WhatsAppSentStore,
  WhatsAppStore,
} from '../contracts/whatsapp-store.ts';
import { Failure } from '../core/failure.ts';
import { fault } from '../core/texts/faults.ts';
import { optionalText, ownJson } from './columns.ts';
import type { Database } from './database.ts';

export function createWhatsAppStore(database: Database): WhatsAppStore {
  return {
    lease: createWhatsAppLeaseStore(database),
    auth: createWhatsAppAuthStore(database, createFenceCheck(database)),
    journal: createWhatsAppJournalStore(database),
    sent: createWhatsAppSentStore(database),
    contacts: createWhatsAppContactStore(database),
    atomically: database.atomically,
    unflushed: database.unflushed,
    waitForFlush: database.waitForFlush,
  };
}

export function knowsWhatsApp(database: Database): boolean {
  const row = z.object({ known: z.literal([0, 1]) });
  const ask = database.read('SELECT EXISTS (SELECT 1 FROM whatsapp_credentials) AS known', row);
  return ask.get({})?.known === 1;
}

/** How many generations of the credentials are kept, the newest included. */
const GENERATIONS = 3;

function createWhatsAppAuthStore(database: Database, assertHeld: (fence: Fence) => void): WhatsAppAuthStore {
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
    keys: keysIn(database),
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

/** The client asks for one key at a time, with every message: a list as a parameter takes several times as long. */
function keysIn(database: Database): WhatsAppAuthStore['keys'] {
  const row = z.object({ id: z.string(), value: z.string() });
  const select = 'SELECT id, value FROM whatsapp_keys WHERE account = @account AND type = @type AND id';
  const one = database.read(`${select} = @id`, row);
  const several = database.read(`${select} IN (SELECT value FROM json_each(@ids))`, row);
  return (account, type, ids) => {
    const [id, ...others] = ids;
    const found =
      others.length === 0
        ? one.all({ account, type, id })
        : several.all({ account, type, ids: JSON.stringify(ids) });
    return new Map(found.map((key) => [key.id, key.value]));
  };
}

const Entry = z.object({
  seq: z.int(),
  chat: z.string(),
  participant: z.string(),
  id: z.string(),
  attributes: ownJson<Readonly<Record<string, string>>>(),
  seenAtMs: z.int(),
});
const Part = z.object({ entry: z.int(), hash: z.string(), plaintext: z.string().nullable() });

function createWhatsAppJournalStore(database: Database): WhatsAppJournalStore {
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
    listOpen(account) {
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

const LeaseRecord = z.object({
  pid: z.int(),
  startTime: z.string(),
  epoch: z.int(),
  renewedAtMs: z.int(),
  expiresAtMs: z.int(),
});

function createWhatsAppLeaseStore(database: Database): WhatsAppLeaseStore {
  const get = database.read(
    `SELECT pid, start_time AS startTime, epoch, renewed_at_ms AS renewedAtMs, expires_at_ms AS expiresAtMs
     FROM whatsapp_leases WHERE account = @account`,
    LeaseRecord,
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
function createFenceCheck(database: Database): (fence: Fence) => void {
  const held = database.read(
    'SELECT epoch FROM whatsapp_leases WHERE account = @account AND epoch = @epoch AND expires_at_ms > 0',
    z.object({ epoch: z.int() }),
  );
  return ({ account, epoch }) => {
    if (held.get({ account, epoch }) !== undefined) return;
    throw new Failure('conflict', fault('whatsapp-taken-over'), { facts: { account, epoch } });
  };
}

const Row = z.object({
  id: z.string(),
  jid: z.string(),
  message: z.string(),
  state: z.enum(['sending', 'acknowledged', 'refused']),
  error: optionalText,
});

function createWhatsAppSentStore(database: Database): WhatsAppSentStore {
  const insert = database.write(`
    INSERT INTO whatsapp_sent (account, id, jid, message, state, sent_at_ms)
    VALUES (@account, @id, @jid, @message, 'sending', @atMs)
    ON CONFLICT (account, id) DO NOTHING`);
  const get = database.read(
    'SELECT id, jid, message, state, error FROM whatsapp_sent WHERE account = @account AND id = @id',
    Row,
  );
  const acknowledge = database.write(`
    UPDATE whatsapp_sent SET state = 'acknowledged', error = NULL, acknowledged_at_ms = @atMs
    WHERE account = @account AND id = @id AND state <> 'acknowledged'`);
  const refuse = database.write(`
    UPDATE whatsapp_sent SET state = 'refused', error = @error WHERE account = @account AND id = @id`);
  const prune = database.write(
    'DELETE FROM whatsapp_sent WHERE account = @account AND sent_at_ms < @beforeMs',
  );

  return {
    add: (account, row) => void insert.run({ account, ...row }),
    get: (account, id) => get.get({ account, id }),
    acknowledge: (account, id, atMs) => void acknowledge.run({ account, id, atMs }),
    refuse: (account, id, error) => void refuse.run({ account, id, error }),
    prune: (account, beforeMs) => prune.run({ account, beforeMs }).changes,
  };
}

function createWhatsAppContactStore(database: Database): WhatsAppContactStore {
  const get = database.read(
    'SELECT jid FROM whatsapp_contacts WHERE account = @account AND person = @person',
    z.object({ jid: z.string() }),
  );
  const set = database.write(`
    INSERT INTO whatsapp_contacts (account, person, jid) VALUES (@account, @person, @jid)
    ON CONFLICT (account, person) DO UPDATE SET jid = excluded.jid`);

  return {
    replyTo: (account, person) => get.get({ account, person })?.jid,
    remember: (account, { person, jid }) => void set.run({ account, person, jid }),
  };
}
