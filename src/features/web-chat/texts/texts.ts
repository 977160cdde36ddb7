import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** What the chat in the browser says. A text that is missing in one language is a type error. */
export type WebChatTexts = typeof english;

export const webChatTexts = inLanguage<WebChatTexts>({ en: () => english, es: () => spanish });
