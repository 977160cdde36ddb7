import type { Commit } from '../../contracts/checkpoints.ts';
import { inlineCode, oneLine } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { titleLine } from '../../policy/redaction.ts';

/** How many files or commits a message names; the others are counted. */
const MAX_NAMED = 6;
/** Longest path or subject, in UTF-16 code units. */
const MAX_NAME_LENGTH = 80;

export function filesText(paths: readonly string[], texts: Texts): string {
  const shown = paths.slice(0, MAX_NAMED).map((path) => inlineCode(oneLine(path, MAX_NAME_LENGTH)));
  return withMore(shown, paths.length, texts);
}

export function commitsText(commits: readonly Commit[], texts: Texts): string {
  return withMore(commitLines(commits.slice(0, MAX_NAMED)), commits.length, texts);
}

/** `1234567 fix: the subject` */
export function commitLines(commits: readonly Commit[]): readonly string[] {
  return commits.map(({ hash, subject }) => `${hash.slice(0, 7)} ${titleLine(subject, MAX_NAME_LENGTH)}`);
}

function withMore(shown: readonly string[], count: number, { report }: Texts): string {
  const more = count > shown.length ? ` ${report.filesMore(count - shown.length)}` : '';
  return `${shown.join(', ')}${more}`;
}
