import * as z from 'zod';
import { id, optionalText } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';
import type { NewWorkspaceStore } from './new-workspace.ts';

const Row = z.object({
  seq: z.int(),
  conversation: id<'conversation'>(),
  locale: z.enum(['en', 'es']),
  requester: z.string(),
  url: optionalText,
  name: z.string(),
  token: z.string(),
  messageId: z.string(),
  state: z.enum(['wanted', 'done', 'failed', 'cancelled']),
});

const SELECT = `SELECT seq, conversation, locale, requester, url, name, token, message_id AS messageId, state
  FROM new_workspaces`;

export function createNewWorkspaceStore(database: Database): NewWorkspaceStore {
  const add = database.write(`
    INSERT INTO new_workspaces (instance, conversation, locale, requester, url, name, token, message_id, state, at_ms)
    VALUES (@instance, @conversation, @locale, @requester, @url, @name, @token, @messageId, 'wanted', @atMs)`);
  const one = database.read(`${SELECT} WHERE seq = @seq`, Row);
  const end = database.write(
    "UPDATE new_workspaces SET state = @state WHERE seq = @seq AND state = 'wanted'",
  );
  const unfinished = database.read(
    `${SELECT} WHERE instance = @instance AND state = 'wanted' ORDER BY seq`,
    Row,
  );
  const open = database.read(
    `${SELECT} WHERE conversation = @conversation AND state = 'wanted' ORDER BY seq`,
    Row,
  );

  return {
    add: (requested) => add.run({ ...requested }).rowid,
    get: (seq) => one.get({ seq }),
    end: (seq, state) => end.run({ seq, state }).changes > 0,
    listUnfinished: (instance) => unfinished.all({ instance }),
    listOpen: (conversation) => open.all({ conversation }),
  };
}
