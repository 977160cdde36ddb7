import type { ActiveSession } from '../active-session.ts';
import type { LoopDecision } from './loop-guard.ts';

interface DetectedLoop {
  readonly tool: string;
  readonly loop: Exclude<LoopDecision, { kind: 'ok' }>;
  /** The last calls, oldest first, each with its input. */
  readonly history: readonly string[];
}

/**
 * Writes the log line with the fields of the specification, the span, and the row for the metrics, which is stored
 * together with the results of the round.
 */
export function logLoop(session: ActiveSession, { tool, loop, history }: DetectedLoop): void {
  const { log, store, clock } = session.parts;
  const { id } = session.record;
  const action = loop.kind === 'break' ? 'circuit_breaker' : 'warning';
  log.warn('agent.loop.detected', {
    session_id: id,
    detector: loop.detector,
    repeated_tool: tool,
    count: loop.count,
    action,
  });
  session.trace.noteLoop(loop, history);
  session.writes.defer(() => store.metrics.noteLoop({ session: id, action, atMs: clock.nowMs() }));
}
