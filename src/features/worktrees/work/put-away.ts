import { existsSync } from 'node:fs';
import type { Commit } from '../../../contracts/checkpoints.ts';
import { inlineCode } from '../../../core/text.ts';
import { texts } from '../../../core/texts/texts.ts';
import { commitLines } from '../../../gateway/report/listed-names.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import { worktreeTexts } from '../texts/texts.ts';
import { outcomeKey, restMessage } from './land.ts';
import type { WorktreeTask, WorktreeTaskParts } from './parts.ts';
import { lastCommitOf } from './state-of.ts';

/** Stands for the chooser when no person has chosen for long. */
export const NOBODY = '';

/** Keeps the branch with all of the work; the folder is removed when this is stored. */
export async function keepBranch(worktree: WorktreeTask, parts: WorktreeTaskParts): Promise<void> {
  const { store, outgoing } = parts;
  const { session, record } = worktree;
  const rest = await commitRest(worktree, parts);
  const worktrees = worktreeTexts(texts(session.locale));
  const branch = inlineCode(record.branch ?? '');
  const text = [
    record.chosenBy === NOBODY ? worktrees.oldKept(taskLine(session), branch) : worktrees.kept(branch),
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
    record.chosenBy === NOBODY ? words.oldDiscarded(name) : words.discarded(name),
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
