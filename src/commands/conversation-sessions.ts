import type { CommandContext } from '../contracts/commands.ts';
import type { SessionRecord } from '../contracts/session.ts';

type Here = Pick<CommandContext, 'conversation' | 'store'>;

/** Sessions that have not ended, the one that holds the conversation first, then those behind it in order. */
export function openSessions({ conversation, store }: Here): readonly SessionRecord[] {
  return [
    ...store.sessions.inConversation(conversation, ['running', 'waiting', 'paused']),
    ...store.sessions.inConversation(conversation, ['queued']),
  ];
}

/** What holds the conversation, else the newest one, however it ended. */
export function latestSession({ conversation, store }: Here): SessionRecord | undefined {
  return openSessions({ conversation, store })[0] ?? store.sessions.ofConversation(conversation, 1)[0];
}

/** The session under this id, if it belongs to this conversation. */
export function sessionHere(
  { conversation, store }: Here,
  id: SessionRecord['id'],
): SessionRecord | undefined {
  const session = store.sessions.get(id);
  return session?.conversation === conversation ? session : undefined;
}

/** Its questions that a person can still answer. */
export function openQuestions({ conversation, store }: Here, session: SessionRecord) {
  return store.approvals.pending(conversation).filter((approval) => approval.session === session.id);
}
