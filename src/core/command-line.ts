import { InvalidArgumentError } from 'commander';
import { codeOf } from './failure.ts';
import { phoneDigits } from './phone-number.ts';
import type { Locale } from './texts/texts.ts';

const NO_COUNT = { en: 'Write a whole number above 0.', es: 'Escribe un número entero mayor que 0.' };
const NO_PHONE = {
  en: 'Write a phone number with its country code, like +34600111222.',
  es: 'Escribe un teléfono con su código de país, como +34600111222.',
};

/** Reads a typed number of rows. @throws InvalidArgumentError unless it is a whole number above 0 */
export const countOf =
  (locale: Locale) =>
  (text: string): number => {
    const count = Number(text);
    if (Number.isInteger(count) && count > 0) return count;
    throw new InvalidArgumentError(NO_COUNT[locale]);
  };

/** Reads the digits of a typed phone number. @throws InvalidArgumentError unless it has its country code */
export const phoneArgument =
  (locale: Locale) =>
  (text: string): string => {
    const digits = phoneDigits(text);
    if (digits !== undefined) return digits;
    throw new InvalidArgumentError(NO_PHONE[locale]);
  };

/** Ctrl-C, or a request to end, aborts the signal instead of ending the program: the work ends in order. */
export async function whileAsked<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const listener = (): void => stop.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, listener);
  try {
    return await work(stop.signal);
  } finally {
    for (const signal of signals) process.off(signal, listener);
  }
}

/** Errors of a closed pipe, and of a closed terminal. */
const NOBODY_READS = ['EPIPE', 'EIO'];

/** True for the error of writing to an output that is no longer read. */
export function isUnread(error: unknown): boolean {
  return NOBODY_READS.includes(codeOf(error) ?? '');
}

/**
 * Resolves when the output is no longer read, as with `head` after its last line. Later output is dropped without an
 * error.
 * @throws any other error of the output, in the event loop, as without this
 */
export function whenUnread(output: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    output.on('error', (error: unknown) => {
      if (!isUnread(error)) throw error;
      resolve();
    });
  });
}
