import type { ApprovalScope } from '../../contracts/grants.ts';
import { MONEY_QUESTION } from '../../contracts/session.ts';
import type { ApprovalQuestion } from '../../contracts/store.ts';
import { hasChosenReach } from '../../policy/standing-grants.ts';
import { asksBack, isWait } from './asides.ts';
import { isStopWord } from './bare-words.ts';
import { plainWords, scopeByNumber, scopeInWords } from './scope-words.ts';

/** A message that only contains an answer. */
export type BareAnswer =
  | { readonly approved: true; readonly scope: ApprovalScope }
  | { readonly approved: false };

/** Alone each is a yes; beside other words it may mean something else: `y` is Spanish for "and". */
const ONLY_YES = ['1', '1 yes', '1 si', 'y', 's', '👍', '✅', '👌'];
const ONLY_NO = ['2', '2 no', 'n', '👎', '❌'];
// All as `plainWords` gives them: lower case, no accents, no punctuation.
const YES =
  '(?:yes|yep|yeah|yup|ok|okay|okey|sure|approve|approved|allow|agreed|go ahead|go for it|do it now|do it|go on|' +
  'si|sip|dale|claro que si|claro|vale|bueno|hacelo|hazlo|adelante|apruebo|aprobado|aceptar|acepto|listo|de acuerdo|' +
  'esta bien|por supuesto)';
const NO =
  '(?:no thanks|no thank you|nope|nah|no|never|reject|rejected|deny|denied|dont do it|dont|don t do it|don t|do not|' +
  'no gracias|mejor no|claro que no|por supuesto que no|no lo hagas|de ninguna manera|nunca|jamas|rechazar|rechazo|' +
  'rechazado|negativo)';
/** Courtesies beside a yes or a no, which change neither. */
const COURTESY = '(?:please|pls|plz|por favor|porfa|nomas|no mas|pues)';
const IS_YES = answerPattern(YES);
const IS_NO = answerPattern(NO);

/** Matches words that say this, once or several times, and nothing else: `ok, do it please`. */
function answerPattern(answer: string): RegExp {
  return new RegExp(`^(?:${COURTESY} )*${answer}(?: (?:${answer}|${COURTESY}))*$`, 'u');
}

/**
 * A message read as an answer to this approval. `choose`: a yes or a no to a question with other answers; undefined
 * for any other words.
 */
export function readApprovalAnswer(
  text: string,
  { tool, offers, grant }: Pick<ApprovalQuestion, 'tool' | 'offers' | 'grant'>,
): BareAnswer | 'choose' | undefined {
  const isNumbered = offers !== undefined || hasChosenReach(grant);
  const answer =
    bareAnswer(text) ?? (isNumbered ? readNumberedAnswer(text) : undefined) ?? readNoWithReason(text);
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
  if (ONLY_YES.includes(words) || IS_YES.test(words)) return { approved: true, scope: 'once' };
  return ONLY_NO.includes(words) || IS_NO.test(words) ? { approved: false } : undefined;
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

/**
 * Reads `3` and `4 always`: only for a question that has such choices, because elsewhere a number may mean anything.
 */
function readNumberedAnswer(text: string): BareAnswer | undefined {
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
export function readNoWithReason(text: string): BareAnswer | undefined {
  if (/[?\u00bf]/.test(text) || isWait(text) || asksBack(text)) return undefined;
  return /^(no|nop|nope)\s*[,;:.!-]\s*\S/iu.test(text) ? { approved: false } : undefined;
}

/** `once`: one more dollar. */
type MoneyChoice = Extract<ApprovalScope, 'once' | 'finish'> | 'stop';

const WORDS: readonly (readonly [MoneyChoice, string, readonly string[]])[] = [
  [
    'once',
    '1',
    [
      ...['more', 'one more', 'one dollar', 'one more dollar', 'a dollar more', 'add a dollar', 'dollar'],
      ...['1 more', '1 dollar', '1 more dollar', 'mas', '1 mas', 'uno mas', 'un dolar', 'un dolar mas'],
      ...['1 dolar', '1 dolar mas', 'otro dolar', 'dale un dolar', 'dale un dolar mas'],
    ],
  ],
  [
    'finish',
    '2',
    [
      ...['finish', 'finish up', 'finish what you have', 'finish with what you have', 'wrap up', 'close'],
      ...['termina', 'terminar', 'terminalo', 'termina lo que tienes', 'termina con lo que tienes'],
      ...['termina lo que tenes', 'termina con lo que tenes', 'termina lo que hay', 'termina con lo que hay'],
      ...['cierra', 'cierra con lo que tienes', 'cierra con lo que hay', 'acaba', 'acaba con lo que tienes'],
    ],
  ],
  [
    'stop',
    '3',
    [
      ...[
        'stop',
        'stop it',
        'stop here',
        'cancel',
        'end it',
        'para',
        'parar',
        'paralo',
        'detente',
        'detener',
      ],
      ...['detenlo', 'basta', 'alto', 'frena', 'cancela', 'cancelar', 'dejalo', 'dejalo asi', 'dejalo ahi'],
    ],
  ],
];

/**
 * Reads plain words (`plainWords`) as an answer to a question about money: `1` (also `+$1`), `2 finish`, `para`. Not
 * a bare yes or no: it could mean either of two things, and one of them costs money.
 */
export function moneyChoice(words: string): MoneyChoice | undefined {
  const [number = '', ...rest] = words.split(' ');
  const said = rest.join(' ');
  return WORDS.find(
    ([, one, spellings]) =>
      spellings.includes(words) || (number === one && (said === '' || spellings.includes(said))),
  )?.[0];
}
