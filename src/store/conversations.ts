import * as z from 'zod';
import type { ConversationStore } from '../contracts/session-stores.ts';
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

  return {
    get: (conversation) => one.get({ id: conversation }),
    setLocale: (conversation, locale) => void setLocale.run({ id: conversation, locale }),
  };
}
