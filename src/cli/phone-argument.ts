import { InvalidArgumentError } from 'commander';
import { phoneDigits } from '../core/phone-number.ts';

/** The digits of a number that stands on the command line. */
export function phoneArgument(text: string): string {
  const digits = phoneDigits(text);
  if (digits !== undefined) return digits;
  throw new InvalidArgumentError('Expected a phone number with its country code.');
}
