import type { Approver } from '../../contracts/access.ts';
import type { Risk } from '../../contracts/policy.ts';
import { MONEY_CALL, MONEY_QUESTION, type Outcome } from '../../contracts/session.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import { newMessageId } from '../../core/ids.ts';
import { sha256 } from '../../core/json.ts';
import { formatMoney } from '../../core/texts/format.ts';
import { texts } from '../../core/texts/texts.ts';
import { titleLine } from '../../policy/redaction.ts';
import type { ActiveSession } from '../active-session.ts';
import { createApproval, newApproval } from '../calls/ask-person.ts';
import { notices } from '../notices.ts';
import { limitsOf, moneyCap } from './limits.ts';

/** How much of the task a question about money quotes, in UTF-16 code units. */
const MAX_TASK_LENGTH = 80;

/** Spending more changes nothing in the project, so a member may allow it for a task of their own. */
const ONLY_COSTS: Risk = { writesOutsideGit: 'no', network: 'no', undoable: 'no' };

/**
 * Parks the session and asks the person who started it what to do, in one commit; for another agent those who answer
 * for it, if there is anybody. The report follows with their answer.
 */
export function parkForMoney(session: ActiveSession, outcome: Extract<Outcome, { kind: 'parked' }>): Outcome {
  const {
    store,
    people,
    outgoing: { announcer },
  } = session.parts;
  const [approver, ...others] = people.approversOf(session.record, ONLY_COSTS);
  if (approver === undefined) return session.end(outcome);
  const copies = others.map((other) => ({ ...other, messageId: newMessageId() }));
  return session.end(outcome, () => {
    const approval = createApproval(store, moneyQuestion(session, approver), copies);
    announcer.ask({ approval, copies, session: session.record });
  });
}

function moneyQuestion(session: ActiveSession, approver: Approver): ApprovalRecord {
  const { parts, record } = session;
  const { question } = texts(record.locale).money;
  const cap = moneyCap(record.usage, limitsOf(session)) ?? 0;
  const spent = formatMoney(record.usage.costMicroUsd);
  return newApproval({
    session: record.id,
    call: MONEY_CALL,
    ...approver,
    question: {
      tool: MONEY_QUESTION,
      bindingHash: sha256(`${MONEY_QUESTION} ${record.id} ${cap}`),
      text: question(titleLine(record.task, MAX_TASK_LENGTH), spent, formatMoney(cap)),
      details: '',
    },
    askedAtMs: parts.clock.nowMs(),
  });
}

/** Tells the model once that this reply is its last. */
export function announceLastReply(session: ActiveSession): void {
  if (session.round.openCalls.length > 0 || !mayGiveLastReply(session)) return;
  const isSaid = session.history.messages.at(-1)?.content.some(({ text }) => text === notices.finishNow);
  if (isSaid !== true) session.history.addUserText(notices.finishNow);
}

/** Marks the closing reply as used: a further one has to be granted again. */
export function consumeLastReplyGrant(session: ActiveSession): void {
  const { store } = session.parts;
  const question = store.approvals.findByCall(session.record.id, MONEY_CALL);
  if (question !== undefined) session.writes.defer(() => void store.approvals.markUsed(question.id));
}

/** True when the person chose to finish with the present results, and that was not done yet. */
export function mayGiveLastReply({ parts, record }: Pick<ActiveSession, 'parts' | 'record'>): boolean {
  const question = parts.store.approvals.findByCall(record.id, MONEY_CALL);
  return question?.state === 'approved' && question.answer?.scope === 'finish' && !question.used;
}
