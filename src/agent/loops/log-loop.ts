import type { ActiveSession } from '../active-session.ts';
import type { LoopDecision } from './loop-detection.ts';

interface Detected {
  readonly tool: string;
  readonly loop: Exclude<LoopDecision, { kind: 'ok' }>;
  /** The last calls, oldest first, each with its input. */
  readonly history: readonly string[];
}

/**
 * The line that operators look for, with the fields that the specification names, its span, and the row that the metrics
 * count, which is stored together with the results of the round.
 */
export function logLoop(session: ActiveSession, { tool, loop, history }: Detected): void {
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
  session.trace.loop(loop, history);
  session.defer(() => store.metrics.noteLoop({ session: id, action, atMs: clock.nowMs() }));
}
