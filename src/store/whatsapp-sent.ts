import * as z from 'zod';
import type { WhatsAppContactStore, WhatsAppSentStore } from '../contracts/whatsapp-store.ts';
import { optionalText } from './columns.ts';
import type { Database } from './database.ts';

const Row = z.object({
  id: z.string(),
  jid: z.string(),
  message: z.string(),
  state: z.enum(['sending', 'acknowledged', 'refused']),
  error: optionalText,
});

export function createWhatsAppSentStore(database: Database): WhatsAppSentStore {
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
    WHERE account = @account AND id = @id`);
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

export function createWhatsAppContactStore(database: Database): WhatsAppContactStore {
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
