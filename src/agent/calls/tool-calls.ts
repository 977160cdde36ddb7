import type { Outcome, ParkReason } from '../../contracts/session.ts';
import type { CallRecord, CallResult } from '../../contracts/store.ts';
import type { ActiveSession } from '../active-session.ts';
import { logLoop } from '../loops/log-loop.ts';
import { callKey, type LoopDecision, type LoopTurn } from '../loops/loop-guard.ts';
import { notices } from '../notices.ts';
import { callEnd } from './call-end.ts';
import { failedResult } from './call-record.ts';
import { carryThrough } from './carry-through.ts';
import { type CallPermission, PERMITTED_EARLIER, permissionFor, type RejudgeReason } from './permission.ts';
import { type OpenedCall, type ParsedCall, parseCall } from './read-call.ts';

type CallsRun =
  /** Every call has a result; `notices` go to the model with them. */
  | { readonly kind: 'complete'; readonly notices: readonly string[] }
  /** A guard ended the run; every call has a result. */
  | {
      readonly kind: 'broken';
      readonly reason: ParkReason;
      readonly detail: string;
      readonly notices: readonly string[];
    }
  | { readonly kind: 'waiting'; readonly outcome: Outcome }
  | { readonly kind: 'suspended' };

/**
 * Runs the open calls of the last reply, wave by wave: reads together, anything else alone and in the model's order.
 * What was done before a crash or a wait is not done again. A failing tool never throws: its failure is its result.
 */
export async function runCalls(session: ActiveSession): Promise<CallsRun> {
  const ready = session.round.openCalls.map((call) => parseCall(session, call));
  const texts: string[] = [];
  for (const wave of wavesOf(ready, (call) => call.kind === 'unusable' || call.effect === 'reads')) {
    const halt = await runWave(session, wave, texts);
    if (halt !== undefined) return halt;
  }
  if (tooManyMalformed(session, ready)) {
    return { kind: 'broken', reason: 'malformed', detail: ready[0]?.call.tool ?? '', notices: texts };
  }
  return { kind: 'complete', notices: texts };
}

type Halt = Exclude<CallsRun, { kind: 'complete' }>;

interface JudgedTurn {
  readonly call: CallRecord;
  readonly turn: LoopTurn;
}

/** Carries out the calls of one wave; repeats are judged when all have ended, in the model's order. */
async function runWave(
  session: ActiveSession,
  wave: readonly ParsedCall[],
  texts: string[],
): Promise<Halt | undefined> {
  const { loops } = session.guards;
  const turns: JudgedTurn[] = [];
  const running: Promise<Halt | undefined>[] = [];
  for (const ready of wave.filter(({ call }) => call.state !== 'done')) {
    const { call } = ready;
    const key = callKey(call.tool, call.input);
    if (loops.needsResults(key)) await Promise.all(running);
    const turn = call.state === 'open' ? loops.begin(key, call.round) : loops.goOn(key, call.round);
    turns.push({ call, turn });
    if (turn.decision.kind === 'ok') running.push(runCallToResult(session, ready, turn));
    else recordResult(session, { call, result: failedResult(notRunText(call, turn.decision)) });
  }
  const halt = (await Promise.all(running)).find((one) => one !== undefined);
  return halt ?? applyLoopGuard(session, turns, texts);
}

/** Carries one call to its result, or returns why the round stops here. */
async function runCallToResult(
  session: ActiveSession,
  ready: ParsedCall,
  turn: LoopTurn,
): Promise<Halt | undefined> {
  const { call } = ready;
  const { signal } = session.control;
  // A call that an earlier program started may still run: the code that looks into it stops it.
  const isToBeStopped = call.state === 'started' && signal.reason === 'cancel';
  if (signal.aborted && !isToBeStopped) return stopCall(session, call);
  const result = await session.trace.traceCall(call, async () =>
    ready.kind === 'unusable'
      ? failedResult(ready.text)
      : carryThrough(session, ready, (opened, again) => judgeCall(session, opened, again)),
  );
  if ('kind' in result) return result;
  recordResult(session, { call, turn, result });
  return undefined;
}

/** What an earlier program has started was permitted then. */
async function judgeCall(
  session: ActiveSession,
  call: OpenedCall,
  again: RejudgeReason,
): Promise<CallPermission> {
  return call.call.state === 'started' ? PERMITTED_EARLIER : permissionFor(session, call, again);
}

/** Warns the model about repeats, or ends the run at the first one that goes too far. */
function applyLoopGuard(
  session: ActiveSession,
  turns: readonly JudgedTurn[],
  texts: string[],
): Halt | undefined {
  for (const { call, turn } of turns) {
    const loop = turn.decision.kind === 'ok' ? session.guards.loops.judge(turn) : turn.decision;
    if (loop.kind === 'ok') continue;
    logLoop(session, { tool: call.tool, loop, history: session.guards.loops.history() });
    if (loop.kind === 'warn') texts.push(notices.repeated(call.tool, loop.count));
    if (loop.kind === 'break') {
      closeAllCalls(session, notices.notRunLimit);
      texts.push(notices.circuitBroken(call.tool, loop.count));
      return { kind: 'broken', reason: 'loop', detail: `${call.tool} × ${loop.count}`, notices: texts };
    }
  }
  return undefined;
}

function notRunText({ tool }: CallRecord, loop: LoopDecision): string {
  return loop.kind === 'skip' ? notices.skippedPingPong(tool) : notices.notRunLimit;
}

/**
 * Gives every call without a result this one: a call without a result in the history would be refused by the API.
 */
export function closeAllCalls(session: ActiveSession, text: string): void {
  for (const call of session.round.openCalls) {
    if (call.state !== 'done') recordResult(session, { call, result: failedResult(text) });
  }
}

/**
 * The person stopped the run, or the program ends: then the rows stay as they are and the next program continues.
 */
function stopCall(session: ActiveSession, call: CallRecord): Halt | undefined {
  if (session.control.signal.reason !== 'cancel') return { kind: 'suspended' };
  recordResult(session, { call, result: failedResult(notices.stopped) });
  return undefined;
}

interface FinishedCall {
  readonly call: CallRecord;
  readonly result: CallResult;
  /** Missing for a call that was kept from running. */
  readonly turn?: LoopTurn;
}

function recordResult(session: ActiveSession, { call, result, turn }: FinishedCall): void {
  session.round.finishCall(call, result);
  if (turn !== undefined) session.guards.loops.end(turn, callEnd(session.toolbox.tools, call, result));
  session.control.onEvent({
    kind: 'tool-ended',
    tool: call.tool,
    ok: result.ok,
    durationMs: result.durationMs,
    data: result.data,
  });
}

/** Rounds in a row in which no call could be parsed. */
const MAX_MALFORMED_ROUNDS = 3;

function tooManyMalformed(session: ActiveSession, ready: readonly ParsedCall[]): boolean {
  const unusable = ready.every((call) => call.kind === 'unusable');
  return session.guards.countMalformed(unusable) >= MAX_MALFORMED_ROUNDS;
}

/** How many read-only calls may run at the same time. */
const MAX_TOGETHER = 8;

/**
 * Splits the calls of one reply, in their order, into waves: neighbouring reads run together, anything else alone.
 * `[read, read, edit, read, read]` makes three waves.
 */
export function wavesOf<Call>(
  calls: readonly Call[],
  isRead: (call: Call) => boolean,
): readonly (readonly Call[])[] {
  const waves: Call[][] = [];
  let open: Call[] | undefined;
  for (const call of calls) {
    if (!isRead(call)) {
      waves.push([call]);
      open = undefined;
    } else if (open !== undefined && open.length < MAX_TOGETHER) {
      open.push(call);
    } else {
      open = [call];
      waves.push(open);
    }
  }
  return waves;
}
