import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { escapeXml } from '../phone/bubble-svg.ts';
import { signSvg } from '../phone/emoji.ts';

/** Characters and lines of the terminal that is shown. */
const COLUMNS = 74;
const ROWS = 22;
const WIDTH = 640;
const LINE = 19;
const SIZE = 13.5;
const TOP = 42;
const LEFT = 18;
/** A sign at the beginning of a line, which is drawn here: not everybody has a font for it. */
const SIGN = /^(\p{Extended_Pictographic}\uFE0F?) /u;
const SIGN_SIZE = 15;
const BEHIND_SIGN = 23;

/** How long a line stands before the next one comes, by what it begins with; everything else follows at once. */
const PAUSES: readonly (readonly [start: RegExp, seconds: number])[] = [
  [/^You ›/, 1.4],
  [/^❓/u, 1.2],
  [/^🔧/u, 1.1],
  [/^✅ Done/u, 1.2],
  [/^💬/u, 1.2],
  [/^Checked/, 1.6],
];
const QUICK_S = 0.09;
/** How long the end stands before it begins again. */
const END_S = 6;

const COLOURS = {
  window: '#10161c',
  bar: '#1d262f',
  text: '#d7dee4',
  person: '#7cc7ff',
  faint: '#8b98a3',
} as const;

interface TimedLine {
  readonly text: string;
  readonly atS: number;
}

/** The lines as a terminal shows them one after the other, again and again: a picture without a script in it. */
export function recordingOf(lines: readonly string[]): string {
  const timed = timesOf(lines);
  const totalS = (timed.at(-1)?.atS ?? 0) + END_S;
  const height = TOP + ROWS * LINE + 14;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${SIZE}">`,
    '<title>wasap demo: a task from the chat line to the tested commit</title>',
    `<rect width="${WIDTH}" height="${height}" rx="9" fill="${COLOURS.window}"/>`,
    `<rect width="${WIDTH}" height="28" rx="9" fill="${COLOURS.bar}"/>`,
    ...['#f2655c', '#f4be4f', '#5ec454'].map(
      (colour, index) => `<circle cx="${18 + index * 18}" cy="14" r="5.5" fill="${colour}"/>`,
    ),
    `<text x="${WIDTH / 2}" y="19" text-anchor="middle" fill="${COLOURS.faint}">wasap demo</text>`,
    // From the top of the first row: one that has moved out is gone as a whole.
    `<clipPath id="screen"><rect x="0" y="${TOP}" width="${WIDTH}" height="${height - TOP - 6}"/></clipPath>`,
    '<g clip-path="url(#screen)"><g>',
    scrollOf(timed, totalS),
    ...timed.map((line, index) => lineSvg(line, { index, totalS })),
    '</g></g>',
    '</svg>',
    '',
  ].join('\n');
}

function timesOf(lines: readonly string[]): readonly TimedLine[] {
  let atS = 0.6;
  return lines.flatMap((line) => {
    const rows = wrapAnsi(line, COLUMNS, { hard: true, trim: false }).split('\n');
    const timed = rows.map((text) => ({ text, atS: rounded(atS) }));
    atS += PAUSES.find(([start]) => start.test(line))?.[1] ?? QUICK_S;
    return timed;
  });
}

/** The lines move up when the last row is full. */
function scrollOf(lines: readonly TimedLine[], totalS: number): string {
  const moves = lines.slice(ROWS).map(({ atS }, index) => ({ atS, y: -(index + 1) * LINE }));
  if (moves.length === 0) return '';
  const values = ['0 0', ...moves.map(({ y }) => `0 ${y}`)].join(';');
  const times = ['0', ...moves.map(({ atS }) => share(atS, totalS))].join(';');
  return `<animateTransform attributeName="transform" type="translate" values="${values}" keyTimes="${times}" calcMode="discrete" dur="${rounded(totalS)}s" repeatCount="indefinite"/>`;
}

function lineSvg(
  { text, atS }: TimedLine,
  { index, totalS }: { readonly index: number; readonly totalS: number },
): string {
  if (stringWidth(text.trim()) === 0) return '';
  const colour = text.startsWith('You ›') ? COLOURS.person : COLOURS.text;
  const baseline = TOP + index * LINE + 14;
  const sign = SIGN.exec(text)?.[1];
  const drawn = sign === undefined ? undefined : signSvg(sign);
  const [x, words] = drawn === undefined ? [LEFT, text] : [LEFT + BEHIND_SIGN, text.replace(SIGN, '')];
  return [
    '<g>',
    drawn === undefined
      ? ''
      : `<g transform="translate(${LEFT} ${baseline - 12}) scale(${SIGN_SIZE / 20})">${drawn}</g>`,
    `<text xml:space="preserve" x="${x}" y="${baseline}" fill="${colour}">${escapeXml(words)}</text>`,
    `<animate attributeName="opacity" values="0;1" keyTimes="0;${share(atS, totalS)}" calcMode="discrete" dur="${rounded(totalS)}s" repeatCount="indefinite"/>`,
    '</g>',
  ].join('');
}

function share(atS: number, totalS: number): string {
  return String(Math.round((atS / totalS) * 10_000) / 10_000);
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
