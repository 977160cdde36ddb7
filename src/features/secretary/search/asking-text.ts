import type { Texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { anotherText, confirmationOf } from '../routing/recommendation-text.ts';
import type { RoutingQuestion } from '../routing/routing.ts';
import { askedOf, type RoutingOffer } from '../rows/stored-questions.ts';
import { secretaryTexts } from '../texts/texts.ts';

/** Longest option and question of a poll, in UTF-16 code units. */
const MAX_CHOICE_LENGTH = 100;

export interface Poll {
  readonly question: string;
  readonly choices: readonly string[];
}

/** The first questions to the person, and how to answer. */
export function questionsText(questions: readonly RoutingQuestion[], texts: Texts): string {
  const secretary = secretaryTexts(texts).finding;
  const routing = secretaryTexts(texts).chat;
  return [
    `🧭 ${secretary.questions}`,
    ...questions.flatMap(({ question, options }, at) => [
      `${at + 1}. ${escapeHidden(question)}`,
      ...options.map((option) => `   - ${escapeHidden(option)}`),
    ]),
    routing.howToAnswer,
  ].join('\n');
}

/** Undefined where it has no options to choose from. */
export function questionPoll({ question, options }: RoutingQuestion): Poll | undefined {
  if (options.length < 2) return undefined;
  return { question: escapeHidden(question), choices: options.map(escapeHidden) };
}

/** The interpretation, who fits and why, and the question, with its options where there is no poll for them. */
export function offerText(offer: RoutingOffer, hasPoll: boolean, words: Texts): string {
  const { text, question, options } = confirmationOf(askedOf(offer), words);
  const choices = options.map(({ label, description }, at) => `${at + 1}. ${label}: ${description}`);
  const models = modelLines(offer, words);
  const another = anotherText(offer.recommendation, offer.agents, words);
  return [text, ...models, ...(hasPoll ? [] : ['', question, ...choices]), another].join('\n');
}

/** A file's choice of model costs the person money: they see it before they say yes. */
function modelLines(
  { recommendation: { options, alternatives } }: RoutingOffer,
  words: Texts,
): readonly string[] {
  const first = options.flatMap((option) => (option.kind === 'accept' ? [option.candidate] : []));
  return [...first, ...alternatives].flatMap(({ specialist: { reference, model } }) =>
    model?.isKnown === true ? [secretaryTexts(words).chat.worksWith(reference, model.id)] : [],
  );
}

/** Undefined where an option is too long for one. */
export function offerPoll(offer: RoutingOffer, words: Texts): Poll | undefined {
  const { question, options } = confirmationOf(askedOf(offer), words);
  const choices = options.map(({ label }) => label);
  return choices.some((choice) => choice.length > MAX_CHOICE_LENGTH) ? undefined : { question, choices };
}
