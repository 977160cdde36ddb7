import type { InstanceId } from '../../base/ids.ts';
import type { FinalFate } from '../../contracts/exec.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { OpenProcess } from '../../contracts/session-stores.ts';
import type { CommandAudit } from '../../contracts/tool.ts';
import { auditOf, BACKGROUND_SECONDS } from '../../exec/commands/command-end.ts';
import type { AgentParts } from '../parts.ts';
import { logCommand } from './command-journal.ts';

/** Of an output that is only kept as a preview, in UTF-16 code units. */
const PREVIEWED = 2_000;

type Parts = Pick<AgentParts, 'store' | 'supervisor' | 'announcer' | 'clock' | 'log'>;

export interface FoundEnd {
  readonly session: SessionRecord;
  readonly process: Pick<OpenProcess, 'id' | 'command'>;
  readonly fate: FinalFate;
  readonly audit: CommandAudit;
  /** True when the model learns of it from what found it. */
  readonly told: boolean;
}

/** One end, once, whoever finds it first: its rows, its log line, and word to the person when age was the reason. */
export function recordEnd(
  { store, announcer, clock, log }: Omit<Parts, 'supervisor'>,
  { session, process, fate, audit, told }: FoundEnd,
): void {
  store.atomically(() => {
    const first = store.processes.end(session.id, process.id, { fate, audit, atMs: clock.nowMs(), told });
    if (first === undefined) return;
    logCommand(log, { session, attempt: first.attempt, audit, background: true });
    if (fate.kind !== 'timed-out') return;
    log.warn('agent.process.gc', { session_id: session.id, process: process.id, command: process.command });
    announcer.outlived(session, { id: process.id, command: process.command });
  });
}

/** Ends what still runs of a session that the person stops. */
export async function endCommands({ id }: SessionRecord, parts: Parts): Promise<void> {
  const running = parts.store.processes
    .list(id, parts.clock.nowMs())
    .filter(({ fate }) => fate === undefined);
  const killed = running.map((one) => parts.supervisor.kill(one.id, 'cancel'));
  await Promise.all(killed);
  for (const one of running) {
    const end = await endOf({ session: id, ...one }, parts);
    if (end !== undefined) recordEnd(parts, end);
  }
}

/**
 * Looks after background commands that nobody polls: those that ended are recorded, those of a session that is or was
 * stopped are ended. Returns how many.
 */
export async function recordEnds(parts: Parts, instance: InstanceId): Promise<number> {
  let found = 0;
  const all = parts.store.processes.open(instance);
  // Together: each may take its time.
  await Promise.all(
    all.filter((open) => isStopped(open, parts)).map(({ id }) => parts.supervisor.kill(id, 'cancel')),
  );
  for (const open of all) {
    const end = await endOf(open, parts);
    if (end === undefined) continue;
    recordEnd(parts, end);
    found += 1;
  }
  return found;
}

/** Also while it still runs: what it left in the background need not wait for what it is at. */
function isStopped({ session: id }: OpenProcess, { store }: Parts): boolean {
  const session = store.sessions.get(id);
  return session?.status === 'cancelled' || session?.cancelRequested === true;
}

async function endOf(
  { session: sessionId, id, command }: OpenProcess,
  { store, supervisor }: Parts,
): Promise<FoundEnd | undefined> {
  const session = store.sessions.get(sessionId);
  const fate = await supervisor.fate(id);
  if (session === undefined || fate.kind === 'running') return undefined;
  const output = await supervisor.output(id, PREVIEWED);
  const audit = auditOf({ fate, output, timeoutSeconds: BACKGROUND_SECONDS });
  return { session, process: { id, command }, fate, audit, told: false };
}
