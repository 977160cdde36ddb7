import { shorten } from '../../core/text.ts';
import { escapeHidden } from '../../policy/display.ts';
import { type CheckFinding, NOT_FORMATTED } from './check-output.ts';
import type { Check } from './configured-checks.ts';

const MAX_FINDINGS = 8;
const MAX_FINDING_LENGTH = 240;
/** All findings together, in UTF-16 code units. */
const MAX_LENGTH = 1_500;
const LINES_NAMED = 5;

export interface CheckFindings {
  readonly check: Pick<Check, 'tool' | 'fix'>;
  readonly findings: readonly CheckFinding[];
}

/** For the model, below the result of an edit; empty without findings. */
export function findingsText(path: string, all: readonly CheckFindings[]): string {
  const groups = all.map((one) => [...new Set(rowsOf(one))]);
  const rows = inTurn(groups);
  if (rows.length === 0) return '';
  const heading = `What the project's own checks say about ${toPlainLine(path)} since this edit:`;
  const fitting = new Set<string>();
  let length = heading.length + 40;
  for (const row of rows.slice(0, MAX_FINDINGS)) {
    length += row.length + 1;
    if (length > MAX_LENGTH) break;
    fitting.add(row);
  }
  const shown = groups.flat().filter((row) => fitting.delete(row));
  const more = rows.length - shown.length;
  return [heading, ...shown, ...(more === 0 ? [] : [`and ${more} more`])].join('\n');
}

/** The first of each tool, then the second: one that finds much does not hide what the others say. */
function inTurn(groups: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    groups.flatMap((group) => group.slice(at, at + 1)),
  ).flat();
}

function rowsOf({ check: { tool, fix }, findings }: CheckFindings): readonly string[] {
  const unformatted = findings.filter(({ what }) => what === NOT_FORMATTED).map(({ line }) => line);
  const others = findings.filter(({ what }) => what !== NOT_FORMATTED);
  const rows = others.map(({ line, what }) =>
    shorten(toPlainLine(`${tool}, line ${line}: ${what}`), MAX_FINDING_LENGTH),
  );
  if (unformatted.length === 0) return rows;
  const named = unformatted.slice(0, LINES_NAMED).join(', ');
  const more = unformatted.length > LINES_NAMED ? ', ...' : '';
  const how = fix === undefined ? '' : ` To format it, run ${toPlainLine(fix)}`;
  return [...rows, `${tool}: not formatted, line${unformatted.length > 1 ? 's' : ''} ${named}${more}.${how}`];
}

/** The words of a tool are data, in one line. One character above U+00FF would double the memory of every request. */
function toPlainLine(text: string): string {
  return escapeHidden(text.replaceAll(/\s+/g, ' '))
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u{100}-\u{10ffff}]/gu, '?');
}
