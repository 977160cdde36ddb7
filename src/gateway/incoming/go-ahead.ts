import { once } from '../../core/memoize.ts';
import { plainWords } from '../questions/plain-words.ts';

/** Longer messages say themselves what is to be done. In UTF-16 code units. */
const MAX_LENGTH = 200;

// All as `plainWords` gives them: lower case, no accents, no punctuation.
const FIRST =
  '(?:yes|yeah|yep|yup|ok|okay|sure|great|perfect|good|alright|right|fine|cool|nice|now|then|so|and|well|please|pls|plz|just|' +
  'si|vale|bueno|buenisimo|genial|perfecto|listo|claro|dale|ya|pues|entonces|ahora|y|por favor|porfa|porfi|de acuerdo|esta bien)';
const LAST =
  '(?:please|pls|plz|now|then|thanks|thank you|thx|yes|for me|already|por favor|porfa|porfi|ya|ahora|gracias|nomas|no mas|pues|entonces|si|dale)';
const POLITE =
  '(?:(?:can|could|would|will) you (?:please )?|(?:i want|i need|id like) you to |lets |go ahead and |' +
  'puedes |podes |podrias |me puedes |me podes |quiero que )';
const VERB =
  '(?:do|fix|implement|make|change|apply|build|add|remove|delete|refactor|update|write|create|repair|correct|solve|' +
  'resolve|ship|start|begin|rename|replace|clean|migrate|finish|improve|try|go with|go for|proceed with|start with)';
const WHAT =
  '(?:it|that|this|them|those|these|both|all|everything|all of (?:it|them|that)|' +
  '(?:the )?(?:first|second|third|last)(?: one| option)?|(?:option |number )(?:one|two|three|[1-9abc])|(?:that|this|these|those) [a-z]+|' +
  '(?:the|your) (?:changes?|fix|fixes|patch|suggestions?|proposal|plan)|what you (?:said|suggested|proposed|suggest|propose))';
/** A condition or a further request, which may follow. */
const MORE =
  '(?: (?:too|all|up|properly|right away|instead|and|but|with|without|in|on|using|before|as) .+| too| up| all| instead)?';

const DO_IT = `${VERB} ${WHAT}`;
const GO =
  '(?:go ahead|go for it|proceed|please proceed|lets do it|lets go|lets start|make it so|do so|get started|get to it|ship it|get it done)';

const STEM =
  '(?:haz|hace|arregla|corrige|corregi|cambia|implementa|aplica|borra|quita|saca|pon|pone|agrega|anade|anadi|crea|' +
  'mejora|actualiza|escribe|escribi|elimina|refactoriza|repara|soluciona|resuelve|resolve|termina|completa|' +
  'empieza|empeza|comienza|inicia|renombra|reemplaza|limpia|migra|proba|prueba)';
const INFINITIVE =
  '(?:hacer|arreglar|corregir|cambiar|implementar|aplicar|borrar|quitar|sacar|poner|agregar|anadir|crear|mejorar|' +
  'actualizar|escribir|eliminar|refactorizar|reparar|solucionar|resolver|terminar|completar|empezar)';
const ESO =
  '(?:eso|esto|eso mismo|esto mismo|ambos|ambas|todo|todo eso|los dos|las dos|las tres|los tres|' +
  '(?:el|la) (?:primero|primera|segundo|segunda|tercero|tercera|ultimo|ultima|uno|dos|tres)|la opcion (?:uno|dos|tres|[1-9abc])|' +
  '(?:el|ese|este|esos|estos|los) (?:cambio|cambios|arreglo|arreglos|plan)|lo que (?:dijiste|propusiste|propones|sugeriste|sugieres))';
const ADEMAS = '(?: (?:tambien|todo|ya|y|pero|con|sin|en|usando|antes) .+| tambien| todo)?';
const HAZLO =
  `(?:${STEM}(?:me)?(?:lo|la|los|las)|${STEM} ${ESO}|${INFINITIVE}(?:lo|la|los|las)|${INFINITIVE} ${ESO}|` +
  '(?:que )?(?:lo|la|los|las) (?:hagas|arregles|corrijas|cambies|implementes|apliques))';
const ADELANTE =
  '(?:dale|adelante|procede|dale nomas|dale pues|metele|mandale|echale|vamos con eso|hagamoslo|vamos a hacerlo|hacelo nomas|' +
  'si dale|dale si|ok dale|bueno dale|manos a la obra)';

const GO_AHEAD = goAhead(`${DO_IT}${MORE}|${HAZLO}${ADEMAS}`);
const PLAIN = goAhead(`${DO_IT}|${HAZLO}`);

function goAhead(doIt: string): RegExp {
  return new RegExp(`^(?:${FIRST} )*(?:${POLITE})?(?:${doIt}|${GO}|${ADELANTE})(?: ${LAST})*$`, 'u');
}

/**
 * True for words that ask to do what was talked about, and do not say themselves what that is: `do it`, `yes, go
 * ahead`, `fix that and add a test`, `dale, arreglalo`, `can you fix it?`.
 */
export function isGoAhead(text: string): boolean {
  return text.length <= MAX_LENGTH && GO_AHEAD.test(withoutApostrophes(text));
}

/** True for such words without a condition or a request beside it. */
export function isPlainGoAhead(text: string): boolean {
  return text.length <= MAX_LENGTH && PLAIN.test(withoutApostrophes(text));
}

const BARE_YES = new RegExp(`^${FIRST}(?: ${FIRST}| ${LAST})*$`, 'u');
/** How much of the end of an answer is read, in UTF-16 code units. */
const END = 200;
/** An answer that ends by proposing to change something, or by saying how to begin that. */
const PROPOSAL =
  /(?:\b(?:shall|should) i\b|\bwant me to\b|\bdo you want\b|\bwould you like\b|\bquieres que\b|\bquer[e\u00e9]s que\b|\bdeseas que\b|\blo (?:hago|arreglo|cambio|aplico|implemento)\b|\bprocedo\b)[^?\n]*\?\s*$|["\u201c](?:do it|hazlo|hacelo)/iu;

/** True for a yes and nothing more. */
export function isBareYes(text: string): boolean {
  return text.length <= MAX_LENGTH && BARE_YES.test(withoutApostrophes(text));
}

/** True for an answer that a yes would take as the offer to change something. */
export function isProposal(answer: string): boolean {
  return PROPOSAL.test(answer.trim().slice(-END));
}

/** `let's` and `I'd` lose their sign, so that they stay one word. */
function withoutApostrophes(text: string): string {
  return plainWords(text.replaceAll(/(?<=\p{L})['\u2019](?=\p{L})/gu, ''));
}

/** The runtime takes milliseconds to know all emoji, which no start should pay. */
const thanks = once(
  () =>
    new RegExp(
      '^(?:(?:ok|okay|thanks|thank you|thx|ty|great|perfect|nice|cool|good|awesome|excellent|well done|nice work|good job|great job|' +
        'wow|super|lovely|all good|looks good|lgtm|got it|gracias|muchas gracias|mil gracias|genial|perfecto|excelente|buenisimo|' +
        'barbaro|joya|vale|listo|bien|muy bien|bueno|buen trabajo|que bueno|entendido|so much|a lot|\\p{Emoji_Presentation})(?: |$))+$',
      'u',
    ),
);

/** True for words that only say thanks: they ask for nothing. */
export function isThanks(text: string): boolean {
  return thanks().test(withoutApostrophes(text));
}
