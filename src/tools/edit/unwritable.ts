import { editFailure } from './edit-failure.ts';

/** In a pattern with the flag `u`, this matches only a lone surrogate. */
const HALF_PAIR = /[\ud800-\udfff]/u;

/** Throws Failure `invalid` for text that a file cannot hold, or that no tool could read from it again. */
export function refuseUnwritable(text: string): void {
  if (text.includes('\0')) {
    throw editFailure(
      'binary',
      'The new text holds a NUL character, which would make the file binary. Write it as an escape of the language.',
    );
  }
  if (HALF_PAIR.test(text)) {
    throw editFailure(
      'encoding',
      'The new text holds half of a character (a lone surrogate), which no UTF-8 file can hold. Write the whole character.',
    );
  }
}
