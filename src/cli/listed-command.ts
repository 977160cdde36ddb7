import type { ApprovalQuestion } from '../contracts/store.ts';

/**
 * True for a question about a command that begins as one of these lines.
 * @param lines words as they are typed, without quotes
 */
export function isListedCommand(
  { details, offers }: Pick<ApprovalQuestion, 'details' | 'offers'>,
  lines: readonly string[],
): boolean {
  // Words that a shell would interpret are never offered, so `npm test; curl x` has no such beginning.
  const words = offers?.session.kind === 'offered' ? offers.session.words : [];
  return lines.some((line) => details === line || beginsWith(words, line.trim().split(/\s+/)));
}

function beginsWith(words: readonly string[], beginning: readonly string[]): boolean {
  return words.length > 0 && beginning.every((word, at) => words[at] === word);
}
