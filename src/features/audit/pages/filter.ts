import type { WebRequest } from '../../../contracts/web-page.ts';
import { utcDay } from '../../../core/clock.ts';
import { type AuditFilter, type AuditPage, RECORDED_ACTIONS } from '../rows/audit-search.ts';

/** Longest text that is searched for, in UTF-16 code units. */
export const MAX_WORDS = 200;
const MAX_ROWS_SHOWN = 50;

/**
 * The search that the address asks for. A visitor who is no owner finds only what was run for them, whatever they ask.
 */
export function pageOf({ visitor, query }: Pick<WebRequest, 'visitor' | 'query'>): AuditPage {
  const asked = query('person');
  const before = query('before');
  return {
    person: visitor.role !== 'owner' ? visitor.sender : asked === '' ? undefined : asked,
    action: RECORDED_ACTIONS.find((action) => action === query('action')),
    words: query('q').trim().slice(0, MAX_WORDS),
    day: dayIn(query('day')),
    before: /^\d{1,15}$/.test(before) ? Number(before) : undefined,
    limit: MAX_ROWS_SHOWN,
  };
}

/** A day that exists, as `2026-11-20`. */
function dayIn(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) || utcDay(ms) !== text ? undefined : text;
}

/** Behind the question mark, for a link to the same search. */
export function queryOf({ words, person, action, day }: AuditFilter, isOwner: boolean): URLSearchParams {
  return new URLSearchParams({
    ...(words === '' ? {} : { q: words }),
    ...(person === undefined || !isOwner ? {} : { person }),
    ...(action === undefined ? {} : { action }),
    ...(day === undefined ? {} : { day }),
  });
}
