import type { Outcome } from '../../contracts/session.ts';
import type { SessionRest } from '../../contracts/session-stores.ts';
import type { ActiveSession } from '../active-session.ts';
import { budgetFacts, judgeBudget, limitsOf } from '../budget/budget.ts';
import { answerRequest, type CompactionResult, compactHistory } from './compact.ts';

/**
 * Compacts an idle session because the person asked for it, and leaves its state unchanged. It stays queued
 * meanwhile: after a crash it is simply begun again.
 * @returns undefined when the person has written something and the session runs on as usual
 */
export async function compactAtRest(session: ActiveSession): Promise<Outcome | undefined> {
  const { store } = session.parts;
  const { id } = session.record;
  const rest = store.contexts.findRequest(id)?.backTo;
  if (rest === undefined) return undefined;
  const restore = (): void =>
    store.sessions.update(id, { state: stateOf(rest), atMs: session.parts.clock.nowMs() });
  const isSpoken = (): boolean => store.steering.listUnread(id).length > 0;
  if (isSpoken()) return resumeRun(session);
  if (isOverMoney(session)) return endWith(session, 'money', restore);
  const done = await compactHistory(session, { overflow: undefined, also: () => isSpoken() || restore() });
  if (done.kind !== 'done')
    return isSuspended(done, session) ? SUSPENDED : endWith(session, notDone(done), restore);
  return isSpoken() ? resumeRun(session) : SUSPENDED;
}

/** The rows say how it continues. */
const SUSPENDED: Outcome = { kind: 'suspended' };

function stateOf({ status, reason, endedAtMs }: SessionRest) {
  return { status, reason, endedAtMs, cancelRequested: false };
}

function endWith(session: ActiveSession, why: 'nothing' | 'money' | 'failed', restore: () => void): Outcome {
  session.commit(() => {
    answerRequest(session, why);
    restore();
  });
  session.parts.outgoing.nudge();
  return SUSPENDED;
}

function notDone({ kind }: Exclude<CompactionResult, { kind: 'done' }>): 'nothing' | 'failed' {
  return kind === 'nothing' ? 'nothing' : 'failed';
}

/** The program is ending: the next one does it. */
function isSuspended(done: CompactionResult, { control: { signal } }: ActiveSession): boolean {
  return done.kind === 'fault' && done.fault.kind === 'stopped' && signal.reason !== 'cancel';
}

/** Begins a new run, as after a resume; a pending request for compaction is carried out in it. */
function resumeRun(session: ActiveSession): undefined {
  const { contexts } = session.parts.store;
  const { id, usage } = session.record;
  const request = contexts.findRequest(id);
  if (request !== undefined) session.defer(() => contexts.setRequest(id, { ...request, backTo: undefined }));
  session.change({ usage: { runStartRound: usage.round } });
}

function isOverMoney(session: ActiveSession): boolean {
  const budget = judgeBudget(budgetFacts(session), limitsOf(session));
  return budget.kind === 'stop' && budget.reason !== 'time';
}
