import { type Column, tableOf } from '../../../core/terminal-output.ts';
import { escapeHidden } from '../../../policy/display.ts';
import type { AuditedCommand, AuditStore } from '../audit.ts';
import type { AuditTexts } from '../texts/texts.ts';

interface TableOptions {
  /** Width of the terminal, in columns. */
  readonly width: number;
  readonly words: AuditTexts;
}

type QueryRows<Query extends keyof AuditStore> = AuditStore[Query] extends (...args: never) => infer Result
  ? Result
  : never;

export function commandTable(rows: readonly AuditedCommand[], { width, words }: TableOptions): string {
  const { started, decision, exit, took, command } = columnsIn(words);
  return tableOf(rows, [started, decision, exit, took, command], width);
}

export function deniedTable(rows: QueryRows<'listDenied'>, { width, words }: TableOptions): string {
  const { started, decision, command } = columnsIn(words);
  const person = {
    title: words.cli.person,
    text: ({ phoneNumber }: { readonly phoneNumber: string }) => phoneNumber,
  };
  return tableOf(rows, [started, decision, person, command], width);
}

export function slowTable(rows: QueryRows<'listSlow'>, { width, words }: TableOptions): string {
  const { took, exit, command } = columnsIn(words);
  return tableOf(rows, [took, exit, command], width);
}

type AuditSessionRow = QueryRows<'bySession'>[number] & { readonly phoneNumber: string };

export function sessionTable(
  rows: readonly AuditSessionRow[],
  { width, words: { cli } }: TableOptions,
): string {
  const columns: readonly Column<AuditSessionRow>[] = [
    { title: cli.person, text: (row) => row.phoneNumber },
    { title: cli.session, text: (row) => row.session },
    { title: cli.commands, text: (row) => String(row.commands) },
    { title: cli.success, text: (row) => String(row.success) },
    { title: cli.failures, text: (row) => String(row.failures) },
  ];
  return tableOf(rows, columns, width);
}

function columnsIn({ cli, decision }: AuditTexts) {
  return {
    started: { title: cli.started, text: startedText },
    decision: {
      title: cli.decision,
      text: (row: Pick<AuditedCommand, 'decision'>) => decision[row.decision],
    },
    exit: {
      title: cli.exit,
      text: ({ exitCode }: Pick<AuditedCommand, 'exitCode'>) => String(exitCode ?? '-'),
    },
    took: { title: cli.took, text: durationText },
    // The record holds text of a model: nothing in it may move the cursor.
    command: {
      title: cli.command,
      text: ({ command }: Pick<AuditedCommand, 'command'>) => escapeHidden(command),
    },
  };
}

/** `11-20 09:30:00`, without a year: --json has the full time. */
function startedText({ startedAt: time }: Pick<AuditedCommand, 'startedAt'>): string {
  return time.slice('2026-'.length);
}

function durationText({ durationMs }: Pick<AuditedCommand, 'durationMs'>): string {
  return durationMs === undefined ? '-' : `${(durationMs / 1000).toFixed(1)} s`;
}
