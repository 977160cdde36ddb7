import { plainWords } from './scope-words.ts';

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
