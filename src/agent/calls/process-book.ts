import type { SessionProcesses } from '../../contracts/tool.ts';
import type { CallId } from '../../core/ids.ts';
import { BACKGROUND_SECONDS, headlineOf } from '../../processes/command-end.ts';
import type { ActiveSession } from '../active-session.ts';
import { notices } from '../notices.ts';
import { recordEnd, watchEnd } from './background-ends.ts';

/** How long an ended background command stays known to its session. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;

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
      session.defer(() => recordEnd(parts, { session: id, process, fate, audit, told: true })),
    // Stored at once: the end may be recorded before the result. If the result is lost, the call is done again and
    // reports the end.
    markTold: (process) => processes.markTold(id, process.id),
    // Stored with the result: output that was read must not count as seen before the model has it.
    setReadFrom: (process, offsets) => session.defer(() => processes.setReadFrom(id, process, offsets)),
  };
}

/** Notices for the model, once each, about ended background commands whose end it has not read yet. */
export function endNotices(session: ActiveSession): readonly string[] {
  const { id } = session.record;
  const { processes } = session.parts.store;
  return processes.untold(id).map((process) => {
    session.defer(() => processes.markTold(id, process.id));
    const { fate, command } = process;
    if (fate === undefined || fate.kind === 'timed-out') return notices.outlived(process.id, command);
    return notices.backgroundEnded(process.id, command, headlineOf(fate, BACKGROUND_SECONDS));
  });
}
