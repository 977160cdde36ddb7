import * as z from 'zod';
import type { SessionRecord } from '../../contracts/session.ts';
import type { ConversationId, InstanceId, SessionId } from '../../core/ids.ts';
import { id, optionalInt, optionalText } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';

/** `due`: it waits until quiet hours are over, or the chat can be reached. */
type FollowUpState = 'due' | 'told' | 'answered';

/** One line that the program says by itself, with one offer. */
export interface FollowUp {
  readonly seq: number;
  /** What it is about: there is never a second one. */
  readonly topic: string;
  readonly session: SessionId;
  readonly conversation: ConversationId;
  /** Only this sender may answer: who started the task. */
  readonly owner: string;
  readonly locale: SessionRecord['locale'];
  readonly line: string;
  /** The instruction that the task gets when the person takes the offer. */
  readonly instruction: string;
  readonly state: FollowUpState;
  readonly messageId: string | undefined;
  readonly toldAtMs: number | undefined;
}

/** Tests to be run once more in the project, because a task's work was brought there. */
export interface LandedTests {
  readonly session: SessionId;
  /** Canonical path. */
  readonly project: string;
  readonly line: string;
}

interface NewFollowUp extends Pick<FollowUp, 'topic' | 'session' | 'line' | 'instruction'> {
  readonly instance: InstanceId;
  readonly atMs: number;
}

export interface FollowUpStore {
  /** Returns its number; undefined when there was one about this topic before. */
  add(followUp: NewFollowUp): number | undefined;
  /** Makes the one about this topic due again, with these words, or adds it. Returns its number. */
  reopen(followUp: NewFollowUp): number;
  get(seq: number): FollowUp | undefined;
  /** Those of this program, oldest first. */
  listDue(instance: InstanceId): readonly FollowUp[];
  markNotified(seq: number, told: { readonly messageId: string; readonly atMs: number }): void;
  /** Due or told in this chat, oldest first. */
  listUnanswered(conversation: ConversationId): readonly FollowUp[];
  /** Told in this chat and not answered, oldest first. */
  listOpen(conversation: ConversationId): readonly FollowUp[];
  /** In whatever state. */
  findByMessage(conversation: ConversationId, messageId: string): FollowUp | undefined;
  markAnswered(seq: number): void;
  /** Closes those about this session: there is nothing left to offer about it. */
  settle(session: SessionId): void;
  /** The chat goes on elsewhere: none of its own is open here. */
  settleAll(conversation: ConversationId): void;
  addTests(tests: LandedTests & { readonly instance: InstanceId }): void;
  listTests(instance: InstanceId): readonly LandedTests[];
  finishTests(session: SessionId): void;
}

export interface FollowUpAction {
  readonly kind: 'follow-ups.answer';
  readonly followUp: number;
}

const Row = z.object({
  seq: z.int(),
  topic: z.string(),
  session: id<'session'>(),
  conversation: id<'conversation'>(),
  owner: z.string(),
  locale: z.enum(['en', 'es']),
  line: z.string(),
  instruction: z.string(),
  state: z.enum(['due', 'told', 'answered']),
  messageId: optionalText,
  toldAtMs: optionalInt,
});

const Tests = z.object({ session: id<'session'>(), project: z.string(), line: z.string() });

const SELECT = `SELECT f.seq, f.topic, f.session, s.conversation, s.owner, s.locale, f.line, f.instruction, f.state,
  f.message_id AS messageId, f.told_at_ms AS toldAtMs
  FROM follow_ups f JOIN sessions s ON s.id = f.session`;

export function createFollowUpStore(database: Database): FollowUpStore {
  const add = database.write(`
    INSERT INTO follow_ups (topic, session, instance, line, instruction, state, added_at_ms)
    VALUES (@topic, @session, @instance, @line, @instruction, 'due', @atMs) ON CONFLICT (topic) DO NOTHING`);
  const reopen = database.write(`
    INSERT INTO follow_ups (topic, session, instance, line, instruction, state, added_at_ms)
    VALUES (@topic, @session, @instance, @line, @instruction, 'due', @atMs)
    ON CONFLICT (topic) DO UPDATE SET session = excluded.session, instance = excluded.instance, line = excluded.line,
      instruction = excluded.instruction, state = 'due', message_id = NULL, told_at_ms = NULL`);
  const ofTopic = database.read(`${SELECT} WHERE f.topic = @topic`, Row);
  const unanswered = database.read(
    `${SELECT} WHERE f.state <> 'answered' AND s.conversation = @conversation ORDER BY f.seq`,
    Row,
  );
  const settleAll = database.write(
    `UPDATE follow_ups SET state = 'answered'
     WHERE state <> 'answered' AND session IN (SELECT id FROM sessions WHERE conversation = @conversation)`,
  );
  const one = database.read(`${SELECT} WHERE f.seq = @seq`, Row);
  const due = database.read(`${SELECT} WHERE f.state = 'due' AND f.instance = @instance ORDER BY f.seq`, Row);
  const notify = database.write(
    "UPDATE follow_ups SET state = 'told', message_id = @messageId, told_at_ms = @atMs WHERE seq = @seq",
  );
  const open = database.read(
    `${SELECT} WHERE f.state = 'told' AND s.conversation = @conversation ORDER BY f.seq`,
    Row,
  );
  const ofMessage = database.read(
    `${SELECT} WHERE s.conversation = @conversation AND f.message_id = @messageId`,
    Row,
  );
  const answer = database.write("UPDATE follow_ups SET state = 'answered' WHERE seq = @seq");
  const settle = database.write(
    "UPDATE follow_ups SET state = 'answered' WHERE session = @session AND state <> 'answered'",
  );
  const want = database.write(`
    INSERT INTO landed_tests (session, instance, project, line, state)
    VALUES (@session, @instance, @project, @line, 'wanted')
    ON CONFLICT (session) DO UPDATE SET instance = excluded.instance, line = excluded.line, state = 'wanted'`);
  const wanted = database.read(
    `SELECT session, project, line FROM landed_tests WHERE state = 'wanted' AND instance = @instance`,
    Tests,
  );
  const finish = database.write("UPDATE landed_tests SET state = 'done' WHERE session = @session");

  return {
    add(followUp) {
      const { changes, rowid } = add.run({ ...followUp });
      return changes > 0 ? rowid : undefined;
    },
    reopen(followUp) {
      reopen.run({ ...followUp });
      const seq = ofTopic.get({ topic: followUp.topic })?.seq;
      if (seq === undefined) throw new Error(`there is nothing about ${followUp.topic}`);
      return seq;
    },
    get: (seq) => one.get({ seq }),
    listDue: (instance) => due.all({ instance }),
    markNotified: (seq, { messageId, atMs }) => notify.runOnRow({ seq, messageId, atMs }),
    listUnanswered: (conversation) => unanswered.all({ conversation }),
    listOpen: (conversation) => open.all({ conversation }),
    findByMessage: (conversation, messageId) => ofMessage.get({ conversation, messageId }),
    markAnswered: (seq) => answer.runOnRow({ seq }),
    settleAll: (conversation) => void settleAll.run({ conversation }),
    settle: (session) => void settle.run({ session }),
    addTests: (tests) => void want.run({ ...tests }),
    listTests: (instance) => wanted.all({ instance }),
    finishTests: (session) => finish.runOnRow({ session }),
  };
}
