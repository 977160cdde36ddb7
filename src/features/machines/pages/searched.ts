import type { WebRequest } from '../../../contracts/web-page.ts';

/** Longest words that are searched for. */
export const MAX_WORDS = 100;

/** What somebody searches for among the chats; empty: nothing. */
export function searchedIn({ query }: Pick<WebRequest, 'query'>): string {
  return query('find').trim().slice(0, MAX_WORDS);
}
