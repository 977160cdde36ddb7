import type { MadeEdit } from '../../contracts/code.ts';
import { touchedLines } from '../edit/touched-lines.ts';
import type { CheckFinding } from './check-output.ts';

/** What a tool found in an earlier text of the file. */
export interface EarlierFindings {
  readonly text: string;
  readonly findings: readonly CheckFinding[];
}

/**
 * Findings that come from this edit. Where it is known what the tool said of the file before it, those that are new, by
 * what they say and the words of their line, since lines move; else those on changed lines.
 */
export function freshFindings(
  { text, diff }: Pick<MadeEdit, 'text' | 'diff'>,
  findings: readonly CheckFinding[],
  earlier: EarlierFindings | undefined,
): readonly CheckFinding[] {
  if (earlier === undefined) {
    const touched = touchedLines(diff, 'new');
    return findings.filter(({ line }) => touched.has(line));
  }
  const left = new Map<string, number>();
  for (const key of keysOf(earlier)) left.set(key, (left.get(key) ?? 0) + 1);
  const keys = keysOf({ text, findings });
  return findings.filter((_finding, index) => {
    const key = keys[index] ?? '';
    const known = left.get(key) ?? 0;
    left.set(key, known - 1);
    return known <= 0;
  });
}

function keysOf({ text, findings }: EarlierFindings): readonly string[] {
  const lines = text.split('\n');
  return findings.map(({ line, what }) => `${what}\n${(lines[line - 1] ?? '').trim()}`);
}
