import type { MetricsPeriod } from '../contracts/metrics.ts';
import type { CallRecord } from '../contracts/store.ts';
import type { ToolContext } from '../contracts/tool.ts';
import type { ActiveSession } from './active-session.ts';
import { explore } from './explore.ts';
import { sessionNotes } from './notes/session-notes.ts';
import { processBook } from './process-book.ts';
import { workspaceBoard } from './workspace-board.ts';

/** What one call of a tool may touch. */
export function contextFor(
  session: ActiveSession,
  {
    call,
    signal,
    words,
  }: { readonly call: CallRecord; readonly signal: AbortSignal; readonly words: string | undefined },
): ToolContext {
  const { parts, workspace } = session;
  const context: ToolContext = {
    sessionId: session.record.id,
    callId: call.id,
    signal,
    writeEnabled: parts.writeEnabled,
    edits: parts.edits,
    guard: workspace.guard,
    files: workspace.files,
    code: workspace.code,
    git: workspace.git,
    github: workspace.github,
    missingGitHub: workspace.missingGitHub,
    policy: parts.policy,
    supervisor: parts.supervisor,
    processes: processBook(session, call.id),
    plan: session.plan,
    workspaces: workspaceBoard(session),
    crons: parts.crons(session.record),
    ledger: session.ledger,
    approvalWords: words,
    nowMs: parts.clock.nowMs,
    notes: sessionNotes(session, call.id),
    metrics: (period) => figuresFor(session, period),
    explore: (task, specialist) => explore(session, { task, specialist }, context),
  };
  return context;
}

function figuresFor(
  { parts, record }: ActiveSession,
  period: MetricsPeriod,
): ReturnType<ToolContext['metrics']> {
  const ofChat = !parts.ownerAlone(record);
  return { ofChat, figures: parts.store.metrics.over(period, ofChat ? record.conversation : undefined) };
}
