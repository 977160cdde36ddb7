import { inLanguage } from '../../../core/texts/texts.ts';
import { chat as chatEn, commands as commandsEn, finding as findingEn, page as pageEn } from './en.ts';
import { chat as chatEs, commands as commandsEs, finding as findingEs, page as pageEs } from './es.ts';

const english = { finding: findingEn, chat: chatEn, page: pageEn, commands: commandsEn };

/**
 * Everything that is said about specialists and the secretary. A text that is missing in one language is a type error.
 */
export type SecretaryTexts = typeof english;

export const secretaryTexts = inLanguage<SecretaryTexts>({
  en: () => english,
  es: () => ({ finding: findingEs, chat: chatEs, page: pageEs, commands: commandsEs }),
});
