import { code, oneLine } from '../../base/text.ts';
import type { Texts } from '../../base/texts/texts.ts';
import type { Commit } from '../../contracts/checkpoints.ts';

/** Files, or commits, that a message names; of more it says how many. */
const MOST_NAMED = 6;
/** Of one path or subject, in UTF-16 code units. */
const LONGEST_NAME = 80;

export function filesText(paths: readonly string[], texts: Texts): string {
  const shown = paths.slice(0, MOST_NAMED).map((path) => code(oneLine(path, LONGEST_NAME)));
  return withMore(shown, paths.length, texts);
}

export function commitsText(commits: readonly Commit[], texts: Texts): string {
  return withMore(commitLines(commits.slice(0, MOST_NAMED)), commits.length, texts);
}

/** `1234567 fix: the subject` */
export function commitLines(commits: readonly Commit[]): readonly string[] {
  return commits.map(({ hash, subject }) => `${hash.slice(0, 7)} ${oneLine(subject, LONGEST_NAME)}`);
}

function withMore(shown: readonly string[], count: number, { undo }: Texts): string {
  const more = count > shown.length ? ` ${undo.more(count - shown.length)}` : '';
  return `${shown.join(', ')}${more}`;
}
