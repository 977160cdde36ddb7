import type { TrustedFile, TrustStore } from '../../contracts/trust.ts';
import { wasShown } from './shown-file.ts';

/** In the order of the chat: it is shown what a file would no longer ask about, accepts it, takes that back. */
export const TRUST_STEPS = ['review', 'yes', 'off'] as const;
export type TrustStep = (typeof TRUST_STEPS)[number];

/** What the person of this file can do next about it. */
export function trustStep(file: TrustedFile, trust: Pick<TrustStore, 'isAccepted' | 'findShown'>): TrustStep {
  if (trust.isAccepted(file)) return 'off';
  return wasShown(file, trust) ? 'yes' : 'review';
}

/** As it is typed behind the name of the file. */
export function trustWords(step: TrustStep): string {
  return step === 'review' ? '' : ` ${step}`;
}
