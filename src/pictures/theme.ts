/** Measures in pixels. */
export const WIDTH = 1080;
/** 9:16 fills the width of every phone that is held upright; what is taller is shrunk until it fits. */
export const MAX_HEIGHT = 1920;
export const MARGIN = 14;
export const CODE_SIZE = 36;
export const NUMBER_SIZE = 25;
export const TITLE_SIZE = 34;
export const ROW = 48;
export const TITLE_ROW = 50;
/** Width of every character, as a share of the font's size. */
const ADVANCE = 1233 / 2048;
export const CODE_COLUMN = CODE_SIZE * ADVANCE;
export const NUMBER_COLUMN = NUMBER_SIZE * ADVANCE;
export const TITLE_COLUMN = TITLE_SIZE * ADVANCE;
/** Columns of the title bar. */
export const TITLE_COLUMNS = Math.floor((WIDTH - 2 * MARGIN) / TITLE_COLUMN);
/** Digits that line numbers have room for at least: most files then share one look. */
const MIN_DIGITS = 3;

/** Columns of a row's parts, for line numbers of so many digits. */
export function columnsFor(digits: number): {
  readonly signAt: number;
  readonly codeAt: number;
  readonly columns: number;
} {
  const signAt = MARGIN + Math.max(MIN_DIGITS, digits) * NUMBER_COLUMN + 8;
  const codeAt = signAt + CODE_COLUMN + 6;
  return { signAt, codeAt, columns: Math.floor((WIDTH - MARGIN - codeAt) / CODE_COLUMN) };
}

export const FONT_FAMILY = 'DejaVu Sans Mono';

export const COLOURS = {
  page: '#ffffff',
  text: '#1b1f24',
  faint: '#6a737d',
  number: '#57606a',
  contextGutter: '#f0f2f5',
  added: '#e0fbe6',
  addedGutter: '#a5e8b4',
  addedWord: '#94dda6',
  addedSign: '#0a5c22',
  removed: '#ffebe9',
  removedGutter: '#ffc4bf',
  removedWord: '#ffb3ad',
  removedSign: '#a40e1a',
  hunk: '#ddeeff',
  hunkText: '#2c5282',
  title: '#20262d',
  titleText: '#ffffff',
  titleFaint: '#aab4be',
  titleAdded: '#56d364',
  titleRemoved: '#ff8a80',
  footer: '#fff3cd',
  footerText: '#5c4400',
  box: '#7a5b00',
} as const;

/** By the first word of a class of the highlighter; what is not here is drawn as plain text. */
export const SYNTAX: Readonly<Record<string, string>> = {
  keyword: '#b3142a',
  literal: '#0a3f9c',
  number: '#0a3f9c',
  built_in: '#5b2ba8',
  type: '#8a3800',
  string: '#0b2f66',
  regexp: '#0b4f5c',
  symbol: '#0a3f9c',
  comment: '#57606a',
  quote: '#57606a',
  doctag: '#b3142a',
  meta: '#5b2ba8',
  title: '#5b2ba8',
  section: '#0a3f9c',
  tag: '#10602a',
  name: '#10602a',
  attr: '#0a3f9c',
  attribute: '#0a3f9c',
  property: '#0a3f9c',
  variable: '#8a3800',
  'template-variable': '#8a3800',
  selector: '#10602a',
  bullet: '#8a3800',
  link: '#0b2f66',
  code: '#0b2f66',
};
