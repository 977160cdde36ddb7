import type { Machines } from '../../cluster/machines.ts';
import type { Json } from '../../core/json.ts';
import {
  AUDIT_PORTION,
  AUDIT_QUESTION,
  AuditAnswer,
  type AuditQuestion,
  PortionAnswer,
  type PortionQuestion,
  toFilter,
} from './audit-question.ts';
import type { EntryData } from './entry-data.ts';
import type { AuditFilter, AuditPage } from './rows/audit-search.ts';

/** One entry of the record of one cell. */
export type EntryOfCell = EntryData & { readonly cell: string };

export interface ClusterAuditPage {
  /** Of all cells that answered, newest first. */
  readonly entries: readonly EntryOfCell[];
  /** Where each cell's next page begins; undefined when nothing is left of those that answered. */
  readonly next: CellCursors | undefined;
  /** In the order of the cells that answered, each once. */
  readonly people: readonly string[];
  /** Cells that did not answer. */
  readonly silent: readonly string[];
  /** True when PostgreSQL does not answer: then all entries are from this cell. */
  readonly isAway: boolean;
}

export type FindEverywhere = (
  page: Omit<AuditPage, 'before'> & { readonly before: CellCursors },
) => Promise<ClusterAuditPage>;

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
  before: CellCursors,
): CellCursors | undefined {
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

/** How far each cell's record was read, by its name: only entries before this one. */
type CellCursors = Readonly<Record<string, number>>;

const PLACE = /^([a-z][a-z0-9-]{0,30}):(\d{1,15})$/;

/** The start of each cell's next page, as `cellCursorsText` wrote it; other text is ignored. */
export function parseCellCursors(text: string): CellCursors {
  const places = text.split(',').flatMap((place): [string, number][] => {
    const [, cell, before] = PLACE.exec(place) ?? [];
    return cell === undefined ? [] : [[cell, Number(before)]];
  });
  return Object.fromEntries(places);
}

/** For an address. */
export function cellCursorsText(places: CellCursors): string {
  return Object.entries(places)
    .map(([cell, before]) => `${cell}:${before}`)
    .join(',');
}

/** What is missing in a file. */
export interface MissingEntries {
  /** True when PostgreSQL does not answer: then it is not known which other cells there are. */
  readonly isAway: boolean;
  /** Cells that did not answer, each with its last entry that was read; undefined when none was. */
  readonly cells: readonly { readonly cell: string; readonly readThrough: number | undefined }[];
}

export type ReadPart =
  | { readonly kind: 'entries'; readonly entries: readonly EntryOfCell[] }
  /** The last part, only sent when something is missing. */
  | { readonly kind: 'missing'; readonly missing: MissingEntries };

/** All that match of all cells, oldest first, part by part. */
export type ReadEverywhere = (filter: AuditFilter) => AsyncGenerator<ReadPart>;

interface ReadingParts {
  readonly machines: Pick<Machines, 'askOthers' | 'cell'>;
  /** The answer of this cell itself. */
  answer(question: Json): Promise<PortionAnswer>;
}

/** How far the record of one cell is read. */
interface CellReading {
  readonly cell: string;
  /** Entries that are read and not handed on yet. */
  entries: readonly EntryOfCell[];
  /** Where its next portion begins; undefined when there is none, or it did not answer. */
  next: number | undefined;
  end: number;
  readThrough: number | undefined;
}

/**
 * Holds one portion of each cell, however long its record is. The next one is asked for when that is handed on, so a
 * slow download makes no cell read ahead.
 */
export function readEverywhere(parts: ReadingParts): ReadEverywhere {
  return async function* (filter) {
    const { readings, silent, isAway } = await readFirstPortions(filter, parts);
    for (let isMore = true; isMore; ) {
      const entries = oldestOf(readings);
      if (entries.length > 0) yield { kind: 'entries', entries };
      const empty = readings.filter((one) => one.entries.length === 0 && one.next !== undefined);
      silent.push(...(await readOn(empty, filter, parts)));
      isMore = empty.length > 0;
    }
    if (isAway || silent.length > 0) yield { kind: 'missing', missing: { isAway, cells: silent } };
  };
}

type SilentCell = MissingEntries['cells'][number];

interface ReadingStart {
  readonly readings: readonly CellReading[];
  readonly silent: SilentCell[];
  readonly isAway: boolean;
}

/** The first portion of all cells. */
async function readFirstPortions(
  filter: AuditFilter,
  { machines, answer }: ReadingParts,
): Promise<ReadingStart> {
  const question: PortionQuestion = { ...toFilter(filter), ranges: {} };
  const [own, others] = await Promise.all([answer(question), machines.askOthers(AUDIT_PORTION, question)]);
  const readings = [beginReading(machines.cell, own)];
  const silent: SilentCell[] = [];
  for (const { cell, answer: said } of others ?? []) {
    const read = PortionAnswer.safeParse(said).data;
    if (read === undefined) silent.push({ cell, readThrough: undefined });
    else readings.push(beginReading(cell, read));
  }
  return { readings, silent, isAway: others === undefined };
}

/** The next portion of these; resolves with those that did not answer. */
async function readOn(
  readings: readonly CellReading[],
  filter: AuditFilter,
  parts: ReadingParts,
): Promise<readonly SilentCell[]> {
  if (readings.length === 0) return [];
  const answers = await portionsOf(readings, { ...toFilter(filter), ranges: rangesOf(readings) }, parts);
  for (const reading of readings) goOn(reading, answers.get(reading.cell));
  return readings
    .filter(({ cell }) => !answers.has(cell))
    .map(({ cell, readThrough }) => ({ cell, readThrough }));
}

function beginReading(cell: string, read: PortionAnswer): CellReading {
  const reading: CellReading = { cell, entries: [], next: undefined, end: read.end, readThrough: undefined };
  goOn(reading, read);
  return reading;
}

/** A cell that did not answer is not asked again: each wait would delay the person who downloads the file. */
function goOn(reading: CellReading, read: PortionAnswer | undefined): void {
  const { cell } = reading;
  reading.entries = (read?.entries ?? []).map((entry) => ({ ...entry, cell }));
  reading.next = read?.next ?? undefined;
  reading.readThrough = read?.entries.at(-1)?.id ?? reading.readThrough;
}

function rangesOf(readings: readonly CellReading[]): PortionQuestion['ranges'] {
  return Object.fromEntries(
    readings.map(({ cell, next = 0, end }): [string, { from: number; end: number }] => [
      cell,
      { from: next, end },
    ]),
  );
}

/** One entry for each cell that answered. While PostgreSQL is away, no other cell can. */
async function portionsOf(
  readings: readonly CellReading[],
  question: PortionQuestion,
  { machines, answer }: ReadingParts,
): Promise<ReadonlyMap<string, PortionAnswer>> {
  const found = new Map<string, PortionAnswer>();
  const others = readings.map(({ cell }) => cell).filter((cell) => cell !== machines.cell);
  if (others.length < readings.length) found.set(machines.cell, await answer(question));
  if (others.length === 0) return found;
  for (const { cell, answer: said } of (await machines.askOthers(AUDIT_PORTION, question, others)) ?? []) {
    const read = PortionAnswer.safeParse(said).data;
    if (read !== undefined) found.set(cell, read);
  }
  return found;
}

/**
 * The entries that are older than everything still to be read, in the order of time. Each cell's own order is kept: a
 * cell whose clock was set back has later entries that look older.
 */
function oldestOf(readings: readonly CellReading[]): readonly EntryOfCell[] {
  const entries: EntryOfCell[] = [];
  const places = new Map(readings.map((one) => [one, 0]));
  const headOf = (one: CellReading): EntryOfCell | undefined => one.entries[places.get(one) ?? 0];
  for (;;) {
    const waiting = readings.filter((one) => headOf(one) !== undefined || one.next !== undefined);
    const [oldest] = waiting.toSorted((one, other) => compareEntries(headOf(one), headOf(other)));
    const head = oldest && headOf(oldest);
    if (oldest === undefined || head === undefined) break;
    entries.push(head);
    places.set(oldest, (places.get(oldest) ?? 0) + 1);
  }
  for (const [one, place] of places) one.entries = one.entries.slice(place);
  return entries;
}

/** A cell whose next entry is not known comes first: no entry may go ahead of it. */
function compareEntries(one: EntryOfCell | undefined, other: EntryOfCell | undefined): number {
  const [first, second] = [one?.started_at ?? '', other?.started_at ?? ''];
  return first === second ? 0 : first < second ? -1 : 1;
}
