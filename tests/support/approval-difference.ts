import type { ApprovalAnswer, ApprovalQuestion, ApprovalRecord } from '../../src/contracts/store.ts';

/** What differs from the usual values, field by field. */
export interface ApprovalDifference extends Partial<Omit<ApprovalRecord, 'question' | 'answer'>> {
  readonly question?: Partial<ApprovalQuestion>;
  readonly answer?: Partial<ApprovalAnswer>;
}

/** The record with the difference in it; an answer was given when it was asked, by nobody, if nothing else is said. */
export function differentApproval(
  usual: ApprovalRecord,
  { question, answer, ...own }: ApprovalDifference,
): ApprovalRecord {
  const given = { atMs: usual.askedAtMs, words: undefined, by: undefined, scope: undefined };
  return {
    ...usual,
    ...own,
    question: { ...usual.question, ...question },
    answer: answer === undefined ? usual.answer : { ...given, ...answer },
  };
}
