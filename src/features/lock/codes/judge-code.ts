import type { CodeCheck } from '../../../contracts/channel.ts';
import { waitLeft } from '../decide-lock.ts';
import type { FactorFile } from '../factor/factor-file.ts';
import type { Factor, LockStore } from '../lock.ts';
import { checkCode } from './check-code.ts';

interface JudgeCodeParts {
  readonly rows: Pick<LockStore, 'findPerson' | 'addWrong' | 'clearWrong' | 'useStep'>;
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
