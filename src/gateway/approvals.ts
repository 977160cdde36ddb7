import type { ProgramFacts } from '../contracts/commands.ts';
import { type SessionRecord, type SessionStatus, withChange } from '../contracts/session.ts';
import type { ApprovalRecord, Store, Transactions } from '../contracts/store.ts';
import type { Tracer } from '../contracts/trace.ts';
import { type Clock, DAY_MS, MINUTE_MS } from '../core/clock.ts';
import type { ApprovalId, InstanceId } from '../core/ids.ts';
import { texts } from '../core/texts/texts.ts';
import type { OutgoingMessages } from './outgoing/outgoing.ts';
import { fullQuestion } from './questions/question-text.ts';
import { numberingOf, taskTag } from './tasks/task-name.ts';

interface ApprovalClockParts {
  readonly store: Transactions & Pick<Store, 'approvals' | 'sessions' | 'worktrees'>;
  readonly outgoing: OutgoingMessages;
  readonly program: Pick<ProgramFacts, 'worktrees'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly tracer: Tracer;
}

/** Reminds about, parks and expires unanswered questions; each step with its message in one transaction. */
export function tickApprovals(parts: ApprovalClockParts): void {
  const { store, instance, clock } = parts;
  for (const approval of store.approvals.listAllPending(instance)) {
    const session = store.sessions.get(approval.session);
    if (session === undefined) continue;
    const step = approvalStep(approval, session.state.status, clock.nowMs());
    if (step === 'none') continue;
    store.atomically(() => applyStep(step, { approval, session }, parts));
    if (step === 'expire') traceApproval(approval.id, parts);
  }
}

function applyStep(
  step: Exclude<ApprovalStep, 'none'>,
  open: { readonly approval: ApprovalRecord; readonly session: SessionRecord },
  parts: ApprovalClockParts,
): void {
  const { store, clock, outgoing } = parts;
  const { approval, session } = open;
  const words = texts(session.locale);
  const { approvals } = words;
  const atMs = clock.nowMs();
  const tag = approval.conversation === session.conversation ? taskTag(session, numberingOf(parts)) : '';
  const say = (lines: readonly string[]) => {
    const body = { kind: 'text', text: `${tag}${lines.join('\n')}` } as const;
    for (const { conversation, messageId } of store.approvals.listMessages(approval.id))
      outgoing.outbox.enqueue({ conversation, key: `${step}:${messageId}`, body });
  };
  switch (step) {
    case 'remind':
      store.approvals.markReminded(approval.id, atMs);
      say([approvals.reminder(approval.id), fullQuestion(approval, words)]);
      return;
    case 'park':
      parkUnanswered(session, parts);
      return;
    case 'expire':
      if (session.state.status === 'waiting') parkUnanswered(session, parts);
      store.approvals.decide(approval.id, { state: 'expired', answer: '', atMs });
      say([approvals.expired(approval.id)]);
  }
}

function parkUnanswered(session: SessionRecord, { store, clock, outgoing }: ApprovalClockParts): void {
  const atMs = clock.nowMs();
  const parked = { status: 'parked', reason: 'unanswered', endedAtMs: atMs } as const;
  store.sessions.update(session.id, { state: parked, atMs });
  const outcome = { kind: 'parked', reason: 'unanswered', detail: '', text: '' } as const;
  outgoing.announcer.announceEnd(withChange(session, { state: parked }), outcome);
}

const REMIND_AFTER_MS = 30 * MINUTE_MS;
const PARK_AFTER_MS = DAY_MS;
const EXPIRE_AFTER_MS = 7 * DAY_MS;

type ApprovalStep = 'none' | 'remind' | 'park' | 'expire';

/**
 * The next step for an unanswered question: one reminder, then the session parks (its worker was free all along, now
 * its folder is too), at last the question expires. Until then an answer counts, however late.
 */
export function approvalStep(
  { askedAtMs, remindedAtMs }: Pick<ApprovalRecord, 'askedAtMs' | 'remindedAtMs'>,
  session: SessionStatus,
  nowMs: number,
): ApprovalStep {
  const ageMs = nowMs - askedAtMs;
  if (ageMs >= EXPIRE_AFTER_MS) return 'expire';
  if (ageMs >= PARK_AFTER_MS) return session === 'waiting' ? 'park' : 'none';
  if (ageMs >= REMIND_AFTER_MS && remindedAtMs === undefined) return 'remind';
  return 'none';
}

/**
 * Traces a question from when it was asked to its end, from its row: it may have outlived programs. Open questions
 * are not traced.
 */
export function traceApproval(
  id: ApprovalId,
  { store, tracer }: { store: Pick<Store, 'approvals'>; tracer: Tracer },
): void {
  const approval = store.approvals.get(id);
  if (approval?.answer === undefined) return;
  const { session, call, question, answer, askedAtMs, state } = approval;
  const { atMs: answeredAtMs, words = '', scope } = answer;
  tracer
    .start({
      name: 'hitl:approval',
      kind: 'user',
      session,
      startMs: askedAtMs,
      input: { question: question.text, details: question.details },
      attributes: {
        'gen_ai.tool.name': question.tool,
        'gen_ai.tool.call.id': call,
        'wasap.approval.id': id,
        'wasap.approval.state': state,
        ...(scope === undefined ? {} : { 'wasap.approval.scope': scope }),
      },
    })
    .end({
      endMs: answeredAtMs,
      output: {
        response: words === '' ? state : words,
        state,
        wait_time_ms: Math.max(0, answeredAtMs - askedAtMs),
      },
    });
}
