import { type Column, tableOf } from '../../../core/table.ts';
import { escapeHidden } from '../../../policy/display.ts';
import type { AuditedCommand, AuditStore } from '../audit.ts';

const STARTED = { title: 'started (UTC)', text: startedAt };
const DECISION = { title: 'decision', text: ({ decision }: Pick<AuditedCommand, 'decision'>) => decision };
const EXIT = {
  title: 'exit',
  text: ({ exitCode }: Pick<AuditedCommand, 'exitCode'>) => String(exitCode ?? '-'),
};
const TOOK = { title: 'took', text: took };
// The record holds text of a model: nothing in it may move the cursor.
const COMMAND = {
  title: 'command',
  text: ({ command }: Pick<AuditedCommand, 'command'>) => escapeHidden(command),
};

type Rows<Query extends keyof AuditStore> = AuditStore[Query] extends (...args: never) => infer Result
  ? Result
  : never;

export function commandTable(rows: readonly AuditedCommand[], width: number): string {
  return tableOf(rows, [STARTED, DECISION, EXIT, TOOK, COMMAND], width);
}

export function deniedTable(rows: Rows<'denied'>, width: number): string {
  const person = {
    title: 'person',
    text: ({ phoneNumber }: { readonly phoneNumber: string }) => phoneNumber,
  };
  return tableOf(rows, [STARTED, DECISION, person, COMMAND], width);
}

export function slowTable(rows: Rows<'slow'>, width: number): string {
  return tableOf(rows, [TOOK, EXIT, COMMAND], width);
}

type Session = Rows<'bySession'>[number] & { readonly phoneNumber: string };

export function sessionTable(rows: readonly Session[], width: number): string {
  const columns: readonly Column<Session>[] = [
    { title: 'person', text: (row) => row.phoneNumber },
    { title: 'session', text: (row) => row.session },
    { title: 'commands', text: (row) => String(row.commands) },
    { title: 'success', text: (row) => String(row.success) },
    { title: 'failures', text: (row) => String(row.failures) },
  ];
  return tableOf(rows, columns, width);
}

/** `11-20 09:30:00`, without a year: --json has the full time. */
function startedAt({ startedAt: time }: Pick<AuditedCommand, 'startedAt'>): string {
  return time.slice('2026-'.length);
}

function took({ durationMs }: Pick<AuditedCommand, 'durationMs'>): string {
  return durationMs === undefined ? '-' : `${(durationMs / 1000).toFixed(1)} s`;
}
