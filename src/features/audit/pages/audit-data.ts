import * as z from 'zod';
import type { WebDataSource } from '../../../contracts/web-data.ts';
import { EntryData, entryData } from '../entry-data.ts';
import { type AuditSearch, RECORDED_ACTIONS } from '../rows/audit-search.ts';
import { MAX_WORDS, pageOf } from './filter.ts';

const MAX_LIMIT = 200;

const Query = z.object({
  q: z.string().max(MAX_WORDS).default('').describe('Part of the command.'),
  person: z.string().max(100).optional().describe('Counts for owners; others read what was run for them.'),
  action: z.enum(RECORDED_ACTIONS).optional().describe('How it was decided; failed: its exit code is not 0.'),
  day: z.iso.date().optional().describe('In UTC.'),
  before: z.coerce.number().int().min(1).optional().describe('`next` of an earlier answer.'),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(50),
});

const Output = z.object({
  cell: z
    .string()
    .nullable()
    .describe('Whose record this is; others answer for themselves. Null: there is one machine.'),
  entries: z.array(EntryData).describe('Newest first.'),
  next: z.int().nullable().describe('Where the next page begins; null: there is none.'),
});

/** The record of commands as data. */
export function auditData(search: AuditSearch, cell: string | undefined): WebDataSource {
  return {
    query: Query,
    output: Output,
    async read(request): Promise<z.infer<typeof Output>> {
      const limit = Number(request.query('limit') || '50');
      const { entries, next } = await search.find({ ...pageOf(request), limit });
      return {
        cell: cell ?? null,
        entries: entries.map((entry) => entryData(entry, request.clean)),
        next: next ?? null,
      };
    },
  };
}
