import { inlineCode } from '../../core/text.ts';
import { formatDuration } from '../../core/texts/format.ts';
import { entryOf } from '../../core/texts/texts.ts';
import { titleLine } from '../../policy/redaction.ts';
import type { AuditCheck, AuditFault } from './audit.ts';
import type { ClusterAuditPage, EntryOfCell } from './find-everywhere.ts';
import type { AuditTexts } from './texts/texts.ts';

/** How much of a command is shown: two lines on a phone. */
const MAX_COMMAND_LENGTH = 80;

/** One command, as a list in a chat shows it. */
export interface AuditLine {
  readonly command: string;
  readonly decision: string;
  readonly exitCode: number | undefined;
  readonly durationMs: number | undefined;
  /** The cell that ran it; undefined where only one is meant. */
  readonly cell?: string;
}

export interface ListWords {
  readonly title: string;
  readonly none: string;
  readonly words: AuditTexts;
}

export function listWords(which: 'all' | 'denied', words: AuditTexts): ListWords {
  return which === 'all'
    ? { title: words.recent, none: words.nothing, words }
    : { title: words.denied, none: words.nothingDenied, words };
}

export function commandList(
  rows: readonly AuditLine[],
  { title, none, words }: ListWords,
): readonly string[] {
  if (rows.length === 0) return [none];
  return [
    title,
    ...rows.map(
      (row) =>
        `${commandMark(row)} ${inlineCode(titleLine(row.command, MAX_COMMAND_LENGTH))}\n   ${commandFacts(row, words)}`,
    ),
  ];
}

/** The commands of all cells, each with the name of its cell; the last lines name the cells that did not answer. */
export function listOfAll(
  { entries, silent, isAway }: Pick<ClusterAuditPage, 'entries' | 'isAway' | 'silent'>,
  { words, ...list }: ListWords,
  here: string,
): readonly string[] {
  return [
    ...commandList(entries.map(toListedCommand), { words, ...list }),
    ...(isAway ? [words.away(here)] : []),
    ...(silent.length === 0 ? [] : [words.silent(silent.join(', '))]),
  ];
}

function toListedCommand({ command, decision, exit_code, duration_ms, cell }: EntryOfCell): AuditLine {
  return { command, decision, exitCode: exit_code ?? undefined, durationMs: duration_ms ?? undefined, cell };
}

function isRefused({ decision }: AuditLine): boolean {
  return decision === 'deny' || decision === 'ask_rejected';
}

function commandMark(row: AuditLine): string {
  if (isRefused(row)) return '🚫';
  if (row.exitCode === undefined) return row.durationMs === undefined ? '⏳' : '🛑';
  return row.exitCode === 0 ? '✅' : '❌';
}

function commandFacts(row: AuditLine, words: AuditTexts): string {
  const { decision, exitCode, durationMs, cell } = row;
  const facts = [...(cell === undefined ? [] : [cell]), entryOf(words.decision, decision) ?? decision];
  if (exitCode !== undefined) facts.push(words.exit(exitCode));
  else if (!isRefused(row)) facts.push(durationMs === undefined ? words.noResult : words.killed);
  if (durationMs !== undefined) facts.push(formatDuration(durationMs));
  return facts.join(' · ');
}

/** The result of a chain check, as lines for a person. */
export function checkLines(check: AuditCheck, words: AuditTexts): readonly string[] {
  if (check.kind === 'broken') return [words.broken(faultText(check.fault, words))];
  const { cut } = check;
  const begins = cut === undefined ? [] : [words.cut(cut.entries, cut.until, cut.hash)];
  return [words.intact(check.entries), ...begins, words.lastHash(check.lastHash), words.keepHash];
}

function faultText(fault: AuditFault, words: AuditTexts): string {
  if (fault.problem === 'dropped') return words.problem.missing(words.table(fault.table));
  const { table, id, problem } = fault;
  return words.problem[problem](table === 'audit_chain' ? words.entry(id) : words.row(id));
}
