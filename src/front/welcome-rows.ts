import * as z from 'zod';
import type { Database } from '../store/database.ts';

/** A stranger's message that may be the code of an invitation. */
export interface Trial {
  readonly chat: string;
  /** Id of the message. */
  readonly codeMessage: string;
  readonly phone: string;
  readonly codeHash: string;
  /** The id of their welcome, the same in every try. */
  readonly messageId: string;
}

/** Kept until its author is welcomed, or known not to be invited. */
export interface WelcomeRows {
  /** Changes nothing if the message is there already. */
  add(trial: Trial, atMs: number): void;
  /** The person was let in. */
  markDue(trial: Trial): void;
  /** The trials whose result is not on this disk yet. */
  listOpen(): readonly Trial[];
  listDue(): readonly Trial[];
  remove(trial: Trial): void;
}

const Row = z.object({
  chat: z.string(),
  codeMessage: z.string(),
  phone: z.string(),
  codeHash: z.string(),
  messageId: z.string(),
});

export function createWelcomeRows(database: Database): WelcomeRows {
  const insert = database.write(`
    INSERT INTO front_welcomes (chat, code_message, phone, code_hash, message_id, state, at_ms)
    VALUES (@chat, @codeMessage, @phone, @codeHash, @messageId, 'asked', @atMs) ON CONFLICT DO NOTHING`);
  const markDue = database.write(
    `UPDATE front_welcomes SET state = 'due' WHERE chat = @chat AND code_message = @codeMessage`,
  );
  const inState = database.read(
    `SELECT chat, code_message AS codeMessage, phone, code_hash AS codeHash, message_id AS messageId
     FROM front_welcomes WHERE state = @state ORDER BY at_ms, chat`,
    Row,
  );
  const remove = database.write(
    'DELETE FROM front_welcomes WHERE chat = @chat AND code_message = @codeMessage',
  );
  return {
    add: ({ chat, codeMessage, phone, codeHash, messageId }, atMs) =>
      void insert.run({ chat, codeMessage, phone, codeHash, messageId, atMs }),
    markDue: ({ chat, codeMessage }) => void markDue.run({ chat, codeMessage }),
    listOpen: () => inState.all({ state: 'asked' }),
    listDue: () => inState.all({ state: 'due' }),
    remove: ({ chat, codeMessage }) => void remove.run({ chat, codeMessage }),
  };
}
