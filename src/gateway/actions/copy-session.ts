import { notices } from '../../agent/notices.ts';
import type { SessionCopy } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { WorktreeRecord } from '../../contracts/worktrees.ts';
import type { CarryOutParts } from '../cause.ts';

type CopyPorts = Pick<CarryOutParts, 'clock'> & {
  readonly store: Pick<CarryOutParts['store'], 'contexts' | 'history' | 'ledger'>;
};

/**
 * Gives a new session the history of another one up to a point, byte for byte, so that what the model has cached still
 * counts; with the checklist and the records of its files as they were then. Calls, cost and approvals stay with the
 * other one. Inside the caller's transaction.
 */
export function copySession(
  { id }: Pick<SessionRecord, 'id'>,
  { source, toMessage, plan, written }: SessionCopy,
  { folder, branch, start }: Pick<WorktreeRecord, 'folder' | 'branch' | 'start'>,
  { store }: CopyPorts,
): void {
  const { history, contexts, ledger } = store;
  const standing = history.listCurrent(source, 0).filter(({ seq }) => seq < toMessage);
  for (const [seq, { message }] of standing.entries()) history.append(id, seq, message);
  const folded = contexts.latest(source);
  if (folded !== undefined && folded.upTo <= toMessage) {
    const upTo = standing.filter(({ seq }) => seq < folded.upTo).length;
    contexts.add(id, { ...folded, upTo });
  }
  const notice = { type: 'text', text: notices.forked(folder, branch ?? '') };
  history.append(id, standing.length, { role: 'user', content: [notice] });
  if (plan !== undefined) history.setPlan(id, plan);
  // The files that it begins with count as the task's own work, so no file is recorded as changed by others.
  ledger.setBaseline(id, { head: start?.commit, dirty: [] });
  for (const file of written) if (file.before !== file.after) ledger.noteWritten(id, file);
  for (const [path, hash] of ledger.listSeen(source)) ledger.noteSeen(id, path, hash);
}
