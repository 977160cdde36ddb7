import * as z from 'zod';
import type { Action } from '../../contracts/commands.ts';
import type { ChatState } from '../../contracts/machines.ts';
import type { Clock } from '../../core/clock.ts';
import type { ConversationId } from '../../core/ids.ts';
import type { Database } from '../../store/database.ts';

/** The model that people chose for tasks and talks that begin next in a chat. */
export interface ChosenModelStore {
  /** Undefined when the chat uses the usual one. */
  find(conversation: ConversationId): string | undefined;
  choose(conversation: ConversationId, model: string, atMs: number): void;
  forget(conversation: ConversationId): void;
}

/** Undefined: the usual one again. */
export type ModelAction = { readonly kind: 'models.choose'; readonly model: string | undefined };

export type ModelCommandAction = Action | ModelAction;

export function createChosenModelStore(database: Database): ChosenModelStore {
  const one = database.read(
    'SELECT model FROM chosen_models WHERE conversation = @conversation',
    z.object({ model: z.string() }),
  );
  const put = database.write(`
    INSERT INTO chosen_models (conversation, model, at_ms) VALUES (@conversation, @model, @atMs)
    ON CONFLICT (conversation) DO UPDATE SET model = excluded.model, at_ms = excluded.at_ms`);
  const remove = database.write('DELETE FROM chosen_models WHERE conversation = @conversation');
  return {
    find: (conversation) => one.get({ conversation })?.model,
    choose: (conversation, model, atMs) => void put.run({ conversation, model, atMs }),
    forget: (conversation) => void remove.run({ conversation }),
  };
}

/** The chosen model of a chat that moves. On a machine whose settings do not list it, the usual one is used. */
export function modelState(rows: ChosenModelStore, clock: Pick<Clock, 'nowMs'>): ChatState<string> {
  return {
    name: 'model',
    schema: z.string(),
    read: (conversation) => rows.find(conversation),
    write(conversation, model) {
      if (model === undefined) rows.forget(conversation);
      else rows.choose(conversation, model, clock.nowMs());
    },
  };
}
