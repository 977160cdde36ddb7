import { existsSync } from 'node:fs';
import type { RunControl } from '../../../contracts/run-events.ts';
import { type Outcome, type ParkReason, withChange } from '../../../contracts/session.ts';
import type { MadeWorktree, WorktreeRecord } from '../../../contracts/worktrees.ts';
import { isFailure, messageOf, sentenceIn } from '../../../core/failure.ts';
import type { SessionId } from '../../../core/ids.ts';
import { texts } from '../../../core/texts/texts.ts';
import { projectName } from '../../../gateway/tasks/projects.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import { worktreeTexts } from '../texts/texts.ts';
import type { WorktreeTask, WorktreeTaskParts } from './parts.ts';

/**
 * What a task needs to begin: nothing because its folder exists, a folder to be made, or it is lost together with its
 * contents.
 */
export type FolderNeed = 'nothing' | 'make' | 'lost';

/** @param isThere true when its folder is on the disk */
export function needOf(
  { kind, state, choice, made }: Pick<WorktreeRecord, 'kind' | 'state' | 'choice' | 'made'>,
  isThere: boolean,
): FolderNeed {
  if (state === 'ready' && isThere) return 'nothing';
  const wasThrownAway = state === 'gone' && choice === 'discard';
  // A branch holds what was committed; the changes of a dry run exist only in the folder.
  const hasVanished = state === 'ready' && kind === 'dry-run' && made !== undefined;
  return wasThrownAway || hasVanished ? 'lost' : 'make';
}

/**
 * Checks before a run that the project exists, and makes its worktree if it needs one. Safe to repeat after a crash
 * at any point.
 * @returns undefined when the run may begin; else how the session ended here, or that it stays as it is
 */
export async function makeFor(
  id: SessionId,
  control: RunControl,
  parts: WorktreeTaskParts,
): Promise<Outcome | undefined> {
  const { store, outgoing, clock, program } = parts;
  const session = store.sessions.get(id);
  if (session === undefined) return undefined;
  // The path may lead to another folder by now, which must not be changed.
  if (!program.workspaces.isRealFolder(session.project))
    return parkSession({ session }, { reason: 'project-gone', detail: projectName(session.project) }, parts);
  const record = store.worktrees.findActive(session);
  if (record === undefined) return undefined;
  const need = needOf(record, existsSync(record.folder));
  if (need === 'nothing') return undefined;
  const worktree = { session, record };
  if (need === 'lost') return parkSession(worktree, { reason: 'copy-gone', detail: '' }, parts);
  store.sessions.update(id, {
    state: { status: 'running', reason: undefined, endedAtMs: undefined },
    atMs: clock.nowMs(),
  });
  outgoing.nudge();
  control.onEvent({ kind: 'preparing' });
  const made = await tryToMakeWorktree(worktree, control, parts);
  if (made.kind === 'made') {
    store.worktrees.setMade(id, made.worktree);
    return endStopped(worktree, control, parts);
  }
  return endStopped(worktree, control, parts) ?? notMade(worktree, made.error, parts);
}

type WorktreeAttempt =
  | { readonly kind: 'made'; readonly worktree: MadeWorktree }
  | { readonly kind: 'failed'; readonly error: unknown };

async function tryToMakeWorktree(
  { record, session }: WorktreeTask,
  { signal }: RunControl,
  { worktrees, log }: WorktreeTaskParts,
): Promise<WorktreeAttempt> {
  const { project, folder, branch, kind, start } = record;
  try {
    // A dry run starts from the project's files as they are; a branch starts from the last commit.
    const worktree = await worktrees.make({
      project,
      folder,
      branch,
      withChanges: kind === 'dry-run',
      start,
      signal,
    });
    return { kind: 'made', worktree };
  } catch (error) {
    log.warn('gateway.worktree.failed', { session_id: session.id, error: messageOf(error) });
    return { kind: 'failed', error };
  }
}

/** The person or the program's end interrupted it. */
function endStopped(
  { session }: WorktreeTask,
  { signal }: RunControl,
  { store, clock, outgoing }: WorktreeTaskParts,
): Outcome | undefined {
  const isCancelled = signal.reason === 'cancel' || store.sessions.isCancelRequested(session.id);
  if (!isCancelled) return signal.aborted ? { kind: 'suspended' } : undefined;
  const atMs = clock.nowMs();
  const ended = { status: 'cancelled', cancelRequested: false, endedAtMs: atMs } as const;
  store.atomically(() => {
    store.sessions.update(session.id, { state: ended, atMs });
    outgoing.announcer.announceEnd(withChange(session, { state: ended }), { kind: 'cancelled' });
  });
  outgoing.nudge();
  return { kind: 'cancelled' };
}

function notMade(worktree: WorktreeTask, error: unknown, parts: WorktreeTaskParts): Outcome {
  const kind = isFailure(error) ? error.kind : undefined;
  const isImpossible = kind === 'not-found' || kind === 'denied';
  if (isImpossible && worktree.record.kind === 'branch') return queueInstead(worktree, parts);
  if (kind === 'not-found') return parkSession(worktree, { reason: 'no-commit', detail: '' }, parts);
  if (kind === 'conflict')
    return parkSession(
      worktree,
      { reason: 'branch-taken', detail: sentenceIn(worktree.session.locale, error) },
      parts,
    );
  return parkSession(
    worktree,
    { reason: 'no-copy', detail: sentenceIn(worktree.session.locale, error) },
    parts,
  );
}

function parkSession(
  { session }: Pick<WorktreeTask, 'session'>,
  { reason, detail }: { readonly reason: ParkReason; readonly detail: string },
  { store, clock, outgoing }: WorktreeTaskParts,
): Outcome {
  const atMs = clock.nowMs();
  const outcome: Outcome = { kind: 'parked', reason, detail, text: '' };
  const parked = { status: 'parked', reason, endedAtMs: atMs } as const;
  store.atomically(() => {
    store.sessions.update(session.id, { state: parked, atMs });
    outgoing.announcer.announceEnd(withChange(session, { state: parked }), outcome);
  });
  outgoing.nudge();
  return outcome;
}

/** A task that was only to run in parallel can also run later, in the workspace itself. */
function queueInstead(
  { session, record }: WorktreeTask,
  { store, clock, outgoing }: WorktreeTaskParts,
): Outcome {
  const { conversation, id, locale } = session;
  const text = worktreeTexts(texts(locale)).queuedInstead(taskLine(session));
  store.atomically(() => {
    const change = { state: { status: 'queued' }, workspace: record.project } as const;
    store.sessions.update(id, { ...change, atMs: clock.nowMs() });
    store.worktrees.setState(id, 'gone');
    outgoing.outbox.enqueue({ conversation, key: `queued-instead:${id}`, body: { kind: 'text', text } });
  });
  outgoing.nudge();
  return { kind: 'suspended' };
}
