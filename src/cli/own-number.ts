import { digitsOf } from '../core/phone-number.ts';

/** The number of the account, once it is known. */
export function numberOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : digitsOf(address);
}
