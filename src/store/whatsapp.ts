import * as z from 'zod';
import type { WhatsAppStore } from '../contracts/whatsapp-store.ts';
import type { Database } from './database.ts';
import { createWhatsAppAuthStore } from './whatsapp-auth.ts';
import { createWhatsAppJournalStore } from './whatsapp-journal.ts';
import { createFenceCheck, createWhatsAppLeaseStore } from './whatsapp-lease.ts';
import { createWhatsAppContactStore, createWhatsAppSentStore } from './whatsapp-sent.ts';

export function createWhatsAppStore(database: Database): WhatsAppStore {
  return {
    lease: createWhatsAppLeaseStore(database),
    auth: createWhatsAppAuthStore(database, createFenceCheck(database)),
    journal: createWhatsAppJournalStore(database),
    sent: createWhatsAppSentStore(database),
    contacts: createWhatsAppContactStore(database),
    atomically: database.atomically,
    unflushed: database.unflushed,
    flushed: database.flushed,
  };
}

export function knowsWhatsApp(database: Database): boolean {
  const row = z.object({ known: z.literal([0, 1]) });
  const ask = database.read('SELECT EXISTS (SELECT 1 FROM whatsapp_credentials) AS known', row);
  return ask.get({})?.known === 1;
}
