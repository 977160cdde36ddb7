import type { ToolContext } from '../contracts/tool.ts';
import type { ActiveSession } from './active-session.ts';
import { sessionProcesses } from './calls/background-ends.ts';
import type { OpenedCall, ReadyCall } from './calls/read-call.ts';
import { beginWork, describeInterruptedWork, exploreWorkspace } from './sub-agents/delegation.ts';

/** Gives a call everything that its tool may use; called once for each call. */
export function openContext(session: ActiveSession, ready: ReadyCall): OpenedCall {
  const { parts, workspace } = session;
  const { call, by } = ready;
  const stop = new AbortController();
  const { signal } = stop;
  let approvalWords: string | undefined;
  const context: ToolContext = {
    get session() {
      return session.record;
    },
    callId: call.id,
    signal,
    writeEnabled: parts.settings.access.writeEnabled,
    edits: parts.settings.edits,
    workspace,
    policy: parts.commands.policy,
    async redaction() {
      const { workspace: here, project } = session.record;
      // A worktree holds no secret files, but those of its project may have been copied.
      for (const folder of new Set([here, project])) await parts.redactor.learnSecrets(folder);
      return parts.redactor.redact;
    },
    supervisor: parts.commands.supervisor,
    processes: sessionProcesses(session, call.id),
    plan: session.plan,
    ledger: by?.ledger ?? session.ledger,
    person: {
      get approvalWords() {
        return approvalWords;
      },
      isSpokenTo: () => parts.store.steering.listUnread(session.record.id).length > 0,
    },
    clock: { nowMs: parts.clock.nowMs, pause: (ms) => parts.clock.sleep(ms, signal) },
    subAgents: {
      explore: (task, specialist) => exploreWorkspace(session, { task, specialist }, context),
      begin: (task, specialist) => beginWork(session, { task, specialist, call }, context),
      findEarlierWork: () => describeInterruptedWork(session, call),
    },
  };
  return {
    ...ready,
    own: {
      context,
      stop,
      approvedWith(words) {
        approvalWords = words;
      },
    },
  };
}
