/**
 * Lets in people who write the code of the open invitation, and welcomes them once. The try is on this disk before
 * PostgreSQL is asked, and its result before the welcome is sent: after a kill in between, the rest is repeated under
 * the same id.
 */
import * as z from 'zod';
import type { ClusterDatabase } from '../cluster/cluster-database.ts';
import { admitByCode, type PeopleCopy, wasAdmittedBy } from '../cluster/people.ts';
import type { Channel, InboundMessage } from '../contracts/channel.ts';
import type { Clock } from '../core/clock.ts';
import { isFailure, messageOf } from '../core/failure.ts';
import { newMessageId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import { digitsOf } from '../core/phone-number.ts';
import { type Locale, texts } from '../core/texts/texts.ts';
import { createKeyedQueue } from '../core/work-queues.ts';
import type { Database } from '../store/database.ts';
import type { Pace } from './deliverer.ts';

export interface InvitationParts {
  readonly db: ClusterDatabase;
  readonly people: Pick<PeopleCopy, 'refresh'>;
  readonly rows: WelcomeRows;
  /** Hash of the code that a message is; undefined for any other message. */
  codeIn(message: InboundMessage): string | undefined;
  /** Reads the copy on this machine's disk: without an open invitation no stranger's code is looked up. */
  hasOpen(): boolean;
  readonly channel: Pick<Channel, 'send'>;
  readonly pace: Pick<Pace, 'waitForTurn'>;
  readonly locale: Locale;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Invitations {
  /**
   * Tries a stranger's message as a code. A wrong code uses up a try and gets no answer. While PostgreSQL is away no
   * one is let in. The welcome is not waited for: its acknowledgement comes by the same way as the next message.
   */
  tryCode(message: InboundMessage): Promise<void>;
  /**
   * Finishes what an earlier life has left open, and sends the welcomes that are missing. Never rejects: it is tried
   * again.
   */
  settle(): Promise<void>;
}

export function createInvitations(parts: InvitationParts): Invitations {
  const { db, rows, clock, log } = parts;
  // One at a time: two must not try the same code or send the same welcome.
  const turns = createKeyedQueue();
  const tried = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!isFailure(error)) throw error;
      log.warn('front.access.not_settled', { error: messageOf(error) });
    }
  };
  const askInTurn = (trial: CodeAttempt): Promise<void> =>
    turns.run('ask', async () => {
      rows.add(trial, clock.nowMs());
      await tried(async () => settleTrial(trial, await admitByCode(db, trial), parts));
    });
  const welcomeAll = (): Promise<void> =>
    turns.run('welcome', async () => {
      for (const trial of rows.listDue()) await tried(() => sendWelcome(trial, parts));
    });
  return {
    async tryCode(message) {
      const codeHash = parts.codeIn(message);
      if (codeHash === undefined || !parts.hasOpen() || db.awaySinceUpMs() !== undefined) return;
      const { chat, id, sender } = message;
      const trial = { chat, codeMessage: id, phone: digitsOf(sender), codeHash, messageId: newMessageId() };
      await askInTurn(trial);
      void welcomeAll();
    },
    async settle() {
      if (db.awaySinceUpMs() !== undefined) return;
      await turns.run('ask', async () => {
        for (const trial of rows.listOpen())
          await tried(async () => settleTrial(trial, await wasAdmittedBy(db, trial), parts));
      });
      await welcomeAll();
    },
  };
}

async function settleTrial(
  trial: CodeAttempt,
  isIn: boolean,
  { people, rows, log }: InvitationParts,
): Promise<void> {
  if (!isIn) return rows.remove(trial);
  rows.markDue(trial);
  log.info('front.access.invited', { phone: trial.phone });
  await people.refresh();
}

async function sendWelcome(
  trial: CodeAttempt,
  { channel, pace, rows, locale }: InvitationParts,
): Promise<void> {
  const { chat, messageId: id } = trial;
  const message = { id, chat, body: { kind: 'text', text: texts(locale).replies.welcome } } as const;
  if (!(await pace.waitForTurn(message))) return;
  await channel.send({ ...message, mayRepeat: true });
  rows.remove(trial);
}

/** A stranger's message that may be the code of an invitation. */
interface CodeAttempt {
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
  add(trial: CodeAttempt, atMs: number): void;
  /** The person was let in. */
  markDue(trial: CodeAttempt): void;
  /** The trials whose result is not on this disk yet. */
  listOpen(): readonly CodeAttempt[];
  listDue(): readonly CodeAttempt[];
  remove(trial: CodeAttempt): void;
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
