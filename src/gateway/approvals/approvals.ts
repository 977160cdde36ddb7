import type { SessionStatus } from '../../contracts/session.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import { MINUTE_MS } from '../../core/time.ts';

const REMIND_AFTER_MS = 30 * MINUTE_MS;
const PARK_AFTER_MS = 24 * 60 * MINUTE_MS;
const EXPIRE_AFTER_MS = 7 * 24 * 60 * MINUTE_MS;

export type ApprovalStep = 'none' | 'remind' | 'park' | 'expire';

/**
 * The next step for an unanswered question: one reminder, then the session parks (its worker was free all along, now
 * its folder is too), at last the question expires. Until then an answer counts, however late.
 */
export function approvalStep(
  { askedAtMs, remindedAtMs }: Pick<ApprovalRecord, 'askedAtMs' | 'remindedAtMs'>,
  session: SessionStatus,
  nowMs: number,
): ApprovalStep {
  const ageMs = nowMs - askedAtMs;
  if (ageMs >= EXPIRE_AFTER_MS) return 'expire';
  if (ageMs >= PARK_AFTER_MS) return session === 'waiting' ? 'park' : 'none';
  if (ageMs >= REMIND_AFTER_MS && remindedAtMs === undefined) return 'remind';
  return 'none';
}
