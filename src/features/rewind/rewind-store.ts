import * as z from 'zod';
import type { UndoPlan, UndoResult } from '../../contracts/checkpoints.ts';
import type { Enclosure } from '../../contracts/enclosures.ts';
import type { SessionRest } from '../../contracts/session-stores.ts';
import { flag, id, optionalText, ownJson } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';
import type { RewindRecord, RewindStore, RoundQuestions } from './rewind.ts';

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
