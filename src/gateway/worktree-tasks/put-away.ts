import { existsSync } from 'node:fs';
import { code } from '../../base/text.ts';
import { texts } from '../../base/texts/texts.ts';
import { taskLine } from '../../commands/session-text.ts';
import type { Commit } from '../../contracts/checkpoints.ts';
import { commitLines } from '../report/listed-names.ts';
import { outcomeKey, restMessage } from './land.ts';
import type { Apart, ApartParts } from './parts.ts';
import { lastCommitOf } from './state-of.ts';

/** Who chose, when nobody has chosen anything for long. */
export const NOBODY = '';

/** The branch stays with all of it; the folder goes when this is stored. */
export async function keepBranch(apart: Apart, parts: ApartParts): Promise<void> {
  const { store, outgoing } = parts;
  const { session, record } = apart;
  const rest = await commitRest(apart, parts);
  const { worktrees } = texts(session.locale);
  const branch = code(record.branch ?? '');
  const text = [
    record.chosenBy === NOBODY ? worktrees.oldKept(taskLine(session), branch) : worktrees.kept(branch),
    ...(rest === undefined ? [] : [worktrees.rest(commitLines([rest]).join(''))]),
  ].join('\n');
  store.atomically(() => {
    store.worktrees.finish(session.id, 'done');
    outgoing.postbox.add({
      conversation: session.conversation,
      key: outcomeKey(session.id),
      body: { kind: 'text', text },
    });
  });
}

/** Its branch is to be pushed, and holds all that the task did. */
export async function readyToPush(apart: Apart, parts: ApartParts): Promise<void> {
  await commitRest(apart, parts);
  parts.store.worktrees.finish(apart.session.id, 'done');
}

async function commitRest(
  { session, record }: Apart,
  { worktrees }: ApartParts,
): Promise<Commit | undefined> {
  // Somebody took the folder away: the branch is all there is.
  if (!existsSync(record.folder)) return undefined;
  return worktrees.commitRest(record.folder, restMessage(session.task));
}

/** Folder and branch go, and whatever stood only there. */
export async function discard(apart: Apart, parts: ApartParts): Promise<void> {
  const { store, outgoing, worktrees } = parts;
  const { session, record } = apart;
  const { project, folder } = record;
  const last = lastCommitOf(record, store.checkpoints.standing(session.id));
  await worktrees.remove({ project, folder, branch: ownBranch(apart) });
  const words = texts(session.locale).worktrees;
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
    outgoing.postbox.add({
      conversation: session.conversation,
      key: outcomeKey(session.id),
      body: { kind: 'text', text },
    });
  });
}

/** The folder goes without a word, and its branch where it holds nothing of its own any more. */
export async function clear(
  { record, session }: Apart,
  { withBranch }: { readonly withBranch: boolean },
  { store, worktrees, endCommands }: ApartParts,
): Promise<void> {
  const { project, folder } = record;
  await endCommands(session);
  const branch = withBranch ? ownBranch({ record, session }) : undefined;
  await worktrees.remove({ project, folder, branch });
  store.worktrees.setState(session.id, 'gone');
}

/** A branch of that name from before the task is somebody else's: the task has one when its worktree was made. */
function ownBranch({ record }: Apart): string | undefined {
  return record.made === undefined ? undefined : record.branch;
}
