import stringWidth from 'string-width';
import type { SpanRow } from '../../../contracts/trace.ts';
import { cutAt } from '../../../core/text.ts';
import { barPlace, placesIn, spanLength, spanTitle } from '../span-tree.ts';
import type { TraceTexts } from '../texts/texts.ts';

const TIME_WIDTH = 12;
/** Share of the line that the names take; bars take what is left. */
const NAME_SHARE = 0.55;
const BAR = '█';

export interface TraceTextOptions {
  /** Width of the terminal, in columns. */
  readonly width: number;
  /** True when a program works on the session: then open spans are under way, otherwise they were cut off. */
  readonly isRunning: boolean;
  readonly nowMs: number;
  readonly words: Pick<TraceTexts, 'open' | 'interrupted'>;
}

/** Spans of one session as a tree with times and bars, in order of their start. */
export function traceLines(spans: readonly SpanRow[], options: TraceTextOptions): readonly string[] {
  const nameWidth = Math.floor(options.width * NAME_SHARE);
  const width = options.width - nameWidth - TIME_WIDTH - 2;
  return placesIn(spans).map(({ span, lead, top }) => {
    const name = padText(fitText(`${lead}${spanTitle(span)}`, nameWidth), nameWidth);
    const time = timeOf(span, options).padStart(TIME_WIDTH);
    const { from, length } = barPlace(span, { top, width, nowMs: options.nowMs });
    return `${name}${time}  ${' '.repeat(from)}${BAR.repeat(length)}`.trimEnd();
  });
}

function timeOf({ startMs, endMs, status }: SpanRow, { isRunning, words }: TraceTextOptions): string {
  if (endMs === undefined) return isRunning && status !== 'interrupted' ? words.open : words.interrupted;
  return spanLength(endMs - startMs);
}

function fitText(text: string, width: number): string {
  if (stringWidth(text) < width) return text;
  let shown = text;
  while (stringWidth(shown) > width - 2) shown = cutAt(shown, shown.length - 1);
  return `${shown}…`;
}

function padText(text: string, width: number): string {
  return `${text}${' '.repeat(Math.max(0, width - stringWidth(text)))}`;
}
