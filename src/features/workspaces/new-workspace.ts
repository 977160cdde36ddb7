import * as z from 'zod';
import type { Action } from '../../contracts/commands.ts';
import type { ConversationId, InstanceId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { id, optionalText } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';

/** A requested project: stored first, made by the program that finds it. */
export interface NewWorkspace {
  readonly seq: number;
  readonly conversation: ConversationId;
  readonly locale: Locale;
  readonly requester: string;
  readonly url: string | undefined;
  readonly name: string;
  readonly token: string;
  /** Id of the message with its progress. */
  readonly messageId: string;
  readonly state: 'wanted' | 'done' | 'failed' | 'cancelled';
}

export interface NewWorkspaceStore {
  /** Returns its number. */
  add(
    requested: Omit<NewWorkspace, 'seq' | 'state'> & { readonly instance: InstanceId; readonly atMs: number },
  ): number;
  get(seq: number): NewWorkspace | undefined;
  /** False when it had ended before. */
  end(seq: number, state: 'done' | 'failed' | 'cancelled'): boolean;
  /** Wanted ones of this program. */
  listUnfinished(instance: InstanceId): readonly NewWorkspace[];
  /** Wanted ones of this conversation, oldest first. */
  listOpen(conversation: ConversationId): readonly NewWorkspace[];
}

export type WorkspaceAction =
  /** Chooses the workspace of this conversation's next sessions; canonical path. */
  | { readonly kind: 'workspaces.choose'; readonly path: string }
  /** Moves the conversation to a machine that has this project. */
  | { readonly kind: 'workspaces.move'; readonly project: string }
  /** A new workspace: a clone of the url, or without one an empty repository. */
  | { readonly kind: 'workspaces.add'; readonly url: string | undefined; readonly name: string }
  | { readonly kind: 'workspaces.cancel'; readonly seq: number }
  /** Reads the state of a workspace, which takes git a moment, and replies with it. */
  | { readonly kind: 'workspaces.look'; readonly path: string };

export type WorkspaceAnswer = Action | WorkspaceAction;

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
