import { isFailure, sentenceIn } from '../../core/failure.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';

/**
 * Why a worker could not do what it was asked for, in words for a person. What was not expected is a bug: the log has
 * it.
 */
export function whyFailed(error: unknown, locale: Locale): string {
  return isFailure(error) ? sentenceIn(locale, error) : texts(locale).replies.internalFault;
}
