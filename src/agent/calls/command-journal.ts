import type { RoundProgress } from '../../contracts/run-events.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { AttemptedCommand } from '../../contracts/session-stores.ts';
import type { CommandAudit } from '../../contracts/tool.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import type { Log } from '../../core/log.ts';

interface LoggedCommand {
  readonly session: Pick<SessionRecord, 'id' | 'owner'>;
  /** The attempt as its audit row has it; undefined without a row. */
  readonly attempt: AttemptedCommand | undefined;
  readonly audit: CommandAudit;
  readonly background: boolean;
}

/** Logs the end of a command, with the names that people search for. */
export function logCommand(log: Log, { session, attempt, audit, background }: LoggedCommand): void {
  log.info('agent.shell.execute', {
    session_id: session.id,
    phone: session.owner,
    command: attempt?.command,
    decision: attempt?.decision,
    exit_code: audit.exitCode ?? null,
    duration_ms: audit.durationMs,
    output_bytes: audit.outputBytes ?? 0,
    background,
  });
}

/** Logs a command that was not run, with the same names. */
export function logRefusal(
  log: Log,
  { session, attempt, input }: Pick<LoggedCommand, 'session'> & { attempt: AttemptedCommand; input: Json },
): void {
  log.info('agent.shell.execute', {
    session_id: session.id,
    phone: session.owner,
    command: attempt.command,
    decision: attempt.decision,
    exit_code: null,
    duration_ms: 0,
    output_bytes: 0,
    background: isJsonObject(input) && input.background === true,
  });
}

/** Logs the end of a round. */
export function logProgress(log: Log, { session, round, plan, tools }: RoundProgress): void {
  const steps = plan?.steps ?? [];
  log.info('agent.progress', {
    session_id: session.id,
    iteration: round - session.usage.runStartRound - 1,
    steps_done: steps.filter((step) => step.status === 'done').length,
    steps_total: steps.length,
    tools_used_this_round: tools,
  });
}
