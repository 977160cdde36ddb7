import { MONEY_QUESTION } from '../../contracts/session.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';

type AskedQuestion = Pick<ApprovalRecord, 'tool' | 'details' | 'offers'>;

/** A no with words, which the model reads. */
const NOBODY = 'no, nobody is here to answer; go on without it';

/**
 * The automatic answer to a question: yes to a command that begins as one of the task's own, at the cost cap the end,
 * and no to everything else.
 * @param approve lines, each the beginning of commands
 */
export function answerTo({ tool, details, offers }: AskedQuestion, approve: readonly string[]): string {
  if (tool === MONEY_QUESTION) return 'stop';
  // Words that a shell would interpret are never offered, so `npm test; curl x` has no such beginning.
  const words = offers?.session.kind === 'offered' ? offers.session.words : undefined;
  const isListed = approve.some((line) => details === line || beginsWith(words ?? [], line.split(/\s+/)));
  return isListed ? 'yes' : NOBODY;
}

function beginsWith(words: readonly string[], beginning: readonly string[]): boolean {
  return words.length > 0 && beginning.every((word, at) => words[at] === word);
}
