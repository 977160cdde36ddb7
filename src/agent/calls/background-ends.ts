import type { FinalFate } from '../../contracts/exec.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { OpenProcess } from '../../contracts/session-stores.ts';
import type { CommandAudit, SessionProcesses } from '../../contracts/tool.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { CallId, InstanceId, SessionId } from '../../core/ids.ts';
import { auditOf, BACKGROUND_SECONDS, headlineOf } from '../../processes/command-end.ts';
import type { ActiveSession } from '../active-session.ts';
import { notices } from '../notices.ts';
import type { AgentParts, CommandPorts } from '../parts.ts';
import { logCommand } from './command-journal.ts';

/** Reason for ending a command together with its task. */
export const TASK_ENDED = 'its task ended';
const CANCELLED = 'cancel';

interface BackgroundEndParts extends Pick<AgentParts, 'store' | 'outgoing' | 'clock' | 'log'> {
  readonly commands: Pick<CommandPorts, 'supervisor'>;
}

/**
 * Records the background commands that have ended, and ends those whose task is over or was stopped. Returns how many
 * ends it recorded.
 */
export async function recordEnds(parts: BackgroundEndParts, instance: InstanceId): Promise<number> {
  let found = 0;
  const all = parts.store.processes.listOpen(instance);
  const endOne = (open: OpenProcess): unknown => {
    const why = whyEnded(open, parts);
    return why && parts.commands.supervisor.kill(open.id, why);
  };
  // They run in parallel: each may take its time.
  await Promise.all(all.map(endOne));
  for (const open of all) {
    const end = await findEnd(open, parts);
    if (end === undefined) continue;
    recordEnd(parts, end);
    found += 1;
  }
  return found;
}

/**
 * Applies while the session still runs, too: a command left over from an earlier run is ended without waiting.
 */
function whyEnded({ session: id, lasts }: OpenProcess, { store }: BackgroundEndParts): string | undefined {
  const state = store.sessions.get(id)?.state;
  const isStopped = state?.status === 'cancelled' || state?.cancelRequested === true;
  if (isStopped || lasts === 'stopped') return CANCELLED;
  const hasEnded = state?.status === 'done' || state?.status === 'failed';
  return hasEnded && lasts === 'task' ? TASK_ENDED : undefined;
}

/** Ends a session's running commands, all of them when the person stops it; true when there were any. */
export async function endCommands(
  { id }: SessionRecord,
  parts: BackgroundEndParts,
  reason: typeof CANCELLED | typeof TASK_ENDED,
): Promise<boolean> {
  const running = parts.store.processes
    .list(id, parts.clock.nowMs())
    .filter(({ fate, lasts }) => fate === undefined && (reason === CANCELLED || lasts !== 'limit'));
  const killed = running.map((one) => parts.commands.supervisor.kill(one.id, reason));
  await Promise.all(killed);
  for (const one of running) {
    const end = await findEnd({ session: id, ...one }, parts);
    if (end !== undefined) recordEnd(parts, end);
  }
  return running.length > 0;
}

/** How long an ended background command stays known to its session. */
const FORGOTTEN_AFTER_MS = 10 * MINUTE_MS;

/** A started command is stored at once: it must be found even when the program dies right after. */
export function sessionProcesses(session: ActiveSession, call: CallId): SessionProcesses {
  const { parts, record } = session;
  const { processes } = parts.store;
  const { id } = record;
  return {
    list: () => processes.list(id, parts.clock.nowMs() - FORGOTTEN_AFTER_MS),
    add(process) {
      processes.add(id, call, process);
      watchEnd({ session: id, ...process }, parts);
    },
    end: (process, { fate, audit }) =>
      session.writes.defer(() => recordEnd(parts, { session: id, process, fate, audit, isReported: true })),
    // Stored at once: the end may be recorded before the result. If the result is lost, the call is done again and
    // reports the end.
    markReported: (process) => processes.markReported(id, process.id),
    // Stored with the result: output that was read must not count as seen before the model has it.
    setReadFrom: (process, offsets) =>
      session.writes.defer(() => processes.setReadFrom(id, process, offsets)),
  };
}

/** Records the end of this program's command as soon as it comes, before the next maintenance run. */
function watchEnd(process: Pick<OpenProcess, 'session' | 'id' | 'command'>, parts: BackgroundEndParts): void {
  const whenEnded = async (): Promise<void> => {
    await parts.commands.supervisor.wait(process.id, new AbortController().signal);
    const end = await findEnd(process, parts);
    if (end === undefined) return;
    recordEnd(parts, end);
    parts.outgoing.nudge();
  };
  whenEnded().catch((error: unknown) =>
    parts.log.error('agent.process.watch', { process: process.id, error: messageOf(error) }),
  );
}

interface ProcessEnd {
  readonly session: SessionId;
  readonly process: Pick<OpenProcess, 'id' | 'command'>;
  readonly fate: FinalFate;
  readonly audit: CommandAudit;
  /** True when the code that found the end also tells the model. */
  readonly isReported: boolean;
}

/** How much output the preview holds, in UTF-16 code units. */
const MAX_PREVIEW_LENGTH = 2_000;

async function findEnd(
  { session, id, command }: Pick<OpenProcess, 'session' | 'id' | 'command'>,
  { commands: { supervisor } }: BackgroundEndParts,
): Promise<ProcessEnd | undefined> {
  const fate = await supervisor.fate(id);
  if (fate.kind === 'running') return undefined;
  const output = await supervisor.output(id, MAX_PREVIEW_LENGTH);
  const audit = auditOf({ fate, output, timeoutSeconds: BACKGROUND_SECONDS });
  return { session, process: { id, command }, fate, audit, isReported: false };
}

/**
 * For these reasons neither the model nor the chat gets a message: the report, or the answer to `/cancel`, says it.
 */
const OWN_REASONS: readonly string[] = [TASK_ENDED, CANCELLED];

/**
 * Stores the end of a background command once, however often it is found, and writes its log line. The chat gets a
 * message when no running task could report it.
 */
function recordEnd(
  { store, outgoing: { announcer }, clock, log }: Omit<BackgroundEndParts, 'commands'>,
  { session: id, process, fate, audit, isReported: isRead }: ProcessEnd,
): void {
  const isReported = isRead || (fate.kind === 'killed' && OWN_REASONS.includes(fate.reason));
  store.atomically(() => {
    const first = store.processes.end(id, process.id, { fate, audit, atMs: clock.nowMs(), isReported });
    const session = store.sessions.get(id);
    if (first === undefined || session === undefined) return;
    logCommand(log, { session, attempt: first.attempt, audit, background: true });
    const isOld = fate.kind === 'timed-out';
    if (isOld)
      log.warn('agent.process.gc', {
        session_id: id,
        process: process.id,
        command: process.command,
      });
    const { status } = session.state;
    const hasReader = isReported || status === 'running' || status === 'queued';
    if (isOld || !hasReader) announcer.announceCommandEnd(session, { ...process, fate });
  });
}

/** Notices for the model, once each, about ended background commands whose end it has not read yet. */
export function endNotices(session: ActiveSession): readonly string[] {
  const { id } = session.record;
  const { processes } = session.parts.store;
  return processes.listUnreported(id).map((process) => {
    session.writes.defer(() => processes.markReported(id, process.id));
    const { fate, command } = process;
    if (fate === undefined || fate.kind === 'timed-out') return notices.outlived(process.id, command);
    return notices.backgroundEnded(process.id, command, headlineOf(fate, BACKGROUND_SECONDS));
  });
}
