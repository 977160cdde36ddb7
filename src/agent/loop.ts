import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Block, ModelAnswer, ModelFault, ModelReply } from '../contracts/model.ts';
import type { Outage, Outcome, RunLimits } from '../contracts/session.ts';
import type { Turns } from '../core/work-queues.ts';
import type { ActiveSession } from './active-session.ts';
import { type BudgetDecision, budgetFacts, isProgressJudged, judgeBudget } from './budget/budget.ts';
import { limitsOf } from './budget/limits.ts';
import { consumeLastReplyGrant, parkForMoney } from './budget/money-question.ts';
import { endCommands, endNotices, TASK_ENDED } from './calls/background-ends.ts';
import { storesIntentAtOnce } from './calls/perform-call.ts';
import { parseCall } from './calls/read-call.ts';
import { closeAllCalls, runCalls } from './calls/tool-calls.ts';
import { keepChecklist } from './checklist.ts';
import { type CompactionResult, compactAfterOverflow, keepWithin, overflowIn } from './context/compact.ts';
import { filePictures, holdsNewPicture, refusalNote, withoutRefused } from './context/file-pictures.ts';
import { textBlock } from './context/person-blocks.ts';
import { isEmptyReply, latestNarration } from './latest-narration.ts';
import { notices } from './notices.ts';
import { folderNotes } from './prompt/folder-notes.ts';
import type { RoundStoring } from './session-round.ts';
import { fallbackFor, switchModel, waitedMs } from './switch-model.ts';

/** Replies in a row without use (empty, or cut off) before the session is parked. */
const MAX_UNPRODUCTIVE = 3;

/**
 * The loop: calls of the last reply, then a budget check, then the next reply. All state is in the session, so a
 * restarted program enters here and continues from the rows. Sessions take turns in sending requests and in handling
 * replies.
 */
export async function runSession(session: ActiveSession, turns: Turns): Promise<Outcome> {
  for (;;) {
    const stopped =
      endIfProjectGone(session) ?? (await finishRound(session)) ?? (await endIfStopped(session));
    if (stopped !== undefined) return stopped;
    const budget = judgeBudget(budgetFacts(session), limitsOf(session));
    if (budget.kind === 'stop') return endByBudget(session, budget);
    await turns.next();
    const closing = budget.kind === 'close' ? budget.why : undefined;
    const compacted = await keepWithin(session, closing !== undefined);
    // Compaction spent time and money: check both again.
    const ended =
      compacted === undefined
        ? await nextReply(session, turns, closing)
        : await endAfterCompactionFault(session, compacted);
    if (ended !== undefined) return ended;
  }
}

/** Why this reply is the last one, and has no tools; undefined when it is not. */
type CloseReason = Extract<BudgetDecision, { kind: 'close' }>['why'] | undefined;

async function nextReply(
  session: ActiveSession,
  turns: Turns,
  closing: CloseReason,
): Promise<Outcome | undefined> {
  const answer = await askModel(session, closing === undefined ? 'auto' : 'none');
  await turns.next();
  const overflow = overflowIn(answer);
  if (overflow !== undefined)
    return endAfterCompactionFault(session, await compactAfterOverflow(session, answer, overflow));
  if (answer.kind === 'fault') return takeFault(session, answer.fault);
  const { calls, text } = answer.reply;
  if (calls.length === 0) await session.parts.outgoing.lookBeforeEnd(session.record, text);
  return takeReply(session, answer.reply, closing);
}

async function endAfterCompactionFault(
  session: ActiveSession,
  compacted: CompactionResult,
): Promise<Outcome | undefined> {
  return compacted.kind === 'fault' ? endWithFault(session, compacted.fault) : undefined;
}

async function askModel(session: ActiveSession, toolChoice: 'auto' | 'none'): Promise<ModelAnswer> {
  const { record, parts, control } = session;
  session.trace.roundBegins();
  const reply = parts.assignments.modelOf(record).reply(
    {
      model: record.prompt.model,
      system: record.prompt.system ?? '',
      tools: session.history.tools(),
      messages: withoutRefused(session.history.messages),
      earlierCallIds: session.history.context.earlierCallIds(),
      toolChoice,
      sessionId: record.id,
      signal: control.signal,
    },
    (retry) => session.control.onEvent({ kind: 'model-retry', ...retry }),
  );
  const [answer] = await Promise.all([reply, announceRequest(session)]);
  return answer;
}

/** The request is on its way before the next turn of the loop: neither the disk nor the progress message delays it. */
async function announceRequest(session: ActiveSession): Promise<void> {
  await nextTurn();
  session.writes.writeTranscript();
  session.round.show();
  session.control.onEvent({ kind: 'model-asked', round: session.record.usage.round + 1 });
}

/** Puts a reply into the history and says whether the run ends with it. */
async function takeReply(
  session: ActiveSession,
  reply: ModelReply,
  closing: CloseReason,
): Promise<Outcome | undefined> {
  session.trace.noteReply(reply);
  if (session.record.state.outageWaits !== undefined)
    session.writes.change({ state: { outageWaits: undefined } });
  const unproductive = session.guards.countUnproductive(isUnproductive(reply));
  if (reply.stopReason === 'refusal') {
    session.spending.addReply(reply);
    return session.end({ kind: 'parked', reason: 'refused', detail: reply.text, text: '' });
  }
  if (isEmptyReply(reply)) return takeEmptyReply(session, reply, unproductive);
  session.round.begin(reply);
  if (reply.stopReason === 'max_tokens' && unproductive >= MAX_UNPRODUCTIVE) {
    closeAllCalls(session, notices.notRunLimit);
    return session.end({ kind: 'parked', reason: 'cut-off', detail: '', text: reply.text });
  }
  if (closing !== undefined) return endClosed(session, reply, closing);
  if (reply.calls.length === 0 && reply.stopReason !== 'pause_turn') return endTurn(session, reply);
  // Committed before any call of it runs: after a crash no second reply is needed. The disk is waited for with the
  // first intent, before which no call has an effect.
  if (reply.calls.length === 0) session.writes.commit();
  else if (!storesIntentAtOnce(session)) session.writes.commitUnflushed();
  const words = session.parts.redactor.redact(latestNarration(reply.content));
  session.control.onEvent({ kind: 'model-said', round: session.record.usage.round, words });
  return undefined;
}

/**
 * A reply without text or calls must not stay in the history: the API would refuse an empty message in every later
 * request, and thinking that was cut off has no signature.
 */
function takeEmptyReply(
  session: ActiveSession,
  reply: ModelReply,
  unproductive: number,
): Outcome | undefined {
  session.spending.addReply(reply);
  const wasCut = reply.stopReason === 'max_tokens';
  if (unproductive >= MAX_UNPRODUCTIVE) {
    const reason = wasCut ? 'cut-off' : 'empty';
    return session.end({ kind: 'parked', reason, detail: '', text: '' });
  }
  session.history.addUserText(wasCut ? notices.cutOff : notices.emptyReply);
  return undefined;
}

/** Ends the run with the closing reply, which had no tools. */
function endClosed(session: ActiveSession, reply: ModelReply, reason: NonNullable<CloseReason>): Outcome {
  const { round, runStartRound } = session.record.usage;
  closeAllCalls(session, notices.notRunLimit);
  if (reply.calls.length === 0) session.round.uncount();
  if (reason === 'money') consumeLastReplyGrant(session);
  // The closing reply is none of the rounds.
  const detail = reason === 'money' ? '' : String(round - 1 - runStartRound);
  return session.end({ kind: 'parked', reason, detail, text: reply.text });
}

/**
 * Ends the run when the model wants to stop, unless the person has written meanwhile, a background command has
 * ended, or the reply was cut off. Commands that still run are ended before the report is stored.
 */
async function endTurn(session: ActiveSession, reply: ModelReply): Promise<Outcome | undefined> {
  await session.history.documents.bring();
  if (addNews(session)) return undefined;
  if (reply.stopReason === 'max_tokens') {
    session.history.addUserText(notices.cutOff);
    return undefined;
  }
  if (await addHookObjection(session, reply)) return undefined;
  if (await endCommands(session.record, session.parts, TASK_ENDED)) {
    await session.history.documents.bring();
    if (addNews(session)) return undefined;
  }
  session.round.uncount();
  return session.end({ kind: 'done', text: reply.text });
}

/** Adds why a hook does not let the model end yet; true when one does not. */
async function addHookObjection(session: ActiveSession, { text }: ModelReply): Promise<boolean> {
  const { parts, record, control } = session;
  const why = await parts.assignments.calls.beforeEnd(record, text, control.signal);
  if (why !== undefined) session.history.addUserText(why);
  return why !== undefined;
}

/** Adds ends of background commands and the person's new words; true when there were any. */
function addNews(session: ActiveSession): boolean {
  const extras = [...endNotices(session).map(textBlock), ...session.history.takeSteering()];
  if (extras.length > 0) session.history.addMessage({ role: 'user', content: extras });
  return extras.length > 0;
}

/** Ends a run whose project is gone, before its calls run: they would change the files at that path now, or create the folder again. */
function endIfProjectGone(session: ActiveSession): Outcome | undefined {
  const { parts, record } = session;
  if (parts.reading.isRealFolder(record.project)) return undefined;
  closeAllCalls(session, notices.notRunLimit);
  const detail = basename(record.project);
  return session.end({ kind: 'parked', reason: 'project-gone', detail, text: '' });
}

/** Runs the open calls of the last reply and puts results, the person's words and notices into the history. */
async function finishRound(session: ActiveSession): Promise<Outcome | undefined> {
  if (session.round.openCalls.length === 0) {
    // The disk is waited for before anything has an effect: a power cut until then takes back only what is done again.
    session.writes.commitToAsk();
    return undefined;
  }
  const run = await runCalls(session);
  if (run.kind === 'waiting') return run.outcome;
  if (run.kind === 'suspended') return { kind: 'suspended' };
  await keepChecklist(session);
  // Whether the task advances is read from the rows, so that a restarted program decides the same.
  if (isProgressJudged(session.record.usage, limitsOf(session))) session.writes.commitUnflushed();
  const ends = run.kind === 'complete' ? endNotices(session) : [];
  const pictures = await filePictures(session);
  await session.history.documents.bring();
  const steering = session.history.takeSteering();
  const texts = [...run.notices, ...ends, ...folderNotes(session)];
  const extras = [...pictures, ...texts.map(textBlock), ...steering];
  const budget = judgeBudget(budgetFacts(session), limitsOf(session));
  if (budget.kind === 'close') extras.push(textBlock(lastWords(budget.why)));
  else if (budget.kind === 'go' && budget.wrapUpIn !== undefined)
    extras.push(textBlock(notices.wrapUp(budget.wrapUpIn)));
  session.round.close(extras, {
    isLastRound: budget.kind === 'close',
    storing: whenToStore(session, steering),
  });
  if (run.kind === 'broken')
    return session.end({ kind: 'parked', reason: run.reason, detail: run.detail, text: '' });
  return undefined;
}

function lastWords(why: NonNullable<CloseReason>): string {
  return why === 'no-progress' ? notices.standsStill : notices.lastReply;
}

/** Ends the run at `/cancel`, from this process or another, and at the end of the program. */
async function endIfStopped(session: ActiveSession): Promise<Outcome | undefined> {
  const { signal } = session.control;
  if (signal.aborted && signal.reason !== 'cancel') {
    session.round.show();
    return { kind: 'suspended' };
  }
  const asked = session.parts.store.sessions.isCancelRequested(session.record.id);
  if (!signal.aborted && !asked) return undefined;
  // A message that the task has stopped must be true of its commands as well.
  await endCommands(session.record, session.parts, 'cancel');
  return session.end({ kind: 'cancelled' });
}

function endByBudget(session: ActiveSession, stop: Extract<BudgetDecision, { kind: 'stop' }>): Outcome {
  const outcome = { kind: 'parked', reason: stop.reason, detail: stop.detail, text: '' } as const;
  return stop.reason === 'money' ? parkForMoney(session, outcome) : session.end(outcome);
}

async function takeFault(session: ActiveSession, fault: ModelFault): Promise<Outcome | undefined> {
  if (fault.kind === 'request' && holdsNewPicture(session.history.messages)) {
    session.parts.log.warn('agent.picture.refused', {
      session_id: session.record.id,
      detail: fault.detail,
    });
    session.history.addUserText(refusalNote(session.history.messages));
    return undefined;
  }
  return endWithFault(session, fault);
}

/** Undefined when another model goes on at once. */
async function endWithFault(session: ActiveSession, fault: ModelFault): Promise<Outcome | undefined> {
  if (fault.kind === 'stopped') return (await endIfStopped(session)) ?? { kind: 'suspended' };
  session.parts.log.warn('agent.model.fault', {
    session_id: session.record.id,
    fault: fault.kind,
    detail: fault.detail,
  });
  if (fault.kind === 'busy' || fault.kind === 'unreachable' || fault.kind === 'silent')
    return endForNow(session, fault);
  return session.end({ kind: 'parked', reason: fault.kind, detail: fault.detail, text: '' });
}

/**
 * The quick retries failed: the session waits and retries by itself, up to a limit. A server's retry time makes a
 * wait longer; on the first fault it is honoured even when the settings allow no wait. Undefined: a model that is
 * overloaded for long is replaced instead.
 */
function endForNow(
  session: ActiveSession,
  fault: Extract<ModelFault, { kind: Outage }>,
): Outcome | undefined {
  const {
    clock,
    settings: { limits },
  } = session.parts;
  const { kind, detail } = fault;
  const retryAtMs = fault.kind === 'busy' ? fault.retryAtMs : undefined;
  const waits = session.record.state.outageWaits ?? 0;
  const leastMs = waits === 0 && retryAtMs !== undefined ? 0 : undefined;
  const waitMs = nextWaitMs(waits, limits.outage) ?? leastMs;
  const overload = { waits, nextMs: waitMs, retryInMs: (retryAtMs ?? 0) - clock.nowMs() };
  const other = kind === 'busy' ? fallbackFor(session, overload) : undefined;
  if (other !== undefined) return void switchModel(session, other);
  session.writes.change({ state: { outageWaits: waitMs === undefined ? undefined : waits + 1 } });
  return waitMs === undefined
    ? session.end({ kind: 'parked', reason: kind, detail, text: '' })
    : session.end({
        kind: 'paused',
        untilMs: Math.max(retryAtMs ?? 0, clock.nowMs() + waitMs),
        why: kind,
        detail,
      });
}

/** A reply that does not advance the task. */
function isUnproductive(reply: ModelReply): boolean {
  return isEmptyReply(reply) || reply.stopReason === 'max_tokens';
}

/**
 * Decides when the results of a round are stored: as late as possible while only time can be lost, because work that
 * a kill or a power cut takes back is done again, or found done.
 * @param steering what the person wrote meanwhile, as it is sent with the results
 */
function whenToStore(session: ActiveSession, steering: readonly Block[]): RoundStoring {
  if (!canBeDoneAgain(session)) return 'at-once';
  // A plan reads the next step from the rows.
  const isPlanned = session.record.terms?.isPlanned === true;
  // The last run ended because the disk was full: the model is not paid again before there is room.
  const wasBrokenOff = !session.round.tookReply;
  // The author can change a message until it counts as read.
  const isSteered = steering.length > 0;
  // Content that the model has been sent must be sent again unchanged.
  const mustStand = isSteered || session.round.isUnrepeatable;
  return isPlanned || wasBrokenOff || mustStand ? 'unflushed' : 'meanwhile';
}

/** True when each call of the last reply changes nothing, or can tell from the files whether it was done. */
function canBeDoneAgain(session: ActiveSession): boolean {
  return session.round.openCalls.every((call) => {
    const ready = parseCall(session, call);
    if (ready.kind === 'unusable' || ready.effect === 'reads') return true;
    return ready.tool.files !== undefined && ready.tool.recover !== undefined;
  });
}

/**
 * How long a session waits for an unavailable model after so many waits in a row; undefined when the limit is used
 * up. The last wait is shortened, so that all of them together are exactly `longestMs`.
 */
export function nextWaitMs(waits: number, { waitsMs, longestMs }: RunLimits['outage']): number | undefined {
  const waitAt = (index: number): number => waitsMs[Math.min(index, waitsMs.length - 1)] ?? 0;
  const leftMs = longestMs - waitedMs(waits, { waitsMs });
  return leftMs > 0 ? Math.min(waitAt(waits), leftMs) : undefined;
}
