import type { Machines } from '../../../cluster/machines.ts';
import type { Json } from '../../../core/json.ts';
import type { EntryData } from '../entry-data.ts';
import type { AuditPage } from '../rows/audit-search.ts';
import { AUDIT_QUESTION, AuditAnswer, type AuditQuestion, toFilter } from './audit-question.ts';
import type { CellPlaces } from './places.ts';

/** One entry of the record of one cell. */
export type EntryOfCell = EntryData & { readonly cell: string };

export interface FoundEverywhere {
  /** Of all cells that answered, newest first. */
  readonly entries: readonly EntryOfCell[];
  /** Where each cell's next page begins; undefined when nothing is left of those that answered. */
  readonly next: CellPlaces | undefined;
  /** In the order of the cells that answered, each once. */
  readonly people: readonly string[];
  /** Cells that did not answer. */
  readonly silent: readonly string[];
  /** True when PostgreSQL does not answer: then all entries are from this cell. */
  readonly isAway: boolean;
}

export type FindEverywhere = (
  page: Omit<AuditPage, 'before'> & { readonly before: CellPlaces },
) => Promise<FoundEverywhere>;

interface FindingParts {
  readonly machines: Pick<Machines, 'askOthers' | 'cell'>;
  /** The answer of this cell itself. */
  answer(question: Json): Promise<AuditAnswer>;
}

interface CellPart extends AuditAnswer {
  readonly cell: string;
}

/** Asks all cells at once: no record is copied, and a cell that is away is named. */
export function findEverywhere({ machines, answer }: FindingParts): FindEverywhere {
  return async ({ before, limit, ...filter }) => {
    const question: AuditQuestion = { ...toFilter(filter), before: { ...before }, limit };
    const [own, others] = await Promise.all([answer(question), machines.askOthers(AUDIT_QUESTION, question)]);
    const parts: CellPart[] = [{ cell: machines.cell, ...own }];
    const silent: string[] = [];
    for (const { cell, answer: said } of others ?? []) {
      const read = AuditAnswer.safeParse(said).data;
      if (read === undefined) silent.push(cell);
      else parts.push({ cell, ...read });
    }
    const entries = mergeEntries(parts, limit);
    return {
      entries,
      next: placesAfter(entries, parts, before),
      people: [...new Set(parts.flatMap(({ people }) => people))],
      silent,
      isAway: others === undefined,
    };
  };
}

/**
 * The newest entries of all cells. Each cell's own order is kept: a cell whose clock was set back has later entries
 * that look older.
 */
function mergeEntries(parts: readonly CellPart[], limit: number): readonly EntryOfCell[] {
  const waiting = parts.map(({ cell, entries }) => entries.map((entry) => ({ ...entry, cell })));
  const entries: EntryOfCell[] = [];
  while (entries.length < limit) {
    const heads = waiting.filter((ofCell) => ofCell.length > 0);
    const newest = heads.toSorted((one, other) => (startOf(one) < startOf(other) ? 1 : -1))[0]?.shift();
    if (newest === undefined) return entries;
    entries.push(newest);
  }
  return entries;
}

function startOf([head]: readonly EntryOfCell[]): string {
  return head?.started_at ?? '';
}

/**
 * Where the next page begins: when all of a cell's entries were shown, at the place that the cell named, else behind
 * its last shown entry.
 */
function placesAfter(
  shown: readonly EntryOfCell[],
  parts: readonly CellPart[],
  before: CellPlaces,
): CellPlaces | undefined {
  const places = { ...before };
  let isMore = false;
  for (const { cell, entries, next } of parts) {
    const own = shown.filter((entry) => entry.cell === cell);
    const isAllShown = own.length === entries.length;
    isMore ||= !isAllShown || next !== null;
    const last = own.at(-1)?.id;
    if (isAllShown) places[cell] = next ?? 0;
    else if (last !== undefined) places[cell] = last;
  }
  return isMore ? places : undefined;
}
