import { diffArrays } from 'diff';
import { foldText, plainOf } from './folding.ts';
import type { IndentShift } from './indent-shift.ts';
import { indentOf, type Line, trimSpace } from './lines.ts';

const CHARACTERS = { trailingSpace: false, characters: true };
const FORMS = ['NFC', 'NFD'] as const;
const WORDS = /[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu;

interface Parts {
  /** Lines of the match in the file, and in the search. */
  readonly real: readonly Line[];
  readonly before: readonly Line[];
  readonly shift: IndentShift;
}

/** Writes lines of the replacement for the file; undefined where their indentation is unclear. */
export interface NewLines {
  /** Replaces one line of the search: common parts keep the file's characters. */
  changed(content: string, index: number): string | undefined;
  added(content: string): string | undefined;
}

export function newLines({ real, before, shift }: Parts, after: readonly Line[]): NewLines {
  const plain = createPlainer(contents(real), contents(before), contents(after));
  const isPadded = padsLines(real, before);
  const added = (content: string): string | undefined => {
    const line = isPadded ? plain(content).trimEnd() : plain(content);
    const indent = indentOf(line);
    const shifted = line === indent ? indent : shift(indent);
    return shifted === undefined ? undefined : shifted + line.slice(indent.length);
  };
  return {
    added,
    changed(content, index) {
      const line = added(content);
      const [own, sought] = [real[index]?.content ?? '', before[index]?.content ?? ''];
      if (line === undefined || trimSpace(own) === trimSpace(sought)) return line;
      const [kept, shown] = [plain(content), plain(sought)];
      const core = inTheFilesCharacters(trimSpace(own), trimSpace(shown), trimSpace(kept));
      return core === undefined ? line : line.replace(trimSpace(kept), () => core);
    },
  };
}

/**
 * True when every line of the search has trailing white space that the file does not have: it comes from the model.
 */
function padsLines(real: readonly Line[], before: readonly Line[]): boolean {
  const filled = before.flatMap(({ content }, index) =>
    content.trim() === '' ? [] : [[content, real[index]?.content ?? ''] as const],
  );
  const isAdded = ([sought, own]: readonly [string, string]): boolean =>
    /[ \t]$/.test(sought) && !/[ \t]$/.test(own);
  return filled.length > 0 && filled.every(isAdded);
}

function contents(lines: readonly Line[]): string {
  return lines.map(({ content }) => content).join('\n');
}

/**
 * If a search writes the file's plain characters typographically, so does its replacement: these are made plain, and
 * accents composed as in the file.
 */
function createPlainer(real: string, before: string, after: string): (content: string) => string {
  if (real === before || !/[^\0-\x7f]/.test(after)) return (content) => content;
  const inFile = new Set([...real].flatMap((character) => plainOf(character) ?? []));
  const undone = new Map<string, string>();
  for (const character of before) {
    const plain = plainOf(character);
    if (plain !== undefined && !inFile.has(plain)) undone.set(character, plain);
  }
  const form = FORMS.find((own) => real === real.normalize(own) && before !== before.normalize(own));
  return (content) => {
    const line = [...content].map((character) => undone.get(character) ?? character).join('');
    return form === undefined ? line : line.normalize(form);
  };
}

/**
 * A changed line, with the parts that it shares with the search written as in the file.
 * @returns undefined where search and file do not correspond piece by piece
 */
function inTheFilesCharacters(own: string, sought: string, wanted: string): string | undefined {
  const inFile = piecesOf(own, sought);
  const written: (string | undefined)[] = [];
  let at = 0;
  for (const { added, removed, value } of diffArrays(sought.match(WORDS) ?? [], wanted.match(WORDS) ?? [])) {
    const text = value.join('');
    if (added) written.push(text);
    else if (!removed) written.push(inFile(at, at + text.length));
    if (!added) at += text.length;
  }
  return written.includes(undefined) ? undefined : written.join('');
}

/** The file's text for a piece of the search, by offsets in the search. */
function piecesOf(own: string, sought: string): (from: number, to: number) => string | undefined {
  const file = foldText(own, CHARACTERS);
  const isSame = file.text === foldText(sought, CHARACTERS).text;
  const inFile = (offset: number): number | undefined =>
    offset === sought.length
      ? own.length
      : file.endOf(foldText(sought.slice(0, offset), CHARACTERS).text.length);
  return (from, to) => {
    const [start, end] = [inFile(from), inFile(to)];
    return isSame && start !== undefined && end !== undefined ? own.slice(start, end) : undefined;
  };
}
