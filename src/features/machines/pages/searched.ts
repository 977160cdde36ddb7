import type { WebRequest } from '../../../contracts/web-page.ts';

/** Longest words that are searched for. */
export const MAX_WORDS = 100;

/** The words that are searched for among the chats; empty for no search. */
export function searchWordsIn({ query }: Pick<WebRequest, 'query'>): string {
  return query('find').trim().slice(0, MAX_WORDS);
}
