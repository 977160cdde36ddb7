import * as z from 'zod';
import type { ConversationStore } from '../contracts/session-stores.ts';
import type { ChosenWorkspaceStore } from '../contracts/workspaces.ts';
import { id } from './columns.ts';
import type { Database } from './database.ts';

const Row = z.object({
  id: id<'conversation'>(),
  locale: z
    .enum(['en', 'es'])
    .nullable()
    .transform((value) => value ?? undefined),
});

export function createConversationStore(database: Database): ConversationStore {
  const one = database.read('SELECT id, locale FROM conversations WHERE id = @id', Row);
  const setLocale = database.write(`
    INSERT INTO conversations (id, locale) VALUES (@id, @locale)
    ON CONFLICT (id) DO UPDATE SET locale = excluded.locale`);
  const zone = database.read(
    'SELECT timezone FROM cron_zones WHERE conversation = @conversation',
    z.object({ timezone: z.string() }),
  );
  const setZone = database.write(`
    INSERT INTO cron_zones (conversation, timezone) VALUES (@conversation, @timezone)
    ON CONFLICT (conversation) DO UPDATE SET timezone = excluded.timezone`);

  return {
    get: (conversation) => one.get({ id: conversation }),
    setLocale: (conversation, locale) => void setLocale.run({ id: conversation, locale }),
    zone: (conversation) => zone.get({ conversation })?.timezone,
    setZone: (conversation, timezone) => void setZone.run({ conversation, timezone }),
  };
}

const ChosenWorkspaceRow = z.object({ workspace: z.string() });

export function createChosenWorkspaceStore(database: Database): ChosenWorkspaceStore {
  const one = database.read(
    'SELECT workspace FROM conversation_workspaces WHERE conversation = @conversation',
    ChosenWorkspaceRow,
  );
  const choose = database.write(`
    INSERT INTO conversation_workspaces (conversation, workspace, at_ms) VALUES (@conversation, @path, @atMs)
    ON CONFLICT (conversation) DO UPDATE SET workspace = excluded.workspace, at_ms = excluded.at_ms`);
  const forget = database.write('DELETE FROM conversation_workspaces WHERE conversation = @conversation');

  return {
    of: (conversation) => one.get({ conversation })?.workspace,
    choose: (conversation, path, atMs) => void choose.run({ conversation, path, atMs }),
    forget: (conversation) => void forget.run({ conversation }),
  };
}
