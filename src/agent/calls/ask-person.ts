import type { LaunchChange } from '../../contracts/grants.ts';
import type { Risk } from '../../contracts/policy.ts';
import type { Outcome } from '../../contracts/session.ts';
import type {
  ApprovalQuestion,
  ApprovalRecord,
  QuestionMessage,
  Store,
  Transactions,
} from '../../contracts/store.ts';
import type { Review } from '../../contracts/tool.ts';
import { isFailure } from '../../core/failure.ts';
import { newApprovalId, newMessageId } from '../../core/ids.ts';
import type { ActiveSession } from '../active-session.ts';
import { notices } from '../notices.ts';
import type { ReadyCall } from './read-call.ts';

export interface CallQuestion {
  readonly review: Review;
  readonly reason: string;
  readonly rule: string;
  readonly risk: Risk;
}

export interface BoundQuestion extends CallQuestion {
  readonly bindingHash: string;
  /** What has changed since an earlier yes; empty when there was none. */
  readonly changes: readonly LaunchChange[];
}

interface WaitingCall {
  readonly kind: 'waiting';
  readonly outcome: Outcome;
}

/** Stores the approval with the message that asks for it. Refuses the call when no person may approve it. */
export function askPerson(
  session: ActiveSession,
  { call }: ReadyCall,
  { review, reason, rule, risk, bindingHash, changes }: BoundQuestion,
): WaitingCall | { readonly kind: 'refused'; readonly text: string } {
  const { parts, record } = session;
  const [approver, ...others] = parts.people.approversOf(record, risk);
  if (approver === undefined) return { kind: 'refused', text: notices.nobodyToAsk };
  const isElsewhere = approver.conversation !== record.conversation;
  const approval = newApproval({
    session: record.id,
    call: call.id,
    ...approver,
    question: {
      tool: call.tool,
      bindingHash,
      // A yes from another chat holds only once: it could not be seen or revoked in the chat where it is used.
      ...(isElsewhere ? {} : { grant: review.grant, offers: review.offers }),
      changes,
      text: reason,
      details: review.details,
      facts:
        review.explainsItself === true ? undefined : { reason, rule, risk, confinement: review.confinement },
    },
    askedAtMs: parts.clock.nowMs(),
  });
  const copies = others.map((other) => ({ ...other, messageId: newMessageId() }));
  session.round.markWaiting(call);
  session.writes.defer(() => {
    const created = createApproval(parts.store, approval, copies);
    parts.outgoing.announcer.ask({ approval: created, copies, session: session.record });
  });
  return waitFor(session, approval.id);
}

/** Short ids run out: take another one while the first belongs to a question that is still open. */
export function createApproval(
  store: Transactions & Pick<Store, 'approvals'>,
  approval: ApprovalRecord,
  copies: readonly QuestionMessage[] = [],
): ApprovalRecord {
  try {
    store.approvals.create(approval, copies);
    return approval;
  } catch (error) {
    if (!isFailure(error) || error.kind !== 'conflict') throw error;
    return createApproval(store, { ...approval, id: newApprovalId() }, copies);
  }
}

/** Stores everything so far and releases the worker until the answer comes, perhaps in another program. */
export function waitFor(session: ActiveSession, approvalId: string): WaitingCall {
  session.writes.change({ state: { status: 'waiting' }, usage: { activeMs: session.spending.activeMs() } });
  session.writes.commit();
  session.parts.outgoing.nudge();
  return { kind: 'waiting', outcome: { kind: 'waiting', approvalId } };
}

interface NewQuestion
  extends Pick<ApprovalRecord, 'session' | 'call' | 'conversation' | 'requester' | 'askedAtMs'> {
  readonly question: Pick<ApprovalQuestion, 'tool' | 'bindingHash' | 'text' | 'details'> &
    Partial<ApprovalQuestion>;
}

/** A question to a person before any answer. By default it is about this once. */
export function newApproval({ question, ...asked }: NewQuestion): ApprovalRecord {
  return {
    id: newApprovalId(),
    ...asked,
    messageId: newMessageId(),
    question: { grant: undefined, offers: undefined, changes: [], facts: undefined, ...question },
    state: 'pending',
    remindedAtMs: undefined,
    answer: undefined,
    used: false,
  };
}
