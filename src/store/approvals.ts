import * as z from 'zod';
import type { GrantOffers, LaunchChange } from '../contracts/grants.ts';
import type { ApprovalRecord, ApprovalStore, QuestionFacts, QuestionMessage } from '../contracts/store.ts';
import { Failure } from '../core/failure.ts';
import type { SessionId } from '../core/ids.ts';
import { flag, id, jsonColumn, optionalInt, optionalText, ownJson } from './columns.ts';
import type { Database, Values } from './database.ts';

const Columns = z.object({
  id: id<'approval'>(),
  session: id<'session'>(),
  call: id<'call'>(),
  conversation: id<'conversation'>(),
  requester: z.string(),
  tool: z.string(),
  bindingHash: z.string(),
  grant: optionalText,
  offers: ownJson<GrantOffers>()
    .nullable()
    .transform((value) => value ?? undefined),
  changes: ownJson<readonly LaunchChange[]>()
    .nullable()
    .transform((value) => value ?? []),
  question: z.string(),
  details: z.string(),
  facts: ownJson<QuestionFacts>()
    .nullable()
    .transform((value) => value ?? undefined),
  state: z.enum(['pending', 'approved', 'rejected', 'expired', 'withdrawn']),
  messageId: z.string(),
  askedAtMs: z.int(),
  answeredAtMs: optionalInt,
  answer: optionalText,
  answeredBy: optionalText,
  scope: z
    .enum(['once', 'session', 'always', 'prefix', 'finish'])
    .nullable()
    .transform((value) => value ?? undefined),
  remindedAtMs: optionalInt,
  used: flag,
});

const Row = Columns.transform(toRecord);

function toRecord(row: z.infer<typeof Columns>): ApprovalRecord {
  const { answeredAtMs: atMs } = row;
  return {
    id: row.id,
    session: row.session,
    call: row.call,
    conversation: row.conversation,
    requester: row.requester,
    messageId: row.messageId,
    question: {
      tool: row.tool,
      bindingHash: row.bindingHash,
      grant: row.grant,
      offers: row.offers,
      changes: row.changes,
      text: row.question,
      details: row.details,
      facts: row.facts,
    },
    state: row.state,
    askedAtMs: row.askedAtMs,
    remindedAtMs: row.remindedAtMs,
    answer:
      atMs === undefined ? undefined : { atMs, words: row.answer, by: row.answeredBy, scope: row.scope },
    used: row.used,
  };
}

/** The other way. */
function toValues({ question, answer, ...own }: ApprovalRecord): Values {
  const { text, offers, changes, facts, ...asked } = question;
  return {
    ...own,
    ...asked,
    question: text,
    offers: jsonColumn(offers),
    changes: changes.length === 0 ? undefined : JSON.stringify(changes),
    facts: jsonColumn(facts),
    answeredAtMs: answer?.atMs,
    answer: answer?.words,
    answeredBy: answer?.by,
    scope: answer?.scope,
  };
}

const COLUMNS = `a.id, a.session, a.call, a.tool, a.binding_hash AS bindingHash, a.grant_name AS "grant", a.offers,
    a.changes, a.question, a.details, a.facts, a.state, a.asked_at_ms AS askedAtMs, a.answered_at_ms AS answeredAtMs, a.answer,
    a.answered_by AS answeredBy, a.scope, a.reminded_at_ms AS remindedAtMs, a.used`;
const SELECT = `
  SELECT ${COLUMNS}, a.conversation, a.requester, a.message_id AS messageId FROM approvals a`;
/** The question as another person was asked. */
const SELECT_COPY = `
  SELECT ${COLUMNS}, c.conversation, c.requester, c.message_id AS messageId
  FROM approval_copies c JOIN approvals a ON a.seq = c.approval`;
const NEWEST = 'ORDER BY a.seq DESC LIMIT 1';
const NEWEST_OF_ID = 'seq = (SELECT max(seq) FROM approvals WHERE id = @id)';

/** Every question of a session, oldest first. */
export function approvalsOfSession(database: Database): (session: SessionId) => readonly ApprovalRecord[] {
  const ofSession = database.read(`${SELECT} WHERE a.session = @session ORDER BY a.seq`, Row);
  return (session) => ofSession.all({ session });
}

/** An id is taken while its approval is pending, or approved and unused. Afterwards it may name a newer approval. */
export function createApprovalStore(database: Database): ApprovalStore {
  const insert = database.write(`
    INSERT INTO approvals (id, session, call, conversation, requester, tool, binding_hash, grant_name, offers,
      changes, question, details, facts, state, message_id, asked_at_ms, answered_at_ms, answer,
      answered_by, scope, reminded_at_ms, used)
    VALUES (@id, @session, @call, @conversation, @requester, @tool, @bindingHash, @grant, @offers,
      @changes, @question, @details, @facts, @state, @messageId, @askedAtMs, @answeredAtMs, @answer,
      @answeredBy, @scope, @remindedAtMs, @used)
    ON CONFLICT DO NOTHING`);
  const one = database.read(`${SELECT} WHERE a.id = @id ${NEWEST}`, Row);
  const ofCall = database.read(`${SELECT} WHERE a.session = @session AND a.call = @call ${NEWEST}`, Row);
  const allPending = database.read(
    `${SELECT} JOIN sessions s ON s.id = a.session
     WHERE s.instance = @instance AND a.state = 'pending' ORDER BY a.seq`,
    Row,
  );
  const decide = database.write(`
    UPDATE approvals SET state = @state, answer = @answer, answered_by = @by, scope = @scope, answered_at_ms = @atMs
    WHERE id = @id AND state = 'pending'`);
  const use = database.write(
    `UPDATE approvals SET used = 1 WHERE ${NEWEST_OF_ID} AND state = 'approved' AND used = 0`,
  );
  const remind = database.write(`UPDATE approvals SET reminded_at_ms = @atMs WHERE ${NEWEST_OF_ID}`);

  const inChat = openCopies(database);

  return {
    ...inChat.reads,
    create(record, copies = []) {
      const added = insert.run(toValues(record));
      if (added.changes > 0) {
        for (const copy of copies) inChat.add(added.rowid, copy);
        return;
      }
      throw new Failure(
        'conflict',
        `Approval id ${record.id} names another open question. Ask under a new id.`,
        { facts: { id: record.id } },
      );
    },
    get: (approval) => one.get({ id: approval }),
    findByCall: (session, call) => ofCall.get({ session, call }),
    listOfSession: approvalsOfSession(database),
    listAllPending: (instance) => allPending.all({ instance }),
    decide: (approval, { scope, by, ...decision }) =>
      decide.run({ id: approval, scope, by, ...decision }).changes > 0,
    markUsed: (approval) => use.run({ id: approval }).changes > 0,
    markReminded: (approval, atMs) => remind.runOnRow({ id: approval, atMs }),
  };
}

/** Questions as they were asked in one conversation, even if another one was asked first. */
function openCopies(database: Database): {
  readonly reads: Pick<ApprovalStore, 'findInChat' | 'listMessages' | 'findByMessage' | 'listPending'>;
  add(approval: number, copy: QuestionMessage): void;
} {
  const insert = database.write(`
    INSERT INTO approval_copies (approval, conversation, requester, message_id)
    VALUES (@approval, @conversation, @requester, @messageId)`);
  const both = (where: string) =>
    [SELECT, SELECT_COPY].map((select, at) =>
      database.read(`${select} WHERE ${where.replaceAll('asked.', at === 0 ? 'a.' : 'c.')}`, Row),
    );
  const ofMessage = both(`asked.conversation = @conversation AND asked.message_id = @messageId ${NEWEST}`);
  const pending = both("asked.conversation = @conversation AND a.state = 'pending' ORDER BY a.seq");
  const askedIn = both(`asked.conversation = @conversation AND a.${NEWEST_OF_ID}`);
  const askings = both(`a.${NEWEST_OF_ID} ORDER BY asked.conversation`);
  return {
    add: (approval, { conversation, requester, messageId }) =>
      void insert.run({ approval, conversation, requester, messageId }),
    reads: {
      findByMessage: (conversation, messageId) =>
        ofMessage.map((statement) => statement.get({ conversation, messageId })).find(isThere),
      findInChat: (conversation, approval) =>
        askedIn.map((statement) => statement.get({ conversation, id: approval })).find(isThere),
      listPending: (conversation) =>
        pending
          .flatMap((statement) => statement.all({ conversation }))
          .toSorted((one, other) => one.askedAtMs - other.askedAtMs),
      listMessages: (approval) =>
        askings
          .flatMap((statement) => statement.all({ id: approval }))
          .map(({ conversation, requester, messageId }) => ({ conversation, requester, messageId })),
    },
  };
}

function isThere(record: ApprovalRecord | undefined): boolean {
  return record !== undefined;
}
