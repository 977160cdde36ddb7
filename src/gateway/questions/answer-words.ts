import type { ApprovalScope } from '../../contracts/grants.ts';
import { MONEY_QUESTION } from '../../contracts/session.ts';
import type { ApprovalQuestion } from '../../contracts/store.ts';
import { hasChosenReach } from '../../policy/standing-grants.ts';
import { isStopWord } from './bare-commands.ts';
import { plainWords } from './plain-words.ts';
import { scopeByNumber, scopeInWords } from './scope-words.ts';

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

/** Longer messages are about something of their own. In UTF-16 code units. */
const MAX_LENGTH = 100;

// All as `plainWords` gives them: lower case, no accents, no punctuation.
const PAUSE =
  '(?:wait|hold on|hang on|not yet|one moment|just a moment|one sec|a sec|give me a (?:sec|second|moment|minute)|let me think|' +
  'hm+|mm+|uh|er|espera|esperame|esperate|aguanta|aguarda|un momento|un momentito|momento|un segundo|un toque|' +
  'dame un (?:segundo|momento|minuto)|todavia no|aun no|dejame pensar)';
/** Beside it; alone, some of these are an answer. */
const BESIDE_PAUSE = '(?:ok|okay|yes|no|si|dale|hey|oye|che|but|pero|please|pls|por favor|porfa)';
const WAIT = new RegExp(`^(?:${BESIDE_PAUSE} )*${PAUSE}(?: (?:${PAUSE}|${BESIDE_PAUSE}))*$`, 'u');

/** True for words that only ask for time: `wait`, `hmm, hold on`, `esperá un momento`. They answer nothing. */
export function isWait(text: string): boolean {
  return text.length <= MAX_LENGTH && WAIT.test(plainWords(text));
}

const BEFORE =
  '(?:hm+|mm+|eh|um|uh|hey|oye|che|ok|okay|no|wait|espera|and|but|so|then|y|pero|entonces|sorry|perdon|disculpa)';
const AFTER =
  '(?:please|pls|exactly|though|then|now|for|por favor|porfa|che|entonces|ahora|exactamente|agent|agente)';
const IT = '(?:it|this|that|(?:the|this|that) (?:command|change|file|question))';
const ASKS =
  `what|huh|why|how come|what for|why (?:${IT}|now|not)|why do you (?:ask|(?:need|want|have to do) ${IT})|why is ${IT} needed|` +
  `what (?:is|s) ${IT}(?: for| about)?|whats ${IT}(?: for| about)?|what (?:does|would|will|did) ${IT} (?:do|change|touch|need|mean|delete|install)|` +
  'what do you mean|what happens(?: (?:then|if i say (?:yes|no)))?|what if i say (?:yes|no)|' +
  `is ${IT} (?:safe|dangerous|necessary|needed|ok)|can (?:i undo ${IT}|${IT} be undone)|` +
  `(?:(?:can|could) you )?explain(?: ${IT})?|tell me more|(?:more )?details`;
const ESO = '(?:eso|esto|(?:el|ese|este) (?:comando|cambio|archivo))';
const PREGUNTA =
  `que|q|como|como asi|y eso|(?:para|pa) (?:que|q)(?: (?:es|seria|sirve|hace falta|lo (?:necesitas|quieres|queres)))?(?: ${ESO})?|` +
  `(?:por que|porque|xq|pq|porq)(?: (?:${ESO}|no|hace falta|preguntas|lo (?:haces|necesitas|quieres|queres|preguntas)))?|` +
  `(?:${ESO} )?(?:que|q) (?:hace|haria|hara|va a hacer|es|seria|significa|cambia|toca|borra|instala)(?: ${ESO})?|` +
  '(?:que|q) (?:pasa|pasaria|pasa si digo que (?:si|no))|' +
  `(?:${ESO} )?(?:es|seria) (?:seguro|peligroso|necesario)(?: ${ESO})?|se puede deshacer(?: ${ESO})?|` +
  `explica(?:me|lo|melo)?(?: ${ESO})?|(?:dame )?mas detalles`;
const QUESTION = new RegExp(`^(?:${BEFORE} )*(?:${ASKS}|${PREGUNTA})(?: ${AFTER})*$`, 'u');

/**
 * True for words that ask what an open question is about, also without a question mark: `what for`, `what does it do?`,
 * `¿qué hace?`. They answer nothing.
 */
export function asksBack(text: string): boolean {
  const words = plainWords(text.replaceAll(/(?<=\p{L})['\u2019](?=\p{L})/gu, ''));
  return text.length <= MAX_LENGTH && QUESTION.test(words);
}
