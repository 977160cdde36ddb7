import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { chat as chatEn } from './chat-en.ts';
import { chat as chatEs } from './chat-es.ts';
import { finding as findingEn } from './finding-en.ts';
import { finding as findingEs } from './finding-es.ts';
import { page as pageEn } from './page-en.ts';
import { page as pageEs } from './page-es.ts';

const english = { finding: findingEn, chat: chatEn, page: pageEn };

/**
 * Everything that is said about specialists and the secretary. A text that is missing in one language is a type error.
 */
export type SecretaryTexts = typeof english;

/** In the language of these texts. */
export function secretaryTexts(texts: Texts): SecretaryTexts {
  return localeOf(texts) === 'es' ? { finding: findingEs, chat: chatEs, page: pageEs } : english;
}
