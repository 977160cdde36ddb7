import { type MachineTexts, machineWords } from '../../../cluster/texts/texts.ts';
import { inLanguage, type Locale, type Texts, texts } from '../../../core/texts/texts.ts';
import { checkTexts, doctorTexts, pageTexts } from './en.ts';
import { doctorTexts as spanish, checkTexts as spanishChecks, pageTexts as spanishPage } from './es.ts';

/** Everything that is said about findings. A text that is missing in one language is a type error. */
export interface DoctorWords extends Pick<Texts, 'link' | 'sandbox' | 'status'> {
  readonly doctor: typeof doctorTexts;
  /** About what people set up around the program. */
  readonly checks: typeof checkTexts;
  /** What the page in the browser says around them. */
  readonly page: typeof pageTexts;
  /** About other machines. */
  readonly otherMachines: MachineTexts;
}

export function doctorWords(locale: Locale): DoctorWords {
  const { link, sandbox, status } = texts(locale);
  return { link, sandbox, status, ...machineWords(locale), ...ownWords(locale) };
}

const ownWords = inLanguage({
  en: () => ({ doctor: doctorTexts, checks: checkTexts, page: pageTexts }),
  es: () => ({ doctor: spanish, checks: spanishChecks, page: spanishPage }),
});
