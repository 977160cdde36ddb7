import type { Failure } from '../../../core/failure.ts';
import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { scheduleFaults } from './faults-es.ts';

/** The sentence of a Failure for a person: in their language where there is one, else its own, which models read. */
export function faultText({ facts, message }: Failure, texts: Texts): string {
  const { rule } = facts;
  if (localeOf(texts) === 'en' || typeof rule !== 'string') return message;
  return Object.hasOwn(scheduleFaults, rule) ? (scheduleFaults[rule]?.(facts) ?? message) : message;
}
