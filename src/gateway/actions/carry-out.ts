import {
  type Action,
  type CoreAction,
  isFeatureAction,
  type ReplyAction,
  type ResumeAction,
  type ShowAction,
} from '../../contracts/commands.ts';
import type { AfterCommit } from '../../contracts/feature.ts';
import { MONEY_QUESTION, MONEY_STEP_MICRO_USD, type SessionRecord } from '../../contracts/session.ts';
import type { ApprovalRecord, Store } from '../../contracts/store.ts';
import { unreachable } from '../../core/failure.ts';
import type { ApprovalId, SessionId } from '../../core/ids.ts';
import { texts } from '../../core/texts/texts.ts';
import { traceApproval } from '../approvals.ts';
import type { CarryOutParts, HandledMessage } from '../carry-out-parts.ts';
import { answerByFeature } from '../feature-actions.ts';
import { bothEnclosures, enclosureOf } from '../incoming/enclosure-notes.ts';
import type { Outbox } from '../outgoing/outbox.ts';
import { markSeen, replyBody } from '../outgoing/reply.ts';
import { isAtMachine } from '../people/person.ts';
import { questionLine } from '../questions/question-text.ts';
import { queueAgain } from '../tasks/resume-task.ts';
import { beginSession } from './begin-session.ts';
import { grantBy } from './grant-by-answer.ts';
import { requestCompaction } from './request-compaction.ts';

/** Stores all actions of one message, inside the caller's transaction. What it returns belongs after the commit. */
export function carryOut(
  actions: readonly Action[],
  cause: HandledMessage,
  parts: CarryOutParts,
): readonly AfterCommit[] {
  return actions.flatMap((action, index) => {
    if (isFeatureAction(action)) return parts.applyFeature(action);
    return carryOutOne(action, { cause, index }, parts);
  });
}

function carryOutOne(
  action: CoreAction,
  context: ActionContext,
  parts: CarryOutParts,
): readonly AfterCommit[] {
  const { cause } = context;
  if (action.kind === 'restore')
    throw new Error(`${action.kind}: has to be done before its message is carried out`);
  switch (action.kind) {
    case 'reply':
      sendReply(action, context, parts);
      return [];
    case 'show':
      showBody(action, context, parts);
      return [];
    case 'start':
      beginSession(action, cause, parts);
      return [];
    case 'resume':
      resumeSession(action, cause, parts);
      return [];
    case 'steer':
      steerSession(action, cause, parts);
      return [];
    case 'rewrite-steering':
    case 'rewrite-task':
      rewriteWords(action, parts);
      return [];
    case 'cancel':
      return [cancelSession(action, parts)];
    case 'end-background':
      return [endBackground(action, parts)];
    case 'compact':
      requestCompaction(action, parts);
      return [];
    case 'answer':
      return [...answerApproval(action, cause, parts), () => traceApproval(action.approval, parts)];
    case 'revoke':
      revokeGrants(action, cause, parts);
      return [];
    default:
      return unreachable(action);
  }
}

interface ActionContext {
  readonly cause: HandledMessage;
  /** Place of the action among those of its message. */
  readonly index: number;
}

function sendReply(reply: ReplyAction, { cause, index }: ActionContext, parts: CarryOutParts): void {
  const { row, conversation } = cause;
  const { outbox, channels, store, clock } = parts;
  const body = replyBody(reply, { conversation, channels, store, nowMs: clock.nowMs() });
  if (body !== undefined)
    outbox.enqueue({ conversation, key: `reply:${row.seq}:${index}`, body, parts: reply.parts });
}

function showBody(
  { body, parts: messages }: ShowAction,
  { cause, index }: ActionContext,
  parts: CarryOutParts,
): void {
  const { row, conversation } = cause;
  parts.outbox.enqueue({ conversation, key: `show:${row.seq}:${index}`, body, parts: messages });
}

function resumeSession(action: ResumeAction, cause: HandledMessage, parts: CarryOutParts): void {
  const session = parts.store.sessions.get(action.session);
  if (session === undefined) return;
  const { extraMicroUsd, instructions, enclosure } = action;
  queueAgain(session, { extraMicroUsd, sourceMessageId: cause.row.message.id }, parts);
  if (instructions !== undefined || enclosureOf(cause.batch) !== undefined) {
    steerSession({ kind: 'steer', session: session.id, text: instructions ?? '', enclosure }, cause, parts);
  }
}

function steerSession(
  { session, text, enclosure: added }: Extract<Action, { kind: 'steer' }>,
  cause: HandledMessage,
  { store, clock, outbox }: CarryOutParts,
): void {
  const { row, batch, conversation } = cause;
  markSeen({ conversation, messageId: row.message.id }, outbox);
  const enclosure = bothEnclosures(enclosureOf(batch), added);
  const atMs = clock.nowMs();
  store.steering.add({ session, text, enclosure, inboxSeq: row.seq, atMs });
  renameTalk(session, { text, atMs }, store);
  tryAtOnce(session, atMs, store);
}

/** A talk is called by what was asked last: its first words may have been "hello". A task keeps what it is about. */
function renameTalk(
  id: SessionId,
  { text, atMs }: { readonly text: string; readonly atMs: number },
  { sessions }: Pick<Store, 'sessions'>,
): void {
  const session = sessions.get(id);
  // Before it begins, its words are still what the model will read.
  if (session?.mode !== 'talk' || session.prompt.system === undefined || text.trim() === '') return;
  sessions.update(id, { task: text, atMs });
}

/** A word of the person cuts short what a task waits for by itself; the wait then does not count. */
function tryAtOnce(id: SessionId, atMs: number, { sessions }: Pick<Store, 'sessions'>): void {
  const session = sessions.get(id);
  if (session?.state.status !== 'paused') return;
  const waits = (session.state.outageWaits ?? 0) - 1;
  const outageWaits = waits > 0 ? waits : undefined;
  sessions.update(id, { state: { status: 'queued', wakeAtMs: undefined, outageWaits }, atMs });
}

function rewriteWords(
  action: Extract<Action, { kind: 'rewrite-steering' | 'rewrite-task' }>,
  { store, clock }: CarryOutParts,
): void {
  if (action.kind === 'rewrite-steering') store.steering.rewrite(action.seq, action.text);
  else {
    const { session, task, assignment } = action;
    store.sessions.update(session, {
      task,
      ...(assignment && { origin: { assignment } }),
      atMs: clock.nowMs(),
    });
  }
}

function cancelSession(
  { session: id }: Extract<Action, { kind: 'cancel' }>,
  { store, runner }: CarryOutParts,
): () => void {
  const session = store.sessions.get(id);
  return session === undefined ? () => undefined : runner.cancel(session);
}

function endBackground(
  { session }: Extract<Action, { kind: 'end-background' }>,
  { store, runner }: CarryOutParts,
): () => void {
  store.processes.requestStop(session);
  return () => runner.endBackground();
}

type AnswerAction = Extract<Action, { kind: 'answer' }>;

/** The session goes on in its turn: as the next one when it waited, behind what runs when it was parked. */
function answerApproval(
  { approval: id, scope, words }: AnswerAction,
  cause: HandledMessage,
  parts: CarryOutParts,
): readonly AfterCommit[] {
  const { store, clock, instance } = parts;
  const by = cause.row.message.sender;
  const atMs = clock.nowMs();
  const approval = store.approvals.get(id);
  const isFirst = store.approvals.decide(id, {
    state: scope === undefined ? 'rejected' : 'approved',
    answer: words,
    scope,
    by,
    atMs,
  });
  if (approval === undefined || !isFirst)
    throw new Error(`approval ${id} was not pending when it was answered`);
  notifyOtherApprovers(approval, { by, isYes: scope !== undefined }, parts);
  const ofFeature = answerByFeature(approval, scope !== undefined, parts.features);
  if (ofFeature !== undefined) return ofFeature;
  const session = store.sessions.get(approval.session);
  if (session !== undefined && approval.question.tool === MONEY_QUESTION)
    return [settleMoneyQuestion(session, { question: id, scope }, parts)];
  const grant =
    session &&
    scope &&
    grantBy(approval, { scope, workspace: session.workspace, project: session.project, atMs });
  if (grant !== undefined) store.grants.add({ ...grant, approval: id });
  const status = session?.state.status;
  if (session === undefined || (status !== 'waiting' && status !== 'parked')) return [];
  store.sessions.update(session.id, {
    state: { status: 'queued', reason: undefined, endedAtMs: undefined },
    instance,
    atMs,
  });
  return [];
}

/** Continues or cancels a session at its cost cap. `finish` adds no money: the next run reads it from the approval. */
function settleMoneyQuestion(
  session: SessionRecord,
  { question, scope }: { readonly question: ApprovalId; readonly scope: AnswerAction['scope'] },
  { store, clock, instance, runner }: CarryOutParts,
): () => void {
  if (session.state.status !== 'parked') return () => undefined;
  if (scope === undefined) return runner.cancel(session);
  const extra = scope === 'once' ? MONEY_STEP_MICRO_USD : 0;
  if (scope === 'once') store.approvals.markUsed(question);
  store.sessions.update(session.id, {
    state: { status: 'queued', reason: undefined, endedAtMs: undefined },
    instance,
    usage: { extraMicroUsd: session.usage.extraMicroUsd + extra },
    atMs: clock.nowMs(),
  });
  return () => undefined;
}

/** Takes effect at once, because each call is judged by the rows. */
function revokeGrants(
  { grants }: Extract<Action, { kind: 'revoke' }>,
  { conversation }: HandledMessage,
  { store, clock }: CarryOutParts,
): void {
  const atMs = clock.nowMs();
  if (grants === 'all') store.grants.revokeAll(conversation, atMs);
  else for (const grant of grants) store.grants.revoke(grant, atMs);
}

interface GivenAnswer {
  /** Name of the person who answered. */
  readonly by: string;
  readonly isYes: boolean;
}

/** The first answer counts: the other people who were asked are told who gave it. */
function notifyOtherApprovers(
  approval: ApprovalRecord,
  { by, isYes }: GivenAnswer,
  { store, outbox }: { readonly store: Pick<Store, 'approvals' | 'sessions'>; readonly outbox: Outbox },
): void {
  const { approvals } = texts(store.sessions.get(approval.session)?.locale ?? 'en');
  const answeredBy = approvals.answeredBy[isYes ? 'yes' : 'no'];
  const body = {
    kind: 'text',
    text: answeredBy(isAtMachine(by) ? approvals.atTerminal : `+${by}`, questionLine(approval)),
  } as const;
  for (const { conversation, requester, messageId } of store.approvals.listMessages(approval.id))
    if (requester !== by) outbox.enqueue({ conversation, key: `answered:${messageId}`, body });
}
