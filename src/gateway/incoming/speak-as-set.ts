import type { SessionStatus } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { InstanceId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { localeHere } from './language.ts';

const OPEN: readonly SessionStatus[] = ['queued', 'running', 'waiting', 'paused', 'parked'];

interface LocaleUpdateParts {
  readonly store: Pick<Store, 'conversations' | 'sessions'>;
  readonly instance: InstanceId;
  /** From the settings; undefined: each chat has its own. */
  readonly locale: Locale | undefined;
}

/**
 * Gives open tasks the language that LOCALE names now. A task keeps the language that it was started in, and after a
 * change its card, questions and report would differ from the rest of the chat. Call it before any task goes on.
 */
export function speakAsSet({ store, instance, locale }: LocaleUpdateParts): void {
  if (locale === undefined) return;
  for (const session of store.sessions.listByStatus(OPEN, instance)) {
    const spoken = localeHere(session.conversation, locale, store.conversations);
    if (spoken !== session.locale)
      store.sessions.update(session.id, { locale: spoken, atMs: session.updatedAtMs });
  }
}
