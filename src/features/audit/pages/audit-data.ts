import * as z from 'zod';
import type { WebDataSource } from '../../../contracts/web-page.ts';
import type { FindEverywhere } from '../across/find-everywhere.ts';
import { parseCellPlaces, placesText } from '../across/places.ts';
import { EntryData, entryData } from '../entry-data.ts';
import { type AuditPage, type AuditSearch, RECORDED_ACTIONS } from '../rows/audit-search.ts';
import { MAX_WORDS, pageOf } from './filter.ts';

const MAX_LIMIT = 200;
/** Longest `before`, in UTF-16 code units: it names a place for each of many cells. */
const MAX_PLACES = 10_000;

const Query = z.object({
  q: z.string().max(MAX_WORDS).default('').describe('Part of the command.'),
  person: z.string().max(100).optional().describe('Counts for owners; others read what was run for them.'),
  action: z.enum(RECORDED_ACTIONS).optional().describe('How it was decided; failed: its exit code is not 0.'),
  day: z.iso.date().optional().describe('In UTC.'),
  before: z
    .string()
    .max(MAX_PLACES)
    .regex(/^[a-z0-9:,-]+$/)
    .optional()
    .describe('`next` of an earlier answer.'),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(50),
});

const Output = z.object({
  cell: z.string().nullable().describe('Which one answers. Null: there is one machine.'),
  entries: z
    .array(EntryData.extend({ cell: z.string().nullable().describe('Whose record it is in.') }))
    .describe('Of all cells, newest first.'),
  next: z
    .union([z.int(), z.string()])
    .nullable()
    .describe('Where the next page begins; null: there is none.'),
  postgres_answers: z.boolean().describe('False: the entries are of this cell alone.'),
  silent: z.array(z.string()).describe('Cells that did not answer, so that their entries are missing.'),
});
type Output = z.infer<typeof Output>;

/**
 * The record of commands as data.
 * @param across undefined when the program is alone
 */
export function auditData(
  search: AuditSearch,
  across: { readonly cell: string; readonly find: FindEverywhere } | undefined,
): WebDataSource {
  return {
    query: Query,
    output: Output,
    async read(request): Promise<Output> {
      const page = { ...pageOf(request), limit: Number(request.query('limit') || '50') };
      if (across === undefined) return await dataHere(page, search, request.clean);
      const { cell, find } = across;
      const found = await find({ ...page, before: parseCellPlaces(request.query('before')) });
      return {
        cell,
        entries: [...found.entries],
        next: found.next === undefined ? null : placesText(found.next),
        postgres_answers: !found.isAway,
        silent: [...found.silent],
      };
    },
  };
}

async function dataHere(
  page: AuditPage,
  search: AuditSearch,
  clean: (text: string) => string,
): Promise<Output> {
  const { entries, next } = await search.find(page);
  return {
    cell: null,
    entries: entries.map((entry) => ({ ...entryData(entry, clean), cell: null })),
    next: next ?? null,
    postgres_answers: true,
    silent: [],
  };
}
