import { unreachable } from '../../../core/unreachable.ts';
import type { StoredFactor } from '../factor/factor-file.ts';
import { isPin } from '../factor/pin.ts';
import { stepOf } from '../factor/totp.ts';

export type CodeResult =
  /** `step`: only of an app's code. */
  { readonly kind: 'right'; readonly step: number | undefined } | { readonly kind: 'wrong' | 'used' };

interface CodeCheckContext {
  readonly nowMs: number;
  /** The last time step whose code was used: neither it nor an earlier one counts again. */
  readonly usedStep: number | undefined;
}

/** Compares a code with what is stored. It knows nothing of who sent it, or how often. */
export function checkCode(
  typed: string,
  factor: StoredFactor,
  { nowMs, usedStep }: CodeCheckContext,
): CodeResult {
  switch (factor.kind) {
    case 'pin':
      return isPin(typed, factor) ? { kind: 'right', step: undefined } : { kind: 'wrong' };
    case 'totp': {
      const step = stepOf(typed, factor, nowMs);
      if (step === undefined) return { kind: 'wrong' };
      // With the clock set back, the codes of that time are those that somebody may have seen.
      return usedStep !== undefined && step <= usedStep ? { kind: 'used' } : { kind: 'right', step };
    }
    default:
      return unreachable(factor);
  }
}
