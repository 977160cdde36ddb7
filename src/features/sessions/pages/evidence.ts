import type { SessionRecord } from '../../../contracts/session.ts';
import type { WorkRecords } from '../../../contracts/store.ts';
import type { SessionId } from '../../../core/ids.ts';
import { type Locale, localeOf, type Texts } from '../../../core/texts/texts.ts';
import { workDone } from '../../../gateway/report/records.ts';
import { recordLines } from '../../../gateway/report/report.ts';
import type { TaskAccounts } from './task-account.ts';

/** All results of a task are read for it: a task with more bytes than this only has its report. */
const MAX_BYTES = 2_000_000;
/** How many tasks are remembered. */
const MAX_KEPT = 32;

/**
 * Facts from the records of a task, independent of its words; undefined where there is too much to look at on a page.
 */
export type Evidence = (session: SessionRecord, texts: Texts) => readonly string[] | undefined;

export interface EvidenceParts {
  readonly store: WorkRecords;
  readonly accounts: Pick<TaskAccounts, 'bytesOfResults'>;
}

interface CachedEvidence {
  readonly updatedAtMs: number;
  readonly locale: Locale;
  readonly lines: readonly string[] | undefined;
}

/** Computed again only when the task has advanced: a page is made again with every change of any row. */
export function createEvidence({ store, accounts }: EvidenceParts): Evidence {
  const kept = new Map<SessionId, CachedEvidence>();
  return (session, texts) => {
    const { id, mode } = session;
    if (mode === 'talk') return [];
    const { updatedAtMs } = session.state;
    const locale = localeOf(texts);
    const known = kept.get(id);
    if (known?.updatedAtMs === updatedAtMs && known.locale === locale) return known.lines;
    const isTooMuch = accounts.bytesOfResults(id) > MAX_BYTES;
    const lines = isTooMuch ? undefined : recordLines(workDone(session, store), texts);
    kept.delete(id);
    kept.set(id, { updatedAtMs, locale, lines });
    for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest);
    return lines;
  };
}
