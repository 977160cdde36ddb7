import * as z from 'zod';
import type { WebDataSource } from '../../../contracts/web-data.ts';
import type { WebRequest } from '../../../contracts/web-page.ts';
import { type AuditEntry, type AuditSearch, RECORDED_ACTIONS } from '../rows/audit-search.ts';
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

const EntryData = z.object({
  id: z.int(),
  task_id: z.string(),
  person: z.string().describe('Digits of a phone number, or local.'),
  command: z.string(),
  decision: z.string(),
  exit_code: z.int().nullable().describe('Null: it runs, was refused, or was stopped.'),
  duration_ms: z.int().nullable(),
  started_at: z.string().describe('In UTC, as 2026-11-20 09:30:00.'),
  output: z.string().nullable().describe('The beginning.'),
  errors: z.string().nullable().describe('The beginning.'),
  problem: z.string().nullable(),
});
type EntryData = z.infer<typeof EntryData>;

const Output = z.object({
  entries: z.array(EntryData).describe('Newest first.'),
  next: z.int().nullable().describe('Where the next page begins; null: there is none.'),
});

/** The record of commands as data. */
export function auditData(search: AuditSearch): WebDataSource {
  return {
    query: Query,
    output: Output,
    async read(request): Promise<z.infer<typeof Output>> {
      const limit = Number(request.query('limit') || '50');
      const { entries, next } = await search.find({ ...pageOf(request), limit });
      return { entries: entries.map((entry) => entryData(entry, request)), next: next ?? null };
    },
  };
}

/** An entry for programs: without secrets, and with hidden characters made visible. */
export function entryData(entry: AuditEntry, { clean }: Pick<WebRequest, 'clean'>): EntryData {
  const cleaned = (text: string | undefined): string | null => (text === undefined ? null : clean(text));
  return {
    id: entry.id,
    task_id: clean(entry.task),
    person: clean(entry.person),
    command: clean(entry.command),
    decision: clean(entry.decision),
    exit_code: entry.exitCode ?? null,
    duration_ms: entry.durationMs ?? null,
    started_at: clean(entry.startedAt),
    output: cleaned(entry.stdout),
    errors: cleaned(entry.stderr),
    problem: cleaned(entry.error),
  };
}
