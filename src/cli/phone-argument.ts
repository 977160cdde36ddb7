import { InvalidArgumentError } from 'commander';
import { digitsOf, phoneDigits } from '../core/phone-number.ts';
import type { Locale } from '../core/texts/texts.ts';

const REFUSAL = {
  en: 'Write a phone number with its country code, like +34600111222.',
  es: 'Escribe un teléfono con su código de país, como +34600111222.',
};

/** Reads the digits of a number that stands on the command line. */
export const phoneArgument =
  (locale: Locale) =>
  (text: string): string => {
    const digits = phoneDigits(text);
    if (digits !== undefined) return digits;
    throw new InvalidArgumentError(REFUSAL[locale]);
  };

/** The number of the account, once it is known. */
export function numberOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : digitsOf(address);
}
