import * as z from 'zod';
import type { WebDataSource, WebFileSource, WebRequest } from '../../../contracts/web-page.ts';
import { utcDay } from '../../../core/clock.ts';
import { EntryData, entryData } from '../entry-data.ts';
import {
  cellCursorsText,
  type FindEverywhere,
  type MissingEntries,
  parseCellCursors,
  type ReadEverywhere,
  type ReadPart,
} from '../find-everywhere.ts';
import {
  type AuditFilter,
  type AuditPage,
  type AuditSearch,
  RECORDED_ACTIONS,
} from '../rows/audit-search.ts';
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
      const found = await find({ ...page, before: parseCellCursors(request.query('before')) });
      return {
        cell,
        entries: [...found.entries],
        next: found.next === undefined ? null : cellCursorsText(found.next),
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

/**
 * What an owner searched for, as a file with one JSON object a line, oldest first: of all cells, where several machines
 * work together. Its last line then says what is missing, if something is.
 * @param everywhere undefined when the program is alone
 */
export function auditFile(
  search: Pick<AuditSearch, 'portion' | 'range'>,
  everywhere: ReadEverywhere | undefined,
): WebFileSource {
  return {
    read(request) {
      if (request.visitor.role !== 'owner') return undefined;
      const filter = pageOf(request);
      return {
        name: `audit-${utcDay(request.nowMs)}.jsonl`,
        type: 'application/x-ndjson; charset=utf-8',
        pieces: () =>
          everywhere === undefined ? linesHere(search, filter, request) : linesOfAll(everywhere(filter)),
      };
    },
  };
}

async function* linesHere(
  search: Pick<AuditSearch, 'portion' | 'range'>,
  filter: AuditFilter,
  { clean }: Pick<WebRequest, 'clean'>,
): AsyncGenerator<string> {
  const { from, end } = search.range(filter);
  for (let next: number | undefined = from; next !== undefined; ) {
    const portion = await search.portion(filter, { from: next, end });
    if (portion.entries.length > 0) yield jsonLines(portion.entries.map((entry) => entryData(entry, clean)));
    next = portion.next;
  }
}

async function* linesOfAll(parts: AsyncGenerator<ReadPart>): AsyncGenerator<string> {
  for await (const part of parts)
    yield part.kind === 'entries' ? jsonLines(part.entries) : jsonLines([missingData(part.missing)]);
}

function missingData({ isAway, cells }: MissingEntries): object {
  return {
    missing: {
      postgres_answers: !isAway,
      cells: cells.map(({ cell, readThrough }) => ({ cell, last_id: readThrough ?? null })),
    },
  };
}

function jsonLines(all: readonly object[]): string {
  return all.map((one) => `${JSON.stringify(one)}\n`).join('');
}
