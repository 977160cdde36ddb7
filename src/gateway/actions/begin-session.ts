import { notices } from '../../agent/notices.ts';
import type { Action, SessionCopy } from '../../contracts/commands.ts';
import type { SessionRecord, SessionUsage } from '../../contracts/session.ts';
import type { WorktreeRecord } from '../../contracts/worktrees.ts';
import { newSessionId, type SessionId } from '../../core/ids.ts';
import { withoutMarks } from '../../core/text.ts';
import type { CarryOutParts, HandledMessage } from '../carry-out-parts.ts';
import { bothEnclosures, enclosureOf } from '../incoming/enclosure-notes.ts';
import { markSeen } from '../outgoing/reply.ts';
import { projectOf } from '../people/project-of.ts';

const NOTHING_USED: SessionUsage = {
  round: 0,
  runStartRound: 0,
  activeMs: 0,
  earlierActiveMs: 0,
  costMicroUsd: 0,
  costKnown: true,
  tokens: 0,
  extraMicroUsd: 0,
};

/** Stores a new session, and where it works; inside the caller's transaction. */
export function beginSession(
  {
    mode,
    task,
    worktree,
    assignment,
    model,
    copy,
    said,
    enclosure: added,
  }: Extract<Action, { kind: 'start' }>,
  cause: HandledMessage,
  parts: CarryOutParts,
): void {
  const { row, batch, conversation, locale } = cause;
  const { store, program, instance, clock, outbox } = parts;
  const nowMs = clock.nowMs();
  const id = newSessionId(nowMs);
  const number = mode === 'agent' ? store.taskNumbers.nextFree(conversation) : 0;
  const source = copy && store.sessions.get(copy.source);
  const project = source?.project ?? projectOf(cause, parts);
  const folder = worktree === undefined ? project : program.worktrees.folderOf(id, project);
  markSeen({ conversation, messageId: row.message.id }, outbox);
  const session: SessionRecord = {
    id,
    conversation,
    owner: row.message.sender,
    instance,
    number,
    mode,
    task,
    locale,
    workspace: folder,
    project,
    terms: source?.terms,
    origin: {
      createdAtMs: nowMs,
      sourceMessageId: row.message.id,
      scheduledAs: row.message.scheduled?.name,
      assignment: assignment ?? source?.origin.assignment,
    },
    prompt: {
      model: model ?? source?.prompt.model ?? program.model,
      system: source?.prompt.system,
      tools: source?.prompt.tools,
    },
    state: {
      status: 'queued',
      reason: undefined,
      cancelRequested: false,
      wakeAtMs: undefined,
      updatedAtMs: nowMs,
      endedAtMs: undefined,
    },
    usage: NOTHING_USED,
  };
  store.sessions.create(session);
  parts.began(session);
  const branch = worktree?.kind === 'branch' ? branchName(id, { number, task }) : undefined;
  const start = worktree?.start;
  if (worktree !== undefined) {
    const { kind } = worktree;
    store.worktrees.add({ session: id, kind, project, folder, branch, start, createdAtMs: nowMs });
  }
  if (copy !== undefined) copySession(session, copy, { folder, branch, start }, parts);
  const enclosure = bothEnclosures(enclosureOf(batch), added);
  const text = said ?? copy?.words ?? '';
  if (enclosure !== undefined || text !== '')
    store.steering.add({ session: id, text, enclosure, inboxSeq: row.seq, atMs: nowMs });
}

/** Longest part of a branch name that is made of the task's words, in characters. */
const MAX_SLUG_LENGTH = 32;
/**
 * How many last characters of the session's id end a branch name: numbers are reused, and the old branch may remain.
 */
const ID_END = 4;

/** `wasap/2-fix-the-login-7f3a`: readable, ASCII, safe for git and for every file system, never used twice. */
export function branchName(session: SessionId, { number, task }: { number: number; task: string }): string {
  const words = withoutMarks(task)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const parts = [number, shortenSlug(words), session.slice(-ID_END)];
  return `wasap/${parts.filter((part) => part !== '').join('-')}`;
}

/** Whole words, as long as the first is not too long itself. */
function shortenSlug(words: string): string {
  if (words.length <= MAX_SLUG_LENGTH) return words;
  const cut = words.slice(0, MAX_SLUG_LENGTH + 1);
  const end = cut.lastIndexOf('-');
  return end > 0 ? cut.slice(0, end) : cut.slice(0, MAX_SLUG_LENGTH);
}

type CopyPorts = Pick<CarryOutParts, 'clock'> & {
  readonly store: Pick<CarryOutParts['store'], 'contexts' | 'history' | 'ledger'>;
};

/**
 * Gives a new session the history of another one up to a point, byte for byte, so that what the model has cached still
 * counts; with the checklist and the records of its files as they were then. Calls, cost and approvals stay with the
 * other one. Inside the caller's transaction.
 */
function copySession(
  { id }: Pick<SessionRecord, 'id'>,
  { source, toMessage, plan, written }: SessionCopy,
  { folder, branch, start }: Pick<WorktreeRecord, 'folder' | 'branch' | 'start'>,
  { store }: CopyPorts,
): void {
  const { history, contexts, ledger } = store;
  const standing = history.listCurrent(source, 0).filter(({ seq }) => seq < toMessage);
  for (const [seq, { message }] of standing.entries()) history.append(id, seq, message);
  const compaction = contexts.latest(source);
  if (compaction !== undefined && compaction.upTo <= toMessage) {
    const upTo = standing.filter(({ seq }) => seq < compaction.upTo).length;
    contexts.add(id, { ...compaction, upTo });
  }
  const notice = { type: 'text', text: notices.forked(folder, branch ?? '') };
  history.append(id, standing.length, { role: 'user', content: [notice] });
  if (plan !== undefined) history.setPlan(id, plan);
  // The files that it begins with count as the task's own work, so no file is recorded as changed by others.
  ledger.setBaseline(id, { head: start?.commit, dirty: [] });
  for (const file of written) if (file.before !== file.after) ledger.noteWritten(id, file);
  for (const [path, hash] of ledger.listSeen(source)) ledger.noteSeen(id, path, hash);
}
