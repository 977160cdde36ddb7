import * as z from 'zod';
import type { UndoPlan, UndoResult } from '../../contracts/checkpoints.ts';
import type { Enclosure } from '../../contracts/enclosures.ts';
import type { SessionRest } from '../../contracts/session-stores.ts';
import type { ConversationId, InstanceId, SessionId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { flag, id, optionalText, ownJson } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';

/** How the task goes on once it was taken back. */
interface NewWords {
  /** Empty when it waits for the words. */
  readonly words: string;
  readonly enclosure: Enclosure | undefined;
  /** The message that they came with. */
  readonly inboxSeq: number;
  readonly sourceMessageId: string;
}

export interface RewindRecord extends NewWords {
  readonly seq: number;
  readonly session: SessionId;
  /** The conversation that asked for it and gets the report. */
  readonly conversation: ConversationId;
  readonly locale: Locale;
  readonly requester: string;
  /** The round that it goes back to; 0 = before the first one. */
  readonly round: number;
  /** True once none of the task's work can run before the rewind is done: a stop after that means the task itself. */
  readonly isHeld: boolean;
  /** The earlier state of the task, for when it cannot be rewound. */
  readonly backTo: SessionRest;
  readonly state: 'wanted' | 'acting' | 'done' | 'failed';
  /** Stored before a file is touched; undefined where none has to be. */
  readonly plan: UndoPlan | undefined;
  readonly result: UndoResult | undefined;
  /** Its report, once it is done: words in reply to it are the new words. */
  readonly messageId: string | undefined;
}

/** What a round is asked for: to take a task back to it, or to begin another one there. */
export type AboutRounds = 'rewind' | 'fork';

/** The question which round to go back to, under the id of its message. */
export interface RoundQuestion {
  readonly id: string;
  readonly session: SessionId;
  readonly conversation: ConversationId;
  readonly requester: string;
  readonly about: AboutRounds;
  /** Those that it lists. */
  readonly rounds: readonly number[];
  /** How to go on from there, in the person's words; may be empty. */
  readonly words: string;
  /** The message that led to the question: longer words answer it only right after that. */
  readonly inboxSeq: number;
  readonly state: 'open' | 'answered' | 'withdrawn';
  readonly askedAtMs: number;
}

/** What a chat may ask about its rewinds: for commands and answers. */
export interface RewindLookup {
  /** The unfinished one of this session. */
  findUnderWay(session: SessionId): RewindRecord | undefined;
  /** Finished ones of tasks of this chat that wait for words. */
  listAwaitingWords(conversation: ConversationId): readonly RewindRecord[];
  /** The one whose report has this id. */
  findByMessage(conversation: ConversationId, messageId: string): RewindRecord | undefined;
}

/** The questions which round to go back to: for the action that asks, and for answers. */
export interface RoundQuestions {
  /** Withdraws an earlier question in this chat to the same person. */
  addQuestion(question: RoundQuestion): void;
  /** In whatever state. */
  findQuestion(conversation: ConversationId, id: string): RoundQuestion | undefined;
  findOpenQuestion(conversation: ConversationId, requester: string): RoundQuestion | undefined;
  closeQuestion(id: string): void;
}

/** Rewinds on their way: for the worker, and for what stops or waits for it. */
export interface RewindWork {
  get(seq: number): RewindRecord | undefined;
  hold(seq: number): void;
  /** After the rewind the task waits for words. */
  dropWords(seq: number): void;
  setPlan(seq: number, plan: UndoPlan): void;
  finish(seq: number, done: { readonly result: UndoResult; readonly messageId: string }): void;
  fail(seq: number): void;
  /** Unfinished ones of this program. */
  listUnfinished(instance: InstanceId): readonly RewindRecord[];
  /** True while a rewind works on these files: nothing else may. */
  isBusy(workspace: string): boolean;
}

/** Rewinds are stored before anything is done, so that the next program finishes an interrupted one. */
export interface RewindStore extends RewindLookup, RoundQuestions, RewindWork {
  add(
    rewind: Omit<RewindRecord, 'seq' | 'state' | 'plan' | 'result' | 'messageId'> & {
      readonly instance: InstanceId;
    },
  ): number;
  /** The newest rewind of a session. */
  findLast(session: SessionId): RewindRecord | undefined;
}

/** What the commands and the answers decide. */
export type RewindAction =
  | {
      readonly kind: 'rewind.begin';
      readonly session: SessionId;
      readonly round: number;
      readonly words: string;
    }
  /** Asks to which round. */
  | {
      readonly kind: 'rewind.ask';
      readonly session: SessionId;
      readonly about: AboutRounds;
      readonly rounds: readonly number[];
      readonly words: string;
      readonly text: string;
    }
  | { readonly kind: 'rewind.close-question'; readonly question: string }
  /** Looks up the files that a copy of the task begins with, which takes git a moment. */
  | {
      readonly kind: 'rewind.fork';
      readonly session: SessionId;
      readonly round: number;
      readonly words: string;
      /** The question that it answers. */
      readonly question: string | undefined;
    };

const Row = z.object({
  seq: z.int(),
  session: id<'session'>(),
  conversation: id<'conversation'>(),
  locale: z.enum(['en', 'es']),
  requester: z.string(),
  round: z.int(),
  words: z.string(),
  enclosure: ownJson<Enclosure>()
    .nullable()
    .transform((value) => value ?? undefined),
  inboxSeq: z.int(),
  sourceMessageId: z.string(),
  backTo: ownJson<SessionRest>(),
  isHeld: flag,
  state: z.enum(['wanted', 'acting', 'done', 'failed']),
  plan: ownJson<UndoPlan>()
    .nullable()
    .transform((value) => value ?? undefined),
  result: ownJson<UndoResult>()
    .nullable()
    .transform((value) => value ?? undefined),
  messageId: optionalText,
});

const Question = z.object({
  id: z.string(),
  session: id<'session'>(),
  conversation: id<'conversation'>(),
  requester: z.string(),
  about: z.enum(['rewind', 'fork']),
  rounds: ownJson<readonly number[]>(),
  words: z.string(),
  inboxSeq: z.int(),
  state: z.enum(['open', 'answered', 'withdrawn']),
  askedAtMs: z.int(),
});

const SELECT = `SELECT r.seq, r.session, r.conversation, r.locale, r.requester, r.round, r.words, r.enclosure,
  r.inbox_seq AS inboxSeq, r.source_message_id AS sourceMessageId, r.back_to AS backTo, r.held AS isHeld, r.state, r.plan, r.result,
  r.message_id AS messageId
  FROM rewinds r`;
const UNFINISHED = "r.state IN ('wanted', 'acting')";
const SELECT_QUESTION = `SELECT id, session, conversation, requester, about, rounds, words,
  inbox_seq AS inboxSeq, state, asked_at_ms AS askedAtMs FROM round_questions`;

export function createRewindStore(database: Database): RewindStore {
  return { ...rewinds(database), ...questions(database) };
}

function rewinds(database: Database): Omit<RewindStore, keyof RoundQuestions> {
  const add = database.write(`
    INSERT INTO rewinds (instance, session, conversation, locale, requester, round, words, enclosure, inbox_seq,
      source_message_id, back_to, held, state)
    VALUES (@instance, @session, @conversation, @locale, @requester, @round, @words, @enclosure, @inboxSeq,
      @sourceMessageId, @backTo, @isHeld, 'wanted')`);
  const one = database.read(`${SELECT} WHERE r.seq = @seq`, Row);
  const last = database.read(`${SELECT} WHERE r.session = @session ORDER BY r.seq DESC LIMIT 1`, Row);
  const hold = database.write('UPDATE rewinds SET held = 1 WHERE seq = @seq');
  const dropWords = database.write("UPDATE rewinds SET words = '', enclosure = NULL WHERE seq = @seq");
  const setPlan = database.write("UPDATE rewinds SET state = 'acting', plan = @plan WHERE seq = @seq");
  const finish = database.write(
    "UPDATE rewinds SET state = 'done', result = @result, message_id = @messageId WHERE seq = @seq",
  );
  const fail = database.write("UPDATE rewinds SET state = 'failed' WHERE seq = @seq");
  const unfinished = database.read(
    `${SELECT} WHERE ${UNFINISHED} AND r.instance = @instance ORDER BY r.seq`,
    Row,
  );
  const underWay = database.read(`${SELECT} WHERE ${UNFINISHED} AND r.session = @session LIMIT 1`, Row);
  const busy = database.read(
    `SELECT r.seq FROM rewinds r JOIN sessions s ON s.id = r.session
     WHERE ${UNFINISHED} AND s.workspace = @workspace LIMIT 1`,
    Row.pick({ seq: true }),
  );
  const awaiting = database.read(
    `${SELECT} JOIN sessions s ON s.id = r.session
     WHERE r.conversation = @conversation AND r.state = 'done' AND r.words = '' AND s.status = 'parked'
       AND s.reason = 'rewound' AND NOT EXISTS (SELECT 1 FROM rewinds n WHERE n.session = r.session AND n.seq > r.seq)
     ORDER BY r.seq`,
    Row,
  );
  const ofMessage = database.read(
    `${SELECT} WHERE r.conversation = @conversation AND r.message_id = @messageId`,
    Row,
  );

  return {
    add: ({ enclosure, backTo, ...rewind }) =>
      add.run({
        ...rewind,
        enclosure: enclosure && JSON.stringify(enclosure),
        backTo: JSON.stringify(backTo),
      }).rowid,
    get: (seq) => rowOf(one.get({ seq })),
    findLast: (session) => rowOf(last.get({ session })),
    hold: (seq) => hold.runOnRow({ seq }),
    dropWords: (seq) => dropWords.runOnRow({ seq }),
    setPlan: (seq, plan) => setPlan.runOnRow({ seq, plan: JSON.stringify(plan) }),
    finish: (seq, { result, messageId }) =>
      finish.runOnRow({ seq, result: JSON.stringify(result), messageId }),
    fail: (seq) => fail.runOnRow({ seq }),
    listUnfinished: (instance) => unfinished.all({ instance }).map(recordOf),
    findUnderWay: (session) => rowOf(underWay.get({ session })),
    isBusy: (workspace) => busy.get({ workspace }) !== undefined,
    listAwaitingWords: (conversation) => awaiting.all({ conversation }).map(recordOf),
    findByMessage: (conversation, messageId) => rowOf(ofMessage.get({ conversation, messageId })),
  };
}

/** JSON has no undefined: missing members must be restored. */
function recordOf({ backTo: { status, reason, endedAtMs }, ...row }: z.infer<typeof Row>): RewindRecord {
  return { ...row, backTo: { status, reason, endedAtMs } };
}

function rowOf(row: z.infer<typeof Row> | undefined): RewindRecord | undefined {
  return row && recordOf(row);
}

function questions(database: Database): RoundQuestions {
  const ask = database.write(`
    INSERT INTO round_questions (id, session, conversation, requester, about, rounds, words, inbox_seq, state,
      asked_at_ms)
    VALUES (@id, @session, @conversation, @requester, @about, @rounds, @words, @inboxSeq, @state, @askedAtMs)`);
  const withdraw = database.write(`
    UPDATE round_questions SET state = 'withdrawn'
    WHERE conversation = @conversation AND requester = @requester AND state = 'open'`);
  const one = database.read(`${SELECT_QUESTION} WHERE conversation = @conversation AND id = @id`, Question);
  const open = database.read(
    `${SELECT_QUESTION} WHERE conversation = @conversation AND requester = @requester AND state = 'open'
     ORDER BY seq DESC LIMIT 1`,
    Question,
  );
  const close = database.write(
    "UPDATE round_questions SET state = 'answered' WHERE id = @id AND state = 'open'",
  );

  return {
    addQuestion(question) {
      const { conversation, requester, rounds } = question;
      withdraw.run({ conversation, requester });
      ask.run({ ...question, rounds: JSON.stringify(rounds) });
    },
    findQuestion: (conversation, messageId) => one.get({ conversation, id: messageId }),
    findOpenQuestion: (conversation, requester) => open.get({ conversation, requester }),
    closeQuestion: (questionId) => void close.run({ id: questionId }),
  };
}
