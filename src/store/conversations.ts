import * as z from 'zod';
import type { ConversationLanguage, ConversationStore } from '../contracts/session-stores.ts';
import type { ChosenWorkspaceStore } from '../contracts/workspaces.ts';
import { flag, id } from './columns.ts';
import type { Database } from './database.ts';

const Row = z.object({
  locale: z
    .enum(['en', 'es'])
    .nullable()
    .transform((value) => value ?? undefined),
  isChosen: flag,
  others: z.int(),
});

const UNKNOWN: ConversationLanguage = { locale: undefined, isChosen: false, others: 0 };

export function createConversationStore(database: Database): ConversationStore {
  const language = database.read(
    'SELECT locale, language_chosen AS isChosen, other_language AS others FROM conversations WHERE id = @id',
    Row,
  );
  const setLanguage = database.write(`
    INSERT INTO conversations (id, locale, language_chosen, other_language) VALUES (@id, @locale, @isChosen, @others)
    ON CONFLICT (id) DO UPDATE SET locale = excluded.locale, language_chosen = excluded.language_chosen,
      other_language = excluded.other_language`);
  const freshAfter = database.read(
    'SELECT after_session AS session FROM fresh_starts WHERE conversation = @conversation AND person = @person',
    z.object({ session: id<'session'>() }),
  );
  const freshStarts = database.read(
    'SELECT person, after_session AS after FROM fresh_starts WHERE conversation = @conversation ORDER BY person',
    z.object({ person: z.string(), after: id<'session'>() }),
  );
  const beginAfresh = database.write(`
    INSERT INTO fresh_starts (conversation, person, after_session) VALUES (@conversation, @person, @after)
    ON CONFLICT (conversation, person) DO UPDATE SET after_session = excluded.after_session`);
  const zone = database.read(
    'SELECT timezone FROM cron_zones WHERE conversation = @conversation',
    z.object({ timezone: z.string() }),
  );
  const setZone = database.write(`
    INSERT INTO cron_zones (conversation, timezone) VALUES (@conversation, @timezone)
    ON CONFLICT (conversation) DO UPDATE SET timezone = excluded.timezone`);

  return {
    language: (conversation) => language.get({ id: conversation }) ?? UNKNOWN,
    setLanguage: (conversation, change) => void setLanguage.run({ id: conversation, ...change }),
    freshAfter: (conversation, person) => freshAfter.get({ conversation, person })?.session,
    freshStarts: (conversation) => freshStarts.all({ conversation }),
    beginAfresh: (conversation, person, after) => void beginAfresh.run({ conversation, person, after }),
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
    find: (conversation) => one.get({ conversation })?.workspace,
    choose: (conversation, path, atMs) => void choose.run({ conversation, path, atMs }),
    forget: (conversation) => void forget.run({ conversation }),
  };
}
