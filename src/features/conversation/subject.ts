import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import { isBareYes, isGoAhead, isThanks, isWait } from '../../gateway/incoming/go-ahead.ts';

/** What a talk is about: the person's newest words that say something. An "ok" or "do it" after them names nothing. */
export function subjectOf({ id, task }: SessionRecord, { steering }: Pick<Store, 'steering'>): string {
  const saysNothing = (text: string) => isBareYes(text) || isGoAhead(text) || isThanks(text) || isWait(text);
  return steering.lastWords(id).find((text) => !saysNothing(text)) ?? task;
}
