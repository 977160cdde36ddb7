import { type BareAnswer, bareAnswer } from '../../commands/answer-words.ts';
import type { Gesture } from '../../contracts/channel.ts';
import type { ApprovalScope } from '../../contracts/grants.ts';
import { LOCALES, texts } from '../../core/texts/texts.ts';

const SCOPES: readonly ApprovalScope[] = ['once', 'session', 'always', 'prefix', 'finish'];

/**
 * Reads a vote or a reaction as an answer to its question. A withdrawn vote, and every emoji that does not plainly
 * mean yes or no, is no answer.
 */
export function gestureAnswer(gesture: Gesture): BareAnswer | undefined {
  if (gesture.kind === 'reaction') return bareAnswer(gesture.emoji);
  if (gesture.kind !== 'vote' || gesture.choices.length !== 1) return undefined;
  const [choice = ''] = gesture.choices;
  for (const locale of LOCALES) {
    const { grants, money } = texts(locale);
    const poll = { ...grants.poll, finish: money.poll.finish };
    const scopes = [...SCOPES.map((one) => [poll[one], one] as const), [poll.parts, 'session'] as const];
    if (choice === poll.no || choice === money.poll.no) return { approved: false };
    if (choice === money.poll.once) return { approved: true, scope: 'once' };
    const [, scope] = scopes.find(([words]) => words === choice) ?? [];
    if (scope !== undefined) return { approved: true, scope };
  }
  return undefined;
}
