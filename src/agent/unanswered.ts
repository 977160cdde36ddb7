import type { ApprovalQuestion, ApprovalRecord } from '../contracts/store.ts';
import { newApprovalId, newMessageId } from '../core/ids.ts';

interface NewQuestion
  extends Pick<ApprovalRecord, 'session' | 'call' | 'conversation' | 'requester' | 'askedAtMs'> {
  readonly id?: ApprovalRecord['id'];
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
