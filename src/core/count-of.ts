import { InvalidArgumentError } from 'commander';
import type { Locale } from './texts/texts.ts';

const REFUSAL = { en: 'Write a whole number above 0.', es: 'Escribe un número entero mayor que 0.' };

/** Reads a typed number of rows. @throws InvalidArgumentError unless it is a whole number above 0 */
export const countOf =
  (locale: Locale) =>
  (text: string): number => {
    const count = Number(text);
    if (Number.isInteger(count) && count > 0) return count;
    throw new InvalidArgumentError(REFUSAL[locale]);
  };
