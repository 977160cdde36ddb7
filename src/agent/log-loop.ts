import type { ActiveSession } from './active-session.ts';
import type { LoopDecision } from './loop-detection.ts';

/** The line that operators look for, with the fields that the specification names. */
export function logLoop(
  session: ActiveSession,
  tool: string,
  loop: Exclude<LoopDecision, { kind: 'ok' }>,
): void {
  session.parts.log.warn('agent.loop.detected', {
    session_id: session.record.id,
    detector: loop.detector,
    repeated_tool: tool,
    count: loop.count,
    action: loop.kind === 'break' ? 'circuit_breaker' : 'warning',
  });
}
