import * as z from 'zod';
import type { AuditEntry } from './rows/audit-search.ts';

export const EntryData = z.object({
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
export type EntryData = z.infer<typeof EntryData>;

/** An entry for programs: without secrets, and with hidden characters made visible. */
export function entryData(entry: AuditEntry, clean: (text: string) => string): EntryData {
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
