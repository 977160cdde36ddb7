import { inLanguage } from '../../../core/texts/texts.ts';
import { uninstallTexts } from './en.ts';
import { uninstallTexts as spanish } from './es.ts';

/** What `wasap uninstall` says. A text that is missing in one language is a type error. */
export const uninstallWords = inLanguage({
  en: () => ({ uninstall: uninstallTexts }),
  es: () => ({ uninstall: spanish }),
});
