import { signSvg } from './emoji.ts';
import type { Font } from './font.ts';

/** A word, a sign or a blank, as wide as it will be drawn. */
export interface Piece {
  readonly kind: 'word' | 'code' | 'sign';
  readonly text: string;
  readonly width: number;
}

/** What stands beside each other, with the place where each piece begins. */
export interface Row {
  readonly pieces: readonly (Piece & { readonly x: number })[];
  readonly width: number;
}

export interface Look {
  readonly font: Font;
  readonly code: Font;
  readonly size: number;
  /** Where a row ends. */
  readonly width: number;
}

/** Code is a little smaller, since its letters are wider. */
export const CODE_SHARE = 0.88;
/** A sign is as wide as it is high, with a little air. */
export const SIGN_SHARE = 1.18;
const SIGN_AIR = 1.22;

const PART = /`[^`\n]+`|\p{Extended_Pictographic}\uFE0F?|\s+|[^\s`]+|`/gu;

/** The rows of a text: lines stay lines, and what is too wide goes on in the next row. */
export function rowsOf(text: string, look: Look, isCode = false): readonly Row[] {
  return text
    .split('\n')
    .flatMap((line) => wrapped(isCode ? codePieces(line, look) : piecesOf(line, look), look));
}

function piecesOf(line: string, look: Look): readonly Piece[] {
  return [...line.matchAll(PART)].flatMap(([part]) => {
    if (part.length > 2 && part.startsWith('`')) return codePieces(part.slice(1, -1), look);
    if (isSign(part, look.font)) return [{ kind: 'sign', text: part, width: look.size * SIGN_AIR }];
    return signsIn(part, look);
  });
}

/** A word may hold signs: `☑yes`. */
function signsIn(part: string, look: Look): readonly Piece[] {
  return part
    .split(/(\p{Extended_Pictographic}\uFE0F?)/u)
    .filter((inner) => inner !== '')
    .map((inner) =>
      isSign(inner, look.font)
        ? { kind: 'sign', text: inner, width: look.size * SIGN_AIR }
        : { kind: 'word', text: inner, width: widthOf(inner, look.font, look.size) },
    );
}

function codePieces(code: string, { code: font, size }: Look): readonly Piece[] {
  return (code.match(/\s+|\S+/g) ?? []).map((text) => ({
    kind: 'code',
    text,
    width: widthOf(text, font, size * CODE_SHARE),
  }));
}

/** What is drawn here rather than by the font, and what no font here has. */
function isSign(text: string, font: Font): boolean {
  if (!/^\p{Extended_Pictographic}\uFE0F?$/u.test(text)) return false;
  return signSvg(text) !== undefined || font.advance(text.codePointAt(0) ?? 0) === undefined;
}

function widthOf(text: string, font: Font, size: number): number {
  return [...text].reduce((sum, sign) => sum + (font.advance(sign.codePointAt(0) ?? 0) ?? 0.6) * size, 0);
}

function wrapped(pieces: readonly Piece[], look: Look): readonly Row[] {
  const rows: Piece[][] = [[]];
  let used = 0;
  for (const piece of pieces.flatMap((one) => shortEnough(one, look))) {
    if (used + piece.width > look.width && used > 0) {
      rows.push([]);
      used = 0;
      if (piece.text.trim() === '') continue;
    }
    rows.at(-1)?.push(piece);
    used += piece.width;
  }
  return rows.map(placed);
}

/** A word that is wider than a row is cut where the row ends. */
function shortEnough(piece: Piece, look: Look): readonly Piece[] {
  if (piece.width <= look.width) return [piece];
  const [font, size] = piece.kind === 'code' ? [look.code, look.size * CODE_SHARE] : [look.font, look.size];
  const parts: string[] = [''];
  for (const sign of piece.text) {
    if (widthOf(`${parts.at(-1)}${sign}`, font, size) > look.width) parts.push('');
    parts.push(`${parts.pop()}${sign}`);
  }
  return parts.map((text) => ({ ...piece, text, width: widthOf(text, font, size) }));
}

function placed(pieces: readonly Piece[]): Row {
  let x = 0;
  const at = pieces.map((piece) => {
    const here = { ...piece, x };
    x += piece.width;
    return here;
  });
  return { pieces: at, width: x };
}
