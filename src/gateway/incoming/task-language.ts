/**
 * Open tasks speak the language of their chat: after a change, the card, the questions and the report of one that began
 * before would differ from everything around them.
 */
import type { SessionRecord, SessionStatus } from '../../contracts/session.ts';
import type { OpenSessions, SessionStore } from '../../contracts/session-stores.ts';
import type { Store } from '../../contracts/store.ts';
import type { ConversationId, InstanceId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { localeHere } from './language.ts';

const OPEN: readonly SessionStatus[] = ['queued', 'running', 'waiting', 'paused', 'parked'];

interface SetLocaleParts {
  readonly store: Pick<Store, 'conversations' | 'sessions'>;
  readonly instance: InstanceId;
  /** From the settings; undefined: each chat has its own. */
  readonly locale: Locale | undefined;
}

/** Gives open tasks the language that LOCALE names now. Call it before any task goes on. */
export function speakAsSet({ store, instance, locale }: SetLocaleParts): void {
  if (locale === undefined) return;
  for (const session of store.sessions.listByStatus(OPEN, instance))
    speak(session, localeHere(session.conversation, locale, store.conversations), store.sessions);
}

/** The same for one chat, where a message has changed the language. What is on the screen already stays as it is. */
export function speakAsWritten(
  conversation: ConversationId,
  locale: Locale,
  sessions: OpenSessions & Pick<SessionStore, 'update'>,
): void {
  for (const session of sessions.listOpen(conversation)) speak(session, locale, sessions);
}

function speak(session: SessionRecord, locale: Locale, sessions: Pick<SessionStore, 'update'>): void {
  if (session.locale !== locale) sessions.update(session.id, { locale, atMs: session.state.updatedAtMs });
}
