import { inLanguage } from '../../../core/texts/texts.ts';
import { evalTexts } from './en.ts';
import { evalTexts as spanish } from './es.ts';

/** Everything that `wasap eval` says. A text that is missing in one language is a type error. */
export type EvalTexts = typeof evalTexts;

/** What `wasap eval` says, in this language. */
export const evalWords = inLanguage({ en: () => ({ eval: evalTexts }), es: () => ({ eval: spanish }) });
