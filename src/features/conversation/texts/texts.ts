import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that this feature says. A text that is missing in one language is a type error. */
export type ConversationTexts = typeof english;

export const conversationTexts = inLanguage<ConversationTexts>({ en: () => english, es: () => spanish });
