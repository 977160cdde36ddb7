import type { RoundProgress, RunEvent } from '../../contracts/run-events.ts';
import type { SessionRecord, SessionUsage } from '../../contracts/session.ts';
import type { ApprovalRecord, Store, WorkRecords } from '../../contracts/store.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { workDone } from '../../gateway/report/records.ts';
import type { RunOutcome } from './outcome.ts';

/** One line of `wasap run --json`. Fields are only added: their names and meanings are documented in docs/run.md. */
export interface RunLine extends JsonObject {
  readonly event: 'started' | 'calling' | 'called' | 'round' | 'question' | 'message' | 'ended';
}

/** Number of the documented schema. */
const SCHEMA = 1;

export function startedLine({ id, task, workspace, prompt: { model } }: SessionRecord): RunLine {
  return { event: 'started', schema: SCHEMA, session: id, task, folder: workspace, model };
}

/** Undefined for what only a card shows. */
export function runLine(event: RunEvent): RunLine | undefined {
  switch (event.kind) {
    case 'tool-started':
      return { event: 'calling', round: event.round, doing: event.doing.en, what: event.label };
    case 'tool-ended': {
      const { tool, ok, durationMs } = event;
      return { event: 'called', tool, ok, duration_ms: Math.round(durationMs) };
    }
    case 'round-ended':
      return roundLine(event.progress);
    case 'preparing':
    case 'model-asked':
    case 'model-retry':
    case 'model-said':
      return undefined;
  }
}

function roundLine({ session, round, plan, elapsedMs }: RoundProgress): RunLine {
  const steps: Json = (plan?.steps ?? []).map(({ title, status }) => ({ title, status }));
  return { event: 'round', round, plan: steps, elapsed_ms: Math.round(elapsedMs), ...costOf(session.usage) };
}

/** @param answer `none`: it was not permitted beforehand */
export function questionLine(
  { id, question }: Pick<ApprovalRecord, 'id' | 'question'>,
  permission: string | undefined,
  answer: 'yes' | 'none',
): RunLine {
  const { tool, text, details } = question;
  return { event: 'question', id, tool, question: text, details, permission: permission ?? null, answer };
}

export interface EndedRun {
  readonly outcome: RunOutcome;
  readonly exitCode: number;
  /** Undefined when none began. */
  readonly session: SessionRecord | undefined;
  readonly goOn: string | undefined;
  /** What could not be done, when no report says it. */
  readonly problem?: string | undefined;
}

/** The last line in any case. Like the report, it takes what was done from records. */
export function endedLine(
  { outcome, exitCode, session, goOn, problem }: EndedRun,
  store: (WorkRecords & Pick<Store, 'worktrees'>) | undefined,
): RunLine {
  const how: RunLine = { event: 'ended', outcome, exit_code: exitCode, problem: problem ?? null };
  if (session === undefined || store === undefined) return { ...how, session: null, go_on: null };
  const { files, commits, pullRequest } = workDone(session, store);
  return {
    ...how,
    session: session.id,
    reason: session.state.reason ?? null,
    rounds: session.usage.round,
    ...costOf(session.usage),
    files: files.map(({ path, added, removed }) => ({ path, added, removed })),
    commits: commits.map(({ hash, subject }) => ({ hash, subject })),
    pull_request: pullRequest?.url ?? null,
    branch: store.worktrees.findActive(session)?.branch ?? null,
    go_on: goOn ?? null,
  };
}

function costOf({ costKnown, costMicroUsd, tokens }: SessionUsage): JsonObject {
  return { cost_micro_usd: costKnown ? costMicroUsd : null, tokens };
}
