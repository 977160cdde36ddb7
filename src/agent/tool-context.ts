import type { CallRecord } from '../contracts/store.ts';
import type { ToolContext } from '../contracts/tool.ts';
import type { ActiveSession } from './active-session.ts';
import { sessionProcesses } from './calls/process-book.ts';
import type { Caller } from './calls/read-call.ts';
import { sessionNotes } from './notes/session-notes.ts';
import { beginWork, leftOf } from './sub-agents/delegated-work.ts';
import { explore } from './sub-agents/explore.ts';
import { workspaceBoard } from './workspace-board.ts';

interface CallContext {
  readonly call: CallRecord;
  readonly by?: Caller | undefined;
  readonly signal: AbortSignal;
  /** What the person who approved the call wrote. */
  readonly words: string | undefined;
}

/** Everything that one call of a tool may use. */
export function contextFor(session: ActiveSession, { call, by, signal, words }: CallContext): ToolContext {
  const { parts, workspace } = session;
  const context: ToolContext = {
    session: session.record,
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
    async redaction() {
      const { workspace: here, project } = session.record;
      // A worktree holds no secret files, but those of its project may have been copied.
      for (const folder of new Set([here, project])) await parts.learnSecrets(folder);
      return parts.redactor.redact;
    },
    supervisor: parts.supervisor,
    processes: sessionProcesses(session, call.id),
    plan: session.plan,
    workspaces: workspaceBoard(session),
    ledger: by?.ledger ?? session.ledger,
    approvalWords: words,
    nowMs: parts.clock.nowMs,
    pause: (ms) => parts.clock.sleep(ms, signal),
    isSpokenTo: () => parts.store.sessions.pendingSteering(session.record.id).length > 0,
    notes: sessionNotes(session, call.id),
    delegated: {
      begin: (task, specialist) => beginWork(session, { task, specialist, call }, context),
      left: () => leftOf(session, call),
    },
    loadCommand: (name, typed) => parts.loadCommand(session.record, { name, typed }, signal),
    explore: (task, specialist) => explore(session, { task, specialist }, context),
  };
  return context;
}
