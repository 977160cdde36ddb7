import type { InboundMessage } from '../../contracts/channel.ts';
import { withoutCourtesy } from '../../gateway/questions/bare-words.ts';
import { sentencePattern } from '../../gateway/questions/help-question.ts';
import { plainWords } from '../../gateway/questions/scope-words.ts';

/** Longer messages say more than this. In UTF-16 code units. */
const MAX_LENGTH = 60;

// As `plainWords` gives them: lower case, no accents, no punctuation.
const WHAT =
  '(?:it|that|this|it all|all (?:of )?(?:it|that|this)|everything|(?:the|your|those|these|my) (?:last )?changes?|' +
  'what you (?:did|changed|just did)|everything you (?:did|changed)|(?:the|that|this|the last) task)';
const ESO =
  '(?:eso|esto|todo|todo (?:eso|esto)|(?:los|tus|esos|estos) cambios|lo que (?:hiciste|cambiaste)|todo lo que hiciste|' +
  '(?:la|esa|esta|la ultima) tarea|lo ultimo)';
const UNDO = sentencePattern(
  'undo',
  `(?:(?:can|could|would) you (?:please )?)?(?:undo|revert) ${WHAT}`,
  '(?:(?:can|could|would) you (?:please )?)?take (?:it|that|this) back',
  'deshacer|deshazlo|deshacelo|deshazla|deshacela|reviertelo|revertilo|reviertela|revertila',
  `(?:deshaz|deshace|revierte|reverti) ${ESO}`,
  `(?:puedes|podes|podrias) (?:deshacer|revertir) ${ESO}`,
  '(?:lo |la )?(?:puedes|podes|podrias) (?:deshacer(?:lo|la)?|revertir(?:lo|la)?)',
);

/**
 * True for words that ask to undo what a task did, and say nothing besides: `undo that pls`, `no, revert it`,
 * `deshaz eso porfa`. `undo that and add tests` and `undo the rename` are tasks.
 */
export function saysUndo(text: string): boolean {
  if (text.length > MAX_LENGTH || text.trim().startsWith('/') || /[`"'\d\n]/.test(text)) return false;
  // `no, undo it` undoes; without the comma, `no undo` says the opposite.
  const words = plainWords(text.replace(/^\s*no\s*[,.;:!-]+/iu, ''));
  return UNDO.test(withoutCourtesy(words.split(' ')).join(' '));
}

/** True for a message that consists of such words, typed in the chat by its sender just now. */
export function asksForUndo({ text, gesture, forwarded, scheduled, enclosed = [] }: InboundMessage): boolean {
  const isTheirs = gesture === undefined && forwarded !== true && scheduled === undefined;
  return isTheirs && enclosed.every(({ kind }) => kind === 'voice') && saysUndo(text);
}
