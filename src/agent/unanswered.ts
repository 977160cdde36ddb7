import type { ApprovalRecord } from '../contracts/store.ts';
import { newApprovalId, newMessageId } from '../core/ids.ts';

type NewQuestion = Pick<
  ApprovalRecord,
  | 'session'
  | 'call'
  | 'conversation'
  | 'requester'
  | 'tool'
  | 'bindingHash'
  | 'question'
  | 'details'
  | 'askedAtMs'
> &
  Partial<Pick<ApprovalRecord, 'id' | 'grant' | 'offers' | 'changes' | 'facts'>>;

/** A question to a person before any answer. By default it is about this once. */
export function newApproval(asked: NewQuestion): ApprovalRecord {
  return {
    id: newApprovalId(),
    grant: undefined,
    offers: undefined,
    changes: [],
    facts: undefined,
    ...asked,
    state: 'pending',
    messageId: newMessageId(),
    answeredAtMs: undefined,
    answer: undefined,
    answeredBy: undefined,
    scope: undefined,
    remindedAtMs: undefined,
    used: false,
  };
}
