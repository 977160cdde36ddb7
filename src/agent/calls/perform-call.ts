import * as z from 'zod';
import type { WorkspaceState } from '../../contracts/checkpoints.ts';
import type { CallRecord, CallResult } from '../../contracts/store.ts';
import { CHANGED, type CommandAudit, type Effect, type ToolAnswer } from '../../contracts/tool.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { type Failure, isFailure, messageOf } from '../../core/failure.ts';
import type { Json } from '../../core/json.ts';
import { unlessAborted } from '../../core/waiting.ts';
import type { ActiveSession } from '../active-session.ts';
import { notices } from '../notices.ts';
import { failedResult, isOfCall } from './call-record.ts';
import { closeAttempt } from './close-attempt.ts';
import { logCommand } from './command-journal.ts';
import type { CallPermission, RejudgeReason } from './permission.ts';
import { hookedCall, labelOf, type OpenedCall, parseCall, type ReadyCall } from './read-call.ts';

const DEFAULT_TIMEOUT_MS = MINUTE_MS;
/** What cannot be taken back with the files of this machine. */
const REACHES_OUT: readonly Effect[] = ['executes', 'network'];

/** Stored before a call acts. */
const CallIntent = z.object({
  /** The input that was judged, and approved if a person was asked. */
  reviewed: z.custom<Json>((value) => value !== undefined),
  /** The tool's own state from before the call. */
  prepared: z.custom<Json>((value) => value !== undefined),
});
type CallIntent = z.infer<typeof CallIntent>;

interface GrantedCall {
  readonly ready: OpenedCall;
  readonly permission: Extract<CallPermission, { kind: 'granted' }>;
  /** True when an earlier attempt that never ran has its audit row already. */
  readonly isRecorded: boolean;
}

/**
 * Carries out one permitted call. A call that changes the world has its intent stored before it starts; one that an
 * earlier program started is looked into first. `suspended`: the program ends, the rows stay as they are.
 * `never-ran`, `changed`: nothing was done, and the permission has to be judged again.
 */
export async function performCall(
  session: ActiveSession,
  performance: GrantedCall,
): Promise<CallResult | 'suspended' | Exclude<RejudgeReason, undefined>> {
  const { ready } = performance;
  // Code that needs the baseline reports a failure to take it.
  if (ready.effect !== 'reads') session.ledger.takeBaseline().catch(() => undefined);
  // This does not count toward the call's own time limit: the first state of a large project takes a while.
  const files = await filesChangedBy(session, ready);
  if (ready.call.state !== 'started') await checkpointBefore(session, ready, files);
  const { signal } = session.control;
  if (signal.aborted && signal.reason !== 'cancel') return 'suspended';
  if (signal.aborted && ready.call.state !== 'started') return failedResult(notices.stopped);
  const performed = await performInTime(session, performance);
  if (typeof performed === 'string') return performed;
  const { result } = performed;
  // Before the state of the files is kept: what a hook formats belongs to this call.
  const said = result.ok ? await hooksAfter(session, ready, result) : '';
  const [note] = await Promise.all([callNote(performed, signal), checkpointAfter(session, ready, files)]);
  const more = [note, said].filter((text) => text !== '');
  if (more.length === 0) return result;
  session.round.isUnrepeatable = true;
  return { ...result, text: [result.text, ...more].join('\n') };
}

/** The files that the call names, unless others may change with them. */
async function filesChangedBy(session: ActiveSession, ready: ReadyCall): Promise<NamedFiles> {
  const { calls } = session.parts.assignments;
  const isWider = ready.effect !== 'reads' && (await calls.mayChangeFiles(hookedCall(session, ready)));
  return isWider ? undefined : filesOf(session, ready);
}

function hooksAfter(session: ActiveSession, ready: ReadyCall, result: CallResult): Promise<string> {
  const { parts, control } = session;
  return parts.assignments.calls.after(hookedCall(session, ready), result, control.signal);
}

interface PerformedCall extends Pick<ToolAnswer<unknown>, 'note'> {
  readonly result: CallResult;
}

/** Stopping does not wait for a mere note. */
async function callNote({ note }: PerformedCall, signal: AbortSignal): Promise<string> {
  return (note && (await unlessAborted(note, signal))) ?? '';
}

async function performInTime(
  session: ActiveSession,
  { ready, permission, isRecorded }: GrantedCall,
): Promise<PerformedCall | 'suspended' | Exclude<RejudgeReason, undefined>> {
  const { call, tool } = ready;
  session.control.onEvent({
    kind: 'tool-started',
    round: call.round,
    doing: tool.doing,
    label: labelOf(call),
  });
  const { clock } = session.parts;
  const startedUpMs = clock.upMs();
  const limit = timeLimit(session, ready);
  ready.own.approvedWith(permission.words);
  try {
    const work = runOrRecover(session, { ready, permission, isRecorded });
    const answer = await Promise.race([work, limit.ended]);
    if (answer === 'suspended' || answer === 'never-ran') return answer;
    const durationMs = countDuration(session, ready, {
      answer,
      watchedMs: Math.round(clock.upMs() - startedUpMs),
    });
    return { result: resultOf(session, ready, { answer, durationMs }), note: answer.note };
  } catch (error) {
    if (!isOfCall(error)) throw error;
    if (error.facts.rule === CHANGED) return 'changed';
    const durationMs = Math.round(clock.upMs() - startedUpMs);
    return { result: failedResult(whyFailed(error, call, limit), durationMs) };
  } finally {
    limit.release();
  }
}

/**
 * Returns how long a call took, in milliseconds. A command that an earlier program started worked before this one
 * watched it: its own record says how long, and the part that was not watched is added to the working time of the task.
 */
function countDuration(
  session: ActiveSession,
  { call }: OpenedCall,
  { answer, watchedMs }: { readonly answer: ToolAnswer<unknown>; readonly watchedMs: number },
): number {
  if (call.state !== 'started') return watchedMs;
  const unwatchedMs = Math.max(0, (answer.audit?.durationMs ?? 0) - watchedMs);
  session.spending.addActive(unwatchedMs);
  return watchedMs + unwatchedMs;
}

function whyFailed({ message }: Failure, { tool }: CallRecord, limit: TimeLimit): string {
  if (limit.isCancelled()) return notices.stoppedMidway;
  return limit.hasTimedOut() ? notices.timedOut(tool, limit.ms / 1000) : message;
}

async function runOrRecover(
  session: ActiveSession,
  performance: GrantedCall,
): Promise<ToolAnswer<unknown> | 'never-ran'> {
  const { ready } = performance;
  if (ready.effect === 'reads') return ready.tool.run(ready.input, ready.own.context, null);
  return ready.call.state === 'started' ? recoverCall(ready) : prepareAndRun(session, performance);
}

async function prepareAndRun(session: ActiveSession, performance: GrantedCall): Promise<ToolAnswer<unknown>> {
  const { ready, permission } = performance;
  const { tool, input } = ready;
  const { context } = ready.own;
  await session.ledger.takeBaseline();
  const { reviewed } = permission;
  const prepared = (await tool.prepare?.(input, context, reviewed)) ?? null;
  storeIntent(session, performance, { reviewed, prepared });
  await session.round.lastCheckpoint?.onDisk;
  if (REACHES_OUT.includes(ready.effect)) await askBeforeCommand(session, performance);
  try {
    return await tool.run(input, context, prepared);
  } catch (error) {
    if (isFailure(error) && error.facts.rule === CHANGED) {
      closeAttempt(session, ready.call, permission.audit?.command);
    }
    throw error;
  }
}

/** @throws Failure when another machine has the conversation by now */
async function askBeforeCommand(session: ActiveSession, { ready, permission }: GrantedCall): Promise<void> {
  try {
    await session.parts.commands.ownership?.beforeCommand(session.record.conversation);
  } catch (error) {
    if (isFailure(error))
      closeAttempt(session, ready.call, permission.audit?.command, 'not started: it goes on elsewhere');
    throw error;
  }
}

/**
 * Finds out what became of a call that an earlier program started. When that is unknown, the model is told to verify.
 */
async function recoverCall({
  call,
  tool,
  input,
  effect,
  own: { context },
}: OpenedCall): Promise<ToolAnswer<unknown> | 'never-ran'> {
  if (tool.recover === undefined) {
    if (effect === 'asks' || effect === 'reads') return 'never-ran';
    return { text: notices.interrupted(''), data: null };
  }
  const found = await tool.recover(input, context, CallIntent.parse(call.prepared).prepared);
  if (found.kind === 'rerun') return 'never-ran';
  return found.kind === 'done' ? found.answer : { text: notices.interrupted(found.detail), data: null };
}

/** The write-ahead record: after this commit, and not before, the call may have an effect. */
function storeIntent(
  session: ActiveSession,
  { ready: { call }, permission, isRecorded }: GrantedCall,
  intent: CallIntent,
): void {
  const { store, clock } = session.parts;
  const atMs = clock.nowMs();
  const { approval, grant, audit } = permission;
  // What a killed command worked is added to this: see `countDuration`.
  session.writes.change({ usage: { activeMs: session.spending.activeMs() } });
  session.writes.commit(() => {
    store.calls.markStarted(call.session, call.id, { prepared: intent, atMs });
    if (approval !== undefined) store.approvals.markUsed(approval.id);
    if (grant !== undefined) {
      store.grants.noteUse({ grant: grant.seq, session: call.session, call: call.id, atMs });
    }
    if (audit !== undefined && !isRecorded) {
      store.commandLog.addAttempt({
        session: call.session,
        call: call.id,
        phoneNumber: session.record.owner,
        ...audit,
      });
    }
  });
}

function resultOf(
  session: ActiveSession,
  { call, tool }: ReadyCall,
  { answer, durationMs }: { readonly answer: ToolAnswer<unknown>; readonly durationMs: number },
): CallResult {
  if (answer.audit !== undefined) recordAudit(session, call, answer.audit);
  if (answer.spent !== undefined) session.spending.addReply(answer.spent, answer.spent.model);
  if (answer.data === null) return failedResult(answer.text, durationMs);
  // Every output schema describes plain JSON; parsing strips whatever else a tool returned by mistake.
  const data = tool.output.parse(answer.data) as Json;
  return { text: answer.text, data, ok: true, durationMs };
}

function recordAudit(session: ActiveSession, call: CallRecord, audit: CommandAudit): void {
  const { store, log } = session.parts;
  session.writes.defer(() => store.commandLog.complete(call.session, call.id, audit));
  const attempt = store.commandLog.findAttempt(call.session, call.id);
  logCommand(log, { session: session.record, attempt, audit, background: false });
}

interface TimeLimit {
  readonly ms: number;
  /** Resolves when the program ends: the call is then left to its supervisor and to the next program. */
  readonly ended: Promise<'suspended'>;
  hasTimedOut(): boolean;
  isCancelled(): boolean;
  release(): void;
}

function timeLimit(session: ActiveSession, { tool, own: { stop: own } }: OpenedCall): TimeLimit {
  const ms = tool.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const { signal } = session.control;
  let suspend: (value: 'suspended') => void;
  const ended = new Promise<'suspended'>((resolve) => {
    suspend = resolve;
  });
  const timer = setTimeout(() => own.abort('timeout'), ms);
  const stop = (): void => {
    // After a take-over the call would run beside those of the other program.
    if (signal.reason === 'cancel' || signal.reason === 'taken-over') own.abort(signal.reason);
    else suspend('suspended');
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return {
    ms,
    ended,
    hasTimedOut: () => own.signal.reason === 'timeout',
    isCancelled: () => own.signal.reason === 'cancel',
    release() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}

/** True for calls that change files themselves; the others change none, or only through calls of their own. */
function mayChangeFiles({ effect, tool }: ReadyCall): boolean {
  if (tool.hasOwnCalls === true) return false;
  return effect === 'writes' || effect === 'executes';
}

/**
 * True when a reply holds only calls that may change files, and the first look at the project is done: the first
 * intent or question is then ready at once, and the reply is stored in the same commit.
 */
export function storesIntentAtOnce(session: ActiveSession): boolean {
  if (session.round.lastCheckpoint === undefined) return false;
  return session.round.openCalls.every((call) => {
    const ready = parseCall(session, call);
    return ready.kind === 'ready' && mayChangeFiles(ready);
  });
}

/** Stores the state of the project before this call, together with its intent. */
async function checkpointBefore(session: ActiveSession, ready: ReadyCall, files: NamedFiles): Promise<void> {
  if (!mayChangeFiles(ready)) return;
  const since = session.round.lastCheckpoint?.state;
  const { signal } = session.control;
  const problem = await takeState(session, { files, since, signal });
  const before = session.round.lastCheckpoint?.state;
  const step = { session: ready.call.session, call: ready.call.id };
  session.writes.defer(() => session.parts.store.checkpoints.begin({ ...step, before, problem }));
}

/** Stores the state of the project after this call, together with its result. */
async function checkpointAfter(session: ActiveSession, ready: ReadyCall, files: NamedFiles): Promise<void> {
  if (!mayChangeFiles(ready)) return;
  const before = session.round.lastCheckpoint?.state ?? beforeOf(session, ready);
  // Two states can only be compared for the files that both name.
  const isNamed = before !== undefined && files?.every((path) => pathsOver(before).includes(path)) === true;
  const isLost = before !== undefined && pathsOver(before).length > 0 && !isNamed;
  const problem = isLost
    ? dropLastCheckpoint(session)
    : await takeState(session, { files: isNamed ? files : undefined, since: before });
  const after = session.round.lastCheckpoint?.state;
  const step = { session: ready.call.session, call: ready.call.id };
  session.writes.defer(() => session.parts.store.checkpoints.end({ ...step, after, problem }));
}

/**
 * A state of the whole project must not follow one of named files: the call would seem to have made changes of
 * others.
 */
function dropLastCheckpoint(session: ActiveSession): string {
  session.round.lastCheckpoint = undefined;
  return problemOf(session, new Error('its files are no longer where they were before it'));
}

/** The state before a call that an earlier program has begun. */
function beforeOf({ parts }: ActiveSession, { call }: ReadyCall): WorkspaceState | undefined {
  return parts.store.checkpoints.listCurrent(call.session).find((step) => step.call === call.id)?.before;
}

/** Relative to the workspace; undefined for a call that may change any file. */
type NamedFiles = readonly string[] | undefined;

/** Real paths of the files that the call names, if these are all that it may change. */
async function filesOf({ workspace }: ActiveSession, { tool, input }: ReadyCall): Promise<NamedFiles> {
  const named = tool.files?.(input);
  if (named === undefined) return undefined;
  try {
    return await Promise.all(
      named.map(async (path) => (await workspace.guard.resolve(path, 'write')).relative),
    );
  } catch (error) {
    // The call itself will be refused for the same reason.
    if (isFailure(error)) return undefined;
    throw error;
  }
}

function pathsOver({ trees }: WorkspaceState): readonly string[] {
  return trees.flatMap(({ over = [] }) => over.map(({ path }) => path));
}

interface StateRequest {
  /** Undefined for the whole project. */
  readonly files: NamedFiles;
  /** Undefined when there is no state yet that this one could follow. */
  readonly since: WorkspaceState | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Takes the state into `lastCheckpoint` and returns why it could not be taken. A task does not fail for that: the undo says
 * later what it does not know.
 */
async function takeState(
  session: ActiveSession,
  { files, since, signal }: StateRequest,
): Promise<string | undefined> {
  const { checkpoints } = session.parts;
  const { workspace } = session.record;
  const earlier = session.round.lastCheckpoint?.onDisk;
  session.round.lastCheckpoint = undefined;
  try {
    const taken =
      files === undefined
        ? { state: await checkpoints.take(workspace, signal), onDisk: Promise.resolve() }
        : await checkpoints.takeFiles(workspace, files, since);
    const onDisk = taken.onDisk.catch((error: unknown) => void problemOf(session, error));
    session.round.lastCheckpoint = { ...taken, onDisk: Promise.all([earlier, onDisk]).then(() => undefined) };
    return undefined;
  } catch (error) {
    return problemOf(session, error);
  }
}

function problemOf({ parts, record }: ActiveSession, error: unknown): string {
  const problem = messageOf(error);
  parts.log.warn('agent.checkpoint.failed', { session_id: record.id, error: problem });
  return problem;
}
