import { askedCron } from '../../commands/cron-answer.ts';
import { type BareWord, type OpenQuestion, openQuestions } from '../../commands/open-questions.ts';
import type { InboundMessage } from '../../contracts/channel.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import { bareAnswer, reasonedNo } from './answer-words.ts';

const NUMBER = /^([1-9])[.!)]?$/;

/**
 * What a message could answer that says nothing but yes, no or a number, and quotes nothing: a vote, a reaction and a
 * reply are made on one question. Undefined for every other message.
 */
export function questionsMeant(
  message: InboundMessage,
  context: CommandContext,
): readonly OpenQuestion[] | undefined {
  if (message.forwarded === true || message.gesture !== undefined || message.quotedId !== undefined)
    return undefined;
  const word = bareWord(message.text.trim());
  if (word === undefined) return undefined;
  const cron = askedCron(message, context, isBare);
  const all = [...openQuestions(context), ...(cron === undefined ? [] : [cron])];
  return all.filter((question) => question.takes(word));
}

/** True for nothing but a yes, a no or a number. */
export function isBare(text: string): boolean {
  return bareWord(text.trim()) !== undefined;
}

function bareWord(text: string): BareWord | undefined {
  const [, number] = NUMBER.exec(text) ?? [];
  if (number !== undefined) return Number(number);
  const answer = bareAnswer(text) ?? reasonedNo(text);
  if (answer === undefined) return undefined;
  if (!answer.approved) return 'no';
  // `always` can only be an answer to an approval.
  return answer.scope === 'once' ? 'yes' : undefined;
}

/** A yes that also says how far it goes (`always`) answers a question about a command, and nothing else. */
export function plainYesOrNo(text: string): boolean | undefined {
  const answer = bareAnswer(text);
  return answer?.approved === true && answer.scope !== 'once' ? undefined : answer?.approved;
}
