import type { Passage, UndonePassage } from './passage.ts';

const HEADER = /^(?:diff --git |index [0-9a-f]|--- |\+\+\+ |\*\*\* (?:Begin Patch|Update File: ))/;
const AT = /^@@/;
const FOOTER = /^(?:\\ No newline at end of file|\*\*\* End (?:Patch|of File))/;

/** Splits the only hunk of a patch: its old lines are the search, its new ones the replacement. */
export function patchHunk({ search, replace }: Passage): UndonePassage | undefined {
  const hunk = hunkIn(search);
  if (hunk === undefined || hunk.old.trim() === '') return undefined;
  const young = hunkIn(replace) ?? sidesOf(replace);
  const isOfSame = young !== undefined && (!young.hasOld || sameAs(hunk.old)(young.old));
  const fresh = isOfSame && (young.hasNew || hunkIn(replace) !== undefined) ? young.fresh : undefined;
  if (!hunk.hasNew) return { search: hunk.old, replace: fresh, wholeLines: true };
  const isWhole = replace.trim() === '' || [replace, fresh].some(sameAs(hunk.fresh));
  return { search: hunk.old, replace: isWhole ? hunk.fresh : undefined, wholeLines: true };
}

/**
 * The new lines of a diff that was given as a replacement.
 * @returns undefined when its old lines are not the search
 */
export function newSideOf({ search, replace }: Passage): string | undefined {
  const sides = hunkIn(replace) ?? sidesOf(replace);
  if (sides === undefined || !sides.hasNew || !sameAs(search)(sides.old)) return undefined;
  return search.endsWith('\n') ? sides.fresh : sides.fresh.replace(/\n$/, '');
}

interface HunkSides {
  readonly old: string;
  readonly fresh: string;
  /** True when it has added lines. */
  readonly hasNew: boolean;
  /** True when it has removed lines. */
  readonly hasOld: boolean;
}

function sameAs(text: string): (other: string | undefined) => boolean {
  return (other) => other !== undefined && other.trimEnd() === text.trimEnd();
}

/** The first line with `@@`, and only headers before it, prove a hunk. */
function hunkIn(text: string): HunkSides | undefined {
  const lines = text.trimEnd().split(/\r?\n/);
  const begin = lines.findIndex((line) => !HEADER.test(line) && line.trim() !== '');
  if (begin === -1 || !AT.test(lines[begin] ?? '')) return undefined;
  return sidesOf(lines.slice(begin + 1).join('\n'));
}

/** Each line begins with `+`, `-` or a space. */
function sidesOf(text: string): HunkSides | undefined {
  const lines = text
    .trimEnd()
    .split(/\r?\n/)
    .filter((line) => !FOOTER.test(line));
  if (!lines.every((line) => line.trim() === '' || /^[+\- ]/.test(line))) return undefined;
  const side = (other: string): string =>
    lines.map((line) => (line.startsWith(other) ? '' : `${line.slice(1)}\n`)).join('');
  const holds = (sign: string): boolean => lines.some((line) => line.startsWith(sign));
  return { old: side('+'), fresh: side('-'), hasNew: holds('+'), hasOld: holds('-') };
}
