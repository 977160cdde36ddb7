/**
 * A piece of a message after formatting. `text`: shown as it is. `mark`: one of WhatsApp's own signs, used as one.
 * `fixed`: code or an address, which must not change.
 */
export interface FormattedPiece {
  readonly kind: 'text' | 'mark' | 'fixed';
  readonly text: string;
}

/** Signs that WhatsApp makes bold, italic or struck through of, in pairs on one line. */
const SIGNS = ['*', '_', '~'];
const WORD = /[\p{L}\p{N}]/u;
const ADDRESS = /^\W*[a-z][a-z0-9+.-]*:\/\//i;
const LEADING = /^[([{<"'“‘«¿¡]+/;
const TRAILING = /[)\]}>"'”’».,;:!?…]+$/;

/**
 * Joins the pieces of a message. WhatsApp would swallow some signs that are only text (`__init__`, a pattern with
 * stars): a word with such signs becomes code, which is shown and copied exactly.
 */
export function joinPieces(pieces: readonly FormattedPiece[]): string {
  const lines: FormattedPiece[][] = [[]];
  for (const piece of pieces) {
    if (piece.kind === 'fixed') {
      lines.at(-1)?.push(piece);
      continue;
    }
    const [first = '', ...more] = piece.text.split('\n');
    lines.at(-1)?.push({ ...piece, text: first });
    for (const text of more) lines.push([{ ...piece, text }]);
  }
  return lines.map(formatLine).join('\n');
}

function formatLine(pieces: readonly FormattedPiece[]): string {
  const line = pieces.map(({ text }) => text).join('');
  const swallowed = SIGNS.filter((sign) => line.includes(sign)).flatMap((sign) =>
    swallowedIn(line, sign, pieces),
  );
  if (swallowed.length === 0) return line;
  let offset = 0;
  const done: string[] = [];
  for (const { kind, text } of mergeTextPieces(pieces)) {
    const from = offset;
    offset += text.length;
    const hits = kind === 'text' ? swallowed.filter((at) => at >= from && at < offset) : [];
    const isBesideCode = [line[from - 1], line[offset]].includes('`');
    done.push(
      hits.length === 0 || isBesideCode
        ? text
        : guardSigns(
            text,
            hits.map((at) => at - from),
          ),
    );
  }
  return done.join('');
}

/** Positions of signs in the line's text that would form a pair with another one. */
function swallowedIn(line: string, sign: string, pieces: readonly FormattedPiece[]): readonly number[] {
  const signs: { readonly at: number; readonly isText: boolean }[] = [];
  let offset = 0;
  for (const { kind, text } of pieces) {
    if (kind !== 'fixed') {
      for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1))
        signs.push({ at: offset + at, isText: kind === 'text' });
    }
    offset += text.length;
  }
  const first = signs.find(({ at }) => canOpenPair(line, at))?.at ?? line.length;
  const last = signs.findLast(({ at }) => canClosePair(line, at))?.at ?? -1;
  return signs
    .filter(({ isText }) => isText)
    .filter(
      ({ at }) => (canOpenPair(line, at) && last > at + 1) || (canClosePair(line, at) && first < at - 1),
    )
    .map(({ at }) => at);
}

function canOpenPair(line: string, at: number): boolean {
  return !isWord(line[at - 1]) && isShown(line[at + 1]);
}

function canClosePair(line: string, at: number): boolean {
  return isShown(line[at - 1]) && !isWord(line[at + 1]);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && WORD.test(character);
}

function isShown(character: string | undefined): boolean {
  return character !== undefined && character.trim() !== '';
}

function mergeTextPieces(pieces: readonly FormattedPiece[]): readonly FormattedPiece[] {
  const merged: FormattedPiece[] = [];
  for (const piece of pieces) {
    const before = merged.at(-1);
    if (before?.kind === 'text' && piece.kind === 'text')
      merged[merged.length - 1] = { kind: 'text', text: before.text + piece.text };
    else merged.push(piece);
  }
  return merged;
}

/** The text with each word at one of these positions as code, without its brackets and full stops. */
function guardSigns(text: string, places: readonly number[]): string {
  const hits = places.toSorted((one, other) => one - other);
  let next = 0;
  let end = 0;
  return text
    .split(/(\s+)/)
    .map((word) => {
      end += word.length;
      const before = next;
      while ((hits[next] ?? end) < end) next += 1;
      return next === before ? word : inCode(word);
    })
    .join('');
}

function inCode(word: string): string {
  if (word.length < 2 || word.includes('`') || ADDRESS.test(word)) return word;
  const leading = LEADING.exec(word)?.[0] ?? '';
  const rest = word.slice(leading.length);
  const trailing = TRAILING.exec(rest)?.[0] ?? '';
  return `${leading}${codeSpan(rest.slice(0, rest.length - trailing.length))}${trailing}`;
}

const FENCE = '```';

/**
 * One-line code that WhatsApp shows unchanged, in fixed width. One backtick on each side; three if the text has
 * backticks itself.
 */
export function codeSpan(text: string): string {
  if (text.trim() === '') return text;
  if (!text.includes('`')) return `\`${text}\``;
  const before = text.startsWith('`') ? ' ' : '';
  const after = text.endsWith('`') ? ' ' : '';
  return `${FENCE}${before}${withoutFence(text)}${after}${FENCE}`;
}

/** Lines that WhatsApp shows unchanged, in fixed width. */
export function codeBlock(text: string): string {
  return `${FENCE}\n${withoutFence(text)}\n${FENCE}`;
}

/** WhatsApp has no longer fence: one inside would end the block. The inserted joiner is invisible. */
function withoutFence(text: string): string {
  return text.replaceAll(FENCE, '``\u200c`');
}
