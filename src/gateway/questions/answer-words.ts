import type { ApprovalScope } from '../../contracts/grants.ts';
import { MONEY_QUESTION } from '../../contracts/session.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import { hasChosenReach } from '../../policy/standing-grants.ts';
import { asksBack, isWait } from './asides.ts';
import { isStopWord } from './bare-words.ts';
import { moneyChoice } from './money-words.ts';
import { plainWords, scopeByNumber, scopeInWords } from './scope-words.ts';

/** A message that only contains an answer. */
export type BareAnswer =
  | { readonly approved: true; readonly scope: ApprovalScope }
  | { readonly approved: false };

const YES = [
  '1 yes y yep yeah yup ok okay okey sure approve approved allow agreed 👍 ✅ 👌',
  'si s sip dale claro vale bueno hacelo hazlo adelante apruebo aprobado aceptar acepto listo',
].flatMap((line) => line.split(' '));
const YES_PHRASES = [
  '1 yes',
  '1 si',
  'yes please',
  'yes do it',
  'yes go ahead',
  'go ahead',
  'do it',
  'go on',
  'si por favor',
  'si dale',
  'si claro',
  'dale si',
  'dale nomas',
  'dale no mas',
  'si dale nomas',
  'hacelo nomas',
  'hazlo nomas',
  'adelante nomas',
  'dale pues',
  'dale hacelo',
  'ok dale',
  'bueno dale',
  'si hacelo',
  'si hazlo',
  'claro que si',
  'de acuerdo',
  'esta bien',
  'por supuesto',
];
const NO = [
  '2 no n nope nah never reject rejected deny denied dont 👎 ❌',
  'nunca jamas rechazar rechazo rechazado negativo',
].flatMap((line) => line.split(' '));
const NO_PHRASES = [
  '2 no',
  'no thanks',
  'no thank you',
  'don t',
  'do not',
  'please don t',
  'no don t',
  'no gracias',
  'mejor no',
  'claro que no',
  'por supuesto que no',
  'no lo hagas',
  'de ninguna manera',
];

/**
 * A message read as an answer to this approval. `choose`: a yes or a no to a question with other answers; undefined
 * for any other words.
 */
export function readApprovalAnswer(
  text: string,
  { tool, offers, grant }: Pick<ApprovalRecord, 'tool' | 'offers' | 'grant'>,
): BareAnswer | 'choose' | undefined {
  const isNumbered = offers !== undefined || hasChosenReach(grant);
  const answer = bareAnswer(text) ?? (isNumbered ? chosenByNumber(text) : undefined) ?? reasonedNo(text);
  if (tool !== MONEY_QUESTION) return answer;
  return moneyChosen(text) ?? (answer && 'choose');
}

/**
 * Reads a message as a yes or a no only when it contains nothing else: "yes, and change the tests too" carries an
 * instruction, "yes?" is a question, and neither may approve anything.
 */
export function bareAnswer(text: string): BareAnswer | undefined {
  if (!mayBeAnswer(text)) return undefined;
  const words = plainWords(text);
  const scope = scopeInWords(words);
  if (scope !== undefined) return { approved: true, scope };
  if (YES.includes(words) || YES_PHRASES.includes(words)) return { approved: true, scope: 'once' };
  return NO.includes(words) || NO_PHRASES.includes(words) ? { approved: false } : undefined;
}

/** A yes with a scope (`always`) only answers a question about a command. */
export function plainYesOrNo(text: string): boolean | undefined {
  const answer = bareAnswer(text);
  return answer?.approved === true && answer.scope !== 'once' ? undefined : answer?.approved;
}

/** The number of a choice, and nothing else. */
export function choiceNumber(text: string): number | undefined {
  const [, number] = /^([1-9])[.!)]*$/.exec(text.trim()) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Reads `3` and `4 always`: only for a question that has such choices, because elsewhere a number may mean anything. */
function chosenByNumber(text: string): BareAnswer | undefined {
  const scope = mayBeAnswer(text) ? scopeByNumber(plainWords(text)) : undefined;
  return scope === undefined ? undefined : { approved: true, scope };
}

/** Reads `2` and `+$1`: only for a question about money, whose numbers have another meaning. */
function moneyChosen(text: string): BareAnswer | undefined {
  const stop = isStopWord(text) ? 'stop' : undefined;
  const choice = mayBeAnswer(text) ? (moneyChoice(plainWords(text)) ?? stop) : undefined;
  if (choice === undefined) return undefined;
  return choice === 'stop' ? { approved: false } : { approved: true, scope: choice };
}

/** True for a short text that is not a question. */
function mayBeAnswer(text: string): boolean {
  return text.length <= 40 && !/[?\u00bf]/.test(text);
}

/**
 * Reads "no, use the staging branch" as a no with its reason. Only a no may carry words: a refusal runs nothing, and
 * its reason reaches the model. `no, wait` gives none, and `no, what does it do` asks.
 */
export function reasonedNo(text: string): BareAnswer | undefined {
  if (/[?\u00bf]/.test(text) || isWait(text) || asksBack(text)) return undefined;
  return /^(no|nop|nope)\s*[,;:.!-]\s*\S/iu.test(text) ? { approved: false } : undefined;
}
