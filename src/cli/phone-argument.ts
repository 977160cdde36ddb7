import { InvalidArgumentError } from 'commander';
import { digitsOf, phoneDigits } from '../core/phone-number.ts';

/** The digits of a number that stands on the command line. */
export function phoneArgument(text: string): string {
  const digits = phoneDigits(text);
  if (digits !== undefined) return digits;
  throw new InvalidArgumentError('Write a phone number with its country code, like +34600111222.');
}

/** The number of the account, once it is known. */
export function numberOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : digitsOf(address);
}
