import * as z from 'zod';
import type { ChosenWorkspaceStore } from '../contracts/workspaces.ts';
import type { Database } from './database.ts';

const Row = z.object({ workspace: z.string() });

export function createChosenWorkspaceStore(database: Database): ChosenWorkspaceStore {
  const one = database.read(
    'SELECT workspace FROM conversation_workspaces WHERE conversation = @conversation',
    Row,
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
