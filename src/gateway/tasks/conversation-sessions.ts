import type { CommandContext } from '../../contracts/commands.ts';
import { AT_REST, type SessionRecord, type SessionState } from '../../contracts/session.ts';
import type { OpenSessions } from '../../contracts/session-stores.ts';

type ConversationStores = CommandContext['store'];

interface ConversationScope {
  readonly conversation: CommandContext['conversation'];
  readonly store: Pick<ConversationStores, 'sessions'>;
}

/** A chat, and what has not ended. */
interface OpenScope {
  readonly conversation: CommandContext['conversation'];
  readonly store: { readonly sessions: OpenSessions };
}

/** Sessions that have not ended: first those that hold a folder, then the queued ones in order. */
export function openSessions({ conversation, store }: OpenScope): readonly SessionRecord[] {
  return store.sessions.listOpen(conversation);
}

/** Like `openSessions`, without talks. */
export function unfinishedTasks(here: OpenScope): readonly SessionRecord[] {
  return openSessions(here).filter(({ mode }) => mode === 'agent');
}

/**
 * For each folder the session that holds it (it runs, is paused, or waits for an answer), or is first in its queue.
 * Talks only where there is no task.
 */
export function atWork(here: OpenScope): readonly SessionRecord[] {
  const firsts = new Map<string, SessionRecord>();
  for (const session of openSessions(here))
    if (!firsts.has(session.workspace)) firsts.set(session.workspace, session);
  const all = [...firsts.values()];
  const tasks = all.filter(({ mode }) => mode === 'agent');
  return tasks.length > 0 ? tasks : all;
}

/**
 * Of the sessions at work, those that this person may write to; all when there are none, so that the refusal can say so.
 */
export function addressableSessions(
  asking: OpenScope & Pick<CommandContext, 'person' | 'sender'>,
): readonly SessionRecord[] {
  const all = atWork(asking);
  const own = all.filter((session) => isTheirs(session, asking));
  return own.length > 0 ? own : all;
}

/** A task belongs to the person who started it; an owner may act on every one. */
export function isTheirs(
  { owner }: Pick<SessionRecord, 'owner'>,
  { person, sender }: Pick<CommandContext, 'person' | 'sender'>,
): boolean {
  return person.role === 'owner' || owner === sender;
}

export function isAtRest({ state }: { readonly state: Pick<SessionState, 'status'> }): boolean {
  return AT_REST.includes(state.status);
}

/** True while it takes messages: it has not ended, or its worktree still waits for a choice. */
export function isAlive(session: SessionRecord, store: Pick<ConversationStores, 'worktrees'>): boolean {
  if (!isAtRest(session)) return true;
  const worktree = store.worktrees.findActive(session);
  return worktree?.state === 'ready' && worktree.landing !== 'done';
}

/** The newest sessions of the chat, newest first; none from before this person last began afresh there. */
export function sinceFresh(
  { conversation, sender, store }: FreshScope,
  limit: number,
): readonly SessionRecord[] {
  const latest = store.sessions.listNewest(conversation, limit);
  const after = store.conversations.freshAfter(conversation, sender);
  const end = latest.findIndex(({ id }) => id === after);
  return end === -1 ? latest : latest.slice(0, end);
}

interface FreshScope extends Pick<CommandContext, 'conversation' | 'sender'> {
  readonly store: Pick<ConversationStores, 'conversations' | 'sessions'>;
}

/** The session under this id, if it belongs to this conversation. */
export function sessionHere(
  { conversation, store }: ConversationScope,
  id: SessionRecord['id'],
): SessionRecord | undefined {
  const session = store.sessions.get(id);
  return session?.conversation === conversation ? session : undefined;
}

/** Its questions that can still be answered. */
export function openApprovals(
  { conversation, store }: Pick<CommandContext, 'conversation' | 'store'>,
  session: SessionRecord,
) {
  return store.approvals.listPending(conversation).filter((approval) => approval.session === session.id);
}
