import { inLanguage } from '../../core/texts/texts.ts';
import { machineTexts } from './en.ts';
import { machineTexts as spanish } from './es.ts';

/** Texts about other machines. A text that is missing in one language is a type error. */
export type MachineTexts = typeof machineTexts;

export const machineWords = inLanguage({
  en: () => ({ otherMachines: machineTexts }),
  es: () => ({ otherMachines: spanish }),
});
