import type { Bubble } from '../../support/phone-chat.ts';
import { signSvg } from './emoji.ts';
import type { Font } from './font.ts';
import { CODE_SHARE, type Piece, type Row, rowsOf, SIGN_SHARE } from './rows.ts';

/** Everything in pixels of a phone that is 360 of them wide. */
export const PHONE_WIDTH = 360;
const MARGIN = 10;
const PADDING = 9;
const MAX_TEXT_WIDTH = 292;
const SIZE = 14;
const SMALL = 11.5;
const ROW = 19;
const SMALL_ROW = 16;

const COLOURS = {
  person: '#d9f7d0',
  program: '#ffffff',
  text: '#15202b',
  faint: '#667781',
  code: '#e9edf0',
  codeOnGreen: '#c5e8bb',
  quote: '#c3eab7',
  quoteBar: '#2e9e4f',
  choice: '#2e9e4f',
  line: '#e2e7ea',
} as const;

export interface Fonts {
  readonly plain: Font;
  readonly bold: Font;
  readonly code: Font;
}

/** A part of a bubble: how high it is, how wide at least, and what it looks like at a place. */
interface Block {
  readonly height: number;
  readonly width: number;
  svg(x: number, y: number, width: number): string;
}

export interface DrawnBubble {
  readonly height: number;
  svg(y: number): string;
}

export function drawBubble(bubble: Bubble, fonts: Fonts): DrawnBubble {
  const blocks = blocksOf(bubble, fonts);
  const width = Math.max(...blocks.map((block) => block.width), 30);
  const inner = blocks.reduce((sum, block) => sum + block.height, 0);
  const isPerson = bubble.from === 'person';
  const x = isPerson ? PHONE_WIDTH - MARGIN - width - 2 * PADDING : MARGIN;
  const height = inner + 2 * PADDING - 3;
  const { mark } = bubble;
  return {
    height: height + (mark === undefined ? 0 : 13),
    svg(y) {
      let at = y + PADDING - 2;
      const parts = blocks.map((block) => {
        const part = block.svg(x + PADDING, at, width);
        at += block.height;
        return part;
      });
      return [
        `<rect x="${n(x)}" y="${n(y + 0.8)}" width="${n(width + 2 * PADDING)}" height="${n(height)}" rx="10" fill="#00000014"/>`,
        `<rect x="${n(x)}" y="${n(y)}" width="${n(width + 2 * PADDING)}" height="${n(height)}" rx="10" fill="${isPerson ? COLOURS.person : COLOURS.program}"/>`,
        ...parts,
        mark === undefined ? '' : markSvg(mark, x + 8, y + height - 6),
      ].join('');
    },
  };
}

function blocksOf(bubble: Bubble, fonts: Fonts): readonly Block[] {
  switch (bubble.kind) {
    case 'text':
      return [
        ...(bubble.quotes === undefined ? [] : [quoteBlock(bubble.quotes, fonts)]),
        ...textBlocks(bubble.text, fonts, bubble.from === 'person'),
        ...(bubble.isEdited ? [EDITED] : []),
        ...(bubble.later === undefined ? [] : [laterBlock(bubble.later, fonts)]),
      ];
    case 'picture':
      return [PICTURE, ...textBlocks(bubble.caption, fonts, bubble.from === 'person')];
    case 'poll':
      return [
        rowsBlock(rowsOf(bubble.question, lookOf(fonts, { isBold: true })), { fonts, isBold: true }),
        ...bubble.options.map((option) => choiceBlock(option, option === bubble.chosen, fonts)),
      ];
    case 'file':
      return textBlocks(`📎 ${bubble.name}`, fonts, false);
  }
}

interface LookOptions {
  readonly isBold?: boolean;
  readonly size?: number;
  readonly width?: number;
}

function lookOf(
  { plain, bold, code }: Fonts,
  { isBold = false, size = SIZE, width = MAX_TEXT_WIDTH }: LookOptions = {},
) {
  return { font: isBold ? bold : plain, code, size, width };
}

/** Text, and fenced code in a box of its own. */
function textBlocks(text: string, fonts: Fonts, isPerson: boolean): readonly Block[] {
  return text
    .split(/```\n?/)
    .map((part, index) => ({ part: part.replace(/^\n|\n$/g, ''), isFenced: index % 2 === 1 }))
    .filter(({ part }) => part !== '')
    .map(({ part, isFenced }) =>
      isFenced
        ? fencedBlock(part, fonts)
        : rowsBlock(rowsOf(part, lookOf(fonts)), { fonts, isOnGreen: isPerson }),
    );
}

interface RowsOptions {
  readonly fonts: Fonts;
  readonly isBold?: boolean;
  readonly isOnGreen?: boolean;
  readonly size?: number;
  readonly colour?: string;
}

function rowsBlock(rows: readonly Row[], options: RowsOptions): Block {
  const step = options.size === undefined ? ROW : SMALL_ROW;
  return {
    height: rows.length * step,
    width: Math.max(...rows.map(({ width }) => width)),
    svg: (x, y) => rows.map((row, index) => rowSvg(row, { x, y: y + index * step }, options)).join(''),
  };
}

function fencedBlock(code: string, fonts: Fonts): Block {
  const rows = rowsOf(code, lookOf(fonts, { size: SIZE - 1, width: MAX_TEXT_WIDTH - 12 }), true);
  const inner = rowsBlock(rows, { fonts, size: SIZE - 1 });
  return {
    height: inner.height + 14,
    width: inner.width + 12,
    svg: (x, y, width) =>
      `<rect x="${n(x)}" y="${n(y + 2)}" width="${n(width)}" height="${n(inner.height + 9)}" rx="4" fill="${COLOURS.code}"/>${inner.svg(x + 6, y + 6, width)}`,
  };
}

function quoteBlock(quotes: string, fonts: Fonts): Block {
  const look = lookOf(fonts, { size: SMALL, width: MAX_TEXT_WIDTH - 36 });
  const [first, ...more] = rowsOf(quotes, look);
  const shown = first?.pieces.map(({ text }) => text).join('') ?? '';
  const rows = rowsOf(more.length === 0 ? shown : `${shown.trimEnd()}…`, { ...look, width: MAX_TEXT_WIDTH });
  const inner = rowsBlock(rows, { fonts, size: SMALL, colour: COLOURS.faint });
  return {
    height: inner.height + 14,
    width: inner.width + 22,
    svg: (x, y, width) =>
      [
        `<rect x="${n(x)}" y="${n(y + 1)}" width="${n(width)}" height="${n(inner.height + 8)}" rx="4" fill="${COLOURS.quote}"/>`,
        `<rect x="${n(x)}" y="${n(y + 1)}" width="3" height="${n(inner.height + 8)}" fill="${COLOURS.quoteBar}"/>`,
        inner.svg(x + 10, y + 5, width),
      ].join(''),
  };
}

/** A pencil, in every language, where a phone says that the message was edited. */
const EDITED: Block = {
  height: 13,
  width: 30,
  svg: (x, y, width) => signAt('✏️', { x: x + width - 11, y: y - 1, size: 12 }),
};

/** What was edited into a question when it was answered. */
function laterBlock(later: string, fonts: Fonts): Block {
  const rows = rowsOf(later, lookOf(fonts, { size: SMALL, width: MAX_TEXT_WIDTH - 18 }));
  const inner = rowsBlock(rows, { fonts, size: SMALL, colour: COLOURS.faint });
  return {
    height: inner.height + 10,
    width: inner.width + 18,
    svg: (x, y, width) =>
      [
        `<rect x="${n(x)}" y="${n(y + 4)}" width="${n(width)}" height="1" fill="${COLOURS.line}"/>`,
        signAt('✏️', { x, y: y + 10, size: 12 }),
        inner.svg(x + 18, y + 8, width),
      ].join(''),
  };
}

function choiceBlock(option: string, isChosen: boolean, fonts: Fonts): Block {
  const rows = rowsOf(option, lookOf(fonts, { width: MAX_TEXT_WIDTH - 26 }));
  const inner = rowsBlock(rows, { fonts });
  const mark = isChosen
    ? `fill="${COLOURS.choice}" stroke="${COLOURS.choice}"`
    : `fill="none" stroke="${COLOURS.faint}"`;
  return {
    height: inner.height + 13,
    width: 210,
    svg: (x, y, width) =>
      [
        `<circle cx="${n(x + 8)}" cy="${n(y + 14)}" r="7.5" stroke-width="1.5" ${mark}/>`,
        isChosen
          ? `<path d="M${n(x + 4.5)} ${n(y + 14)}l2.6 2.6 4.6-5" fill="none" stroke="#fff" stroke-width="1.8"/>`
          : '',
        inner.svg(x + 24, y + 5, width),
        `<rect x="${n(x + 24)}" y="${n(y + inner.height + 7)}" width="${n(width - 24)}" height="3" rx="1.5" fill="${isChosen ? COLOURS.choice : COLOURS.line}"/>`,
      ].join(''),
  };
}

/** Stands for what a person photographed. */
const PICTURE: Block = {
  height: 112,
  width: 190,
  svg: (x, y, width) =>
    [
      `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="104" rx="6" fill="#b9c7d3"/>`,
      `<circle cx="${n(x + width * 0.74)}" cy="${n(y + 30)}" r="11" fill="#f4e7b8"/>`,
      `<path d="M${n(x + 8)} ${n(y + 96)}l44-52 30 34 22-22 44 40z" fill="#8398a8"/>`,
    ].join(''),
};

function markSvg(mark: string, x: number, y: number): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="27" height="19" rx="9.5" fill="#fff" stroke="#dfe5e2" stroke-width="1"/>${signAt(mark, { x: x + 6.5, y: y + 2.5, size: 14 })}`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function rowSvg({ pieces }: Row, { x, y }: Point, options: RowsOptions): string {
  const { fonts, isBold = false, isOnGreen = false, size = SIZE, colour = COLOURS.text } = options;
  const baseline = y + (size === SIZE ? 14 : 12);
  return pieces
    .map((piece) => {
      const at = { x: x + piece.x, y: baseline };
      if (piece.text.trim() === '' && piece.kind !== 'code') return '';
      if (piece.kind === 'sign')
        return signAt(piece.text, { x: at.x, y: baseline - size * 0.96, size: size * SIGN_SHARE });
      if (piece.kind === 'code') return codeSvg(piece, at, { fonts, size, isOnGreen });
      return textSvg(piece.text, at, { font: isBold ? fonts.bold : fonts.plain, size, colour });
    })
    .join('');
}

function codeSvg(
  { text, width }: Piece,
  { x, y }: Point,
  { fonts, size, isOnGreen }: { readonly fonts: Fonts; readonly size: number; readonly isOnGreen: boolean },
): string {
  const ground =
    size === SIZE
      ? `<rect x="${n(x - 0.5)}" y="${n(y - 12)}" width="${n(width + 1)}" height="16" fill="${isOnGreen ? COLOURS.codeOnGreen : COLOURS.code}"/>`
      : '';
  return `${ground}${textSvg(text, { x, y }, { font: fonts.code, size: size * CODE_SHARE, colour: COLOURS.text })}`;
}

function textSvg(
  text: string,
  { x, y }: Point,
  { font, size, colour }: { readonly font: Font; readonly size: number; readonly colour: string },
): string {
  if (text.trim() === '') return '';
  // The next word is placed by the widths of letters, which kerning would change.
  return `<text ${font.attributes} style="font-kerning:none" x="${n(x)}" y="${n(y)}" font-size="${n(size)}" fill="${colour}">${escapeXml(text)}</text>`;
}

/** A sign that nobody has drawn is an empty frame: it is seen, and a test names it. */
function signAt(sign: string, { x, y, size }: Point & { readonly size: number }): string {
  const drawn =
    signSvg(sign) ??
    '<rect x="2.5" y="2.5" width="15" height="15" fill="none" stroke="#d83a34" stroke-width="1.5"/>';
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(size / 20)})">${drawn}</g>`;
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}
