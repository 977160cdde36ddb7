import type { CodeCheck } from '../../../contracts/channel.ts';
import { unreachable } from '../../../core/failure.ts';
import { waitLeft } from '../decide-lock.ts';
import type { FactorFile, StoredFactor } from '../factor/factor-file.ts';
import { isPin } from '../factor/pin.ts';
import { stepOf } from '../factor/totp.ts';
import type { CodeTries, Factor, LockLookup } from '../lock.ts';

interface JudgeCodeParts {
  readonly rows: LockLookup & CodeTries;
  readonly file: Pick<FactorFile, 'read'>;
  readonly nowMs: number;
}

export type JudgedCode = Exclude<CodeCheck, 'lost' | 'uncounted'>;

/**
 * Judges a code that this person typed anywhere. A wrong one is counted and makes the next one wait, a right one of an
 * app is used up. Inside a transaction, so that two at once are two tries.
 */
export function judgeCode(
  person: string,
  digits: string,
  factor: Factor,
  { rows, file, nowMs }: JudgeCodeParts,
): JudgedCode {
  if (waitLeft(rows.findPerson(person), nowMs) > 0) return 'too-soon';
  const stored = file.read();
  if (stored === undefined || stored.kind !== factor.kind) return 'unusable';
  const result = checkCode(digits, stored, { nowMs, usedStep: factor.usedStep });
  if (result.kind === 'wrong') rows.addWrong(person, nowMs);
  if (result.kind === 'right') {
    rows.clearWrong(person);
    if (result.step !== undefined) rows.useStep(result.step);
  }
  return result.kind;
}

type CodeResult =
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
