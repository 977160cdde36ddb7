import * as z from 'zod';
import type { Json } from '../../../core/json.ts';
import { escapeHiddenInLines } from '../../../policy/display.ts';
import { EntryData, entryData } from '../entry-data.ts';
import { type AuditSearch, SEARCHED_ACTIONS } from '../rows/audit-search.ts';

/** What a cell is asked for by another one. */
export const AUDIT_QUESTION = 'audit';

const MAX_ENTRIES = 200;

/** As `AuditPage`, with a place in each cell's record. */
const AuditQuestion = z.object({
  person: z.string().nullable(),
  action: z.enum(SEARCHED_ACTIONS).nullable(),
  words: z.string(),
  day: z.string().nullable(),
  before: z.record(z.string(), z.int()),
  limit: z.int().min(1).max(MAX_ENTRIES),
});
export type AuditQuestion = z.infer<typeof AuditQuestion>;

export const AuditAnswer = z.object({
  entries: z.array(EntryData),
  /** Where this cell's next page begins; null: there is none. */
  next: z.int().nullable(),
  /** Everybody for whom a command was attempted there. */
  people: z.array(z.string()),
});
export type AuditAnswer = z.infer<typeof AuditAnswer>;

interface AnsweringParts {
  readonly cell: string;
  search(): AuditSearch;
  redact(text: string): string;
}

/**
 * What the record of this cell has, as it may leave the machine: without secrets. Who may ask is decided by the cell where somebody
 * asks.
 */
export function auditAnswers({
  cell,
  search,
  redact,
}: AnsweringParts): (question: Json) => Promise<AuditAnswer> {
  const clean = (text: string): string => escapeHiddenInLines(redact(text));
  return async (question) => {
    const { person, action, words, day, before, limit } = AuditQuestion.parse(question);
    const rows = search();
    const found = await rows.find({
      person: person ?? undefined,
      action: action ?? undefined,
      words,
      day: day ?? undefined,
      before: before[cell],
      limit,
    });
    return {
      entries: found.entries.map((entry) => entryData(entry, clean)),
      next: found.next ?? null,
      people: rows.people().map(clean),
    };
  };
}
