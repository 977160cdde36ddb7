import { InvalidArgumentError } from 'commander';

/** A typed number of rows. @throws InvalidArgumentError unless it is a whole number above 0 */
export function countOf(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('Write a whole number above 0.');
}
