import { existsSync } from 'node:fs';
import type { Commit } from '../../../contracts/checkpoints.ts';
import type { RunControl } from '../../../contracts/run-events.ts';
import { type Outcome, type ParkReason, withChange } from '../../../contracts/session.ts';
import type { MadeWorktree, WorktreeRecord } from '../../../contracts/worktrees.ts';
import { isFailure, messageOf, sentenceIn } from '../../../core/failure.ts';
import type { SessionId } from '../../../core/ids.ts';
import { inlineCode } from '../../../core/text.ts';
import { texts } from '../../../core/texts/texts.ts';
import { commitLines } from '../../../gateway/report/undo-report.ts';
import { projectName } from '../../../gateway/tasks/projects.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import { worktreeTexts } from '../texts/texts.ts';
import { outcomeKey, restMessage } from './land.ts';
import { lastCommitOf, type WorktreeTask, type WorktreeTaskParts } from './worktree-task.ts';

/**
 * What a task needs to begin: nothing because its folder exists, a folder to be made, or it is lost together with its
 * contents.
 */
type FolderNeed = 'nothing' | 'make' | 'lost';

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
    log.warn('worktrees.failed', { session_id: session.id, error: messageOf(error) });
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

/** Stands for the chooser when no person has chosen for long. */
export const NO_CHOOSER = '';

/** Keeps the branch with all of the work; the folder is removed when this is stored. */
export async function keepBranch(worktree: WorktreeTask, parts: WorktreeTaskParts): Promise<void> {
  const { store, outgoing } = parts;
  const { session, record } = worktree;
  const rest = await commitRest(worktree, parts);
  const worktrees = worktreeTexts(texts(session.locale));
  const branch = inlineCode(record.branch ?? '');
  const text = [
    record.chosenBy === NO_CHOOSER ? worktrees.oldKept(taskLine(session), branch) : worktrees.kept(branch),
    ...(rest === undefined ? [] : [worktrees.rest(commitLines([rest]).join(''))]),
  ].join('\n');
  store.atomically(() => {
    store.worktrees.finish(session.id, 'done');
    outgoing.outbox.enqueue({
      conversation: session.conversation,
      key: outcomeKey(session.id),
      body: { kind: 'text', text },
    });
  });
}

/** Makes its branch ready for a push, with all that the task did. */
export async function readyToPush(worktree: WorktreeTask, parts: WorktreeTaskParts): Promise<void> {
  await commitRest(worktree, parts);
  parts.store.worktrees.finish(worktree.session.id, 'done');
}

async function commitRest(
  { session, record }: WorktreeTask,
  { worktrees }: WorktreeTaskParts,
): Promise<Commit | undefined> {
  // The folder was removed by hand: only the branch is left.
  if (!existsSync(record.folder)) return undefined;
  return worktrees.commitRest(record.folder, restMessage(session.task));
}

/** Removes folder and branch, with everything that exists only there. */
export async function discardWorktree(worktree: WorktreeTask, parts: WorktreeTaskParts): Promise<void> {
  const { store, outgoing, worktrees } = parts;
  const { session, record } = worktree;
  const { project, folder } = record;
  const last = lastCommitOf(record, store.checkpoints.listCurrent(session.id));
  await worktrees.remove({ project, folder, branch: ownBranch(worktree) });
  const words = worktreeTexts(texts(session.locale));
  const name = taskLine(session);
  const text = [
    record.chosenBy === NO_CHOOSER ? words.oldDiscarded(name) : words.discarded(name),
    ...(last === undefined ? [] : [words.discardedCommit(last.slice(0, 12))]),
  ].join('\n');
  store.atomically(() => {
    store.worktrees.finish(session.id, 'done');
    store.worktrees.setState(session.id, 'gone');
    // Nothing of it is left to be shown or undone.
    store.checkpoints.keepOnly(session.id, undefined);
    outgoing.outbox.enqueue({
      conversation: session.conversation,
      key: outcomeKey(session.id),
      body: { kind: 'text', text },
    });
  });
}

/** Removes the folder silently, and its branch if that holds no commits of its own. */
export async function clearWorktree(
  { record, session }: WorktreeTask,
  { withBranch }: { readonly withBranch: boolean },
  { store, worktrees, endCommands }: WorktreeTaskParts,
): Promise<void> {
  const { project, folder } = record;
  await endCommands(session);
  const branch = withBranch ? ownBranch({ record, session }) : undefined;
  await worktrees.remove({ project, folder, branch });
  store.worktrees.setState(session.id, 'gone');
}

/**
 * A branch of that name from before the task is not the task's: the task's exists from when its worktree was made.
 */
function ownBranch({ record }: WorktreeTask): string | undefined {
  return record.made === undefined ? undefined : record.branch;
}
