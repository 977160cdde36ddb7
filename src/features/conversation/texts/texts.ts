import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that this feature says. A text that is missing in one language is a type error. */
export type ConversationTexts = typeof english;

/** In the language of these texts. */
export function conversationTexts(texts: Texts): ConversationTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
