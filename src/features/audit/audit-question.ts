import * as z from 'zod';
import type { Json } from '../../core/json.ts';
import { escapeHiddenInLines } from '../../policy/display.ts';
import { EntryData, entryData } from './entry-data.ts';
import { type AuditFilter, type AuditSearch, SEARCHED_ACTIONS } from './rows/audit-search.ts';

/** The question from one cell to another: the newest entries, for a page, or the oldest ones, for a file. */
export const AUDIT_QUESTION = 'audit';
export const AUDIT_PORTION = 'audit-portion';

const MAX_ENTRIES = 200;

/** As `AuditFilter`. */
const Filter = z.object({
  person: z.string().nullable(),
  action: z.enum(SEARCHED_ACTIONS).nullable(),
  words: z.string(),
  day: z.string().nullable(),
});

/** As `AuditPage`, with a place in each cell's record. */
const AuditQuestion = Filter.extend({
  before: z.record(z.string(), z.int()),
  limit: z.int().min(1).max(MAX_ENTRIES),
});
export type AuditQuestion = z.infer<typeof AuditQuestion>;

export const AuditAnswer = z.object({
  entries: z.array(EntryData),
  /** The start of this cell's next page; null when there is none. */
  next: z.int().nullable(),
  /** Everybody for whom a command was attempted there. */
  people: z.array(z.string()),
});
export type AuditAnswer = z.infer<typeof AuditAnswer>;

/** A range of each cell's record; one that is not named is asked for the first time. */
const PortionQuestion = Filter.extend({
  ranges: z.record(z.string(), z.object({ from: z.int(), end: z.int() })),
});
export type PortionQuestion = z.infer<typeof PortionQuestion>;

export const PortionAnswer = z.object({
  entries: z.array(EntryData),
  /** The start of this cell's next portion; null when there is none. */
  next: z.int().nullable(),
  /**
   * The end of the range that was asked for first: later questions name it, so that newer entries stay out of the file.
   */
  end: z.int(),
});
export type PortionAnswer = z.infer<typeof PortionAnswer>;

/** A filter as it goes to other cells. */
export function toFilter({ person, action, words, day }: AuditFilter): z.infer<typeof Filter> {
  return { person: person ?? null, action: action ?? null, words, day: day ?? null };
}

function filterIn({ person, action, words, day }: z.infer<typeof Filter>): AuditFilter {
  return { person: person ?? undefined, action: action ?? undefined, words, day: day ?? undefined };
}

interface AnsweringParts {
  readonly cell: string;
  search(): AuditSearch;
  redact(text: string): string;
}

/**
 * Answers from the record of this cell, without secrets, so that they may leave the machine. The cell that the question
 * comes from decides who may ask.
 */
export interface AuditAnswers {
  page(question: Json): Promise<AuditAnswer>;
  portion(question: Json): Promise<PortionAnswer>;
}

export function auditAnswers({ cell, search, redact }: AnsweringParts): AuditAnswers {
  const clean = (text: string): string => escapeHiddenInLines(redact(text));
  return {
    async page(question) {
      const { before, limit, ...filter } = AuditQuestion.parse(question);
      const rows = search();
      const found = await rows.find({ ...filterIn(filter), before: before[cell], limit });
      return {
        entries: found.entries.map((entry) => entryData(entry, clean)),
        next: found.next ?? null,
        people: rows.people().map(clean),
      };
    },
    async portion(question) {
      const { ranges, ...rest } = PortionQuestion.parse(question);
      const filter = filterIn(rest);
      const rows = search();
      const range = ranges[cell] ?? rows.range(filter);
      const { entries, next } = await rows.portion(filter, range);
      return {
        entries: entries.map((entry) => entryData(entry, clean)),
        next: next ?? null,
        end: range.end,
      };
    },
  };
}
