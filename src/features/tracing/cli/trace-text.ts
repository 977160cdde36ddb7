import stringWidth from 'string-width';
import * as z from 'zod';
import type { SpanRow } from '../../../contracts/trace.ts';
import { cutAt } from '../../../core/text.ts';
import { formatBrief, formatDuration, formatTokens } from '../../../core/texts/format.ts';
import { MINUTE_MS } from '../../../core/time.ts';

const TIME_WIDTH = 12;
/** Share of the line that the names take; bars take what is left. */
const NAME_SHARE = 0.55;
const BAR = '█';

interface TreeRow {
  readonly span: SpanRow;
  /** Text before its name: the branches of the tree. */
  readonly lead: string;
  /** The span at the top of its branch: all of it is drawn on its scale. */
  readonly top: SpanRow;
}

export interface TraceTextOptions {
  /** Width of the terminal, in columns. */
  readonly width: number;
  /** Whether a program has the session in hand: what is not ended is then under way, and else was cut off. */
  readonly isRunning: boolean;
  readonly nowMs: number;
}

/**
 * Spans of one session as a tree with times and bars, in order of their start. Each branch is drawn on the scale of the span
 * at its top: a person who answers after two days would leave nothing to see of anything else.
 */
export function traceLines(spans: readonly SpanRow[], options: TraceTextOptions): readonly string[] {
  const nameWidth = Math.floor(options.width * NAME_SHARE);
  const barWidth = options.width - nameWidth - TIME_WIDTH - 2;
  return placesIn(spans).map(({ span, lead, top }) => {
    const name = padded(fitted(`${lead}${titleOf(span)}`, nameWidth), nameWidth);
    const time = timeOf(span, options).padStart(TIME_WIDTH);
    return `${name}${time}  ${barOf(span, { top, width: barWidth, nowMs: options.nowMs })}`.trimEnd();
  });
}

/** Spans without their parent (it was lost, or its trace began elsewhere) are at the top. */
function placesIn(spans: readonly SpanRow[]): readonly TreeRow[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const below = new Map<string, SpanRow[]>();
  for (const span of spans) {
    const { parentId = '' } = span;
    const parent = known.has(parentId) ? parentId : '';
    below.set(parent, [...(below.get(parent) ?? []), span]);
  }
  const walk = (span: SpanRow, lead: string, rest: { top: SpanRow; indent: string }): readonly TreeRow[] => {
    const children = below.get(span.spanId) ?? [];
    const own: TreeRow = { span, lead, top: rest.top };
    return [
      own,
      ...children.flatMap((child, at) => {
        const isLast = at === children.length - 1;
        const indent = `${rest.indent}${isLast ? '  ' : '│ '}`;
        return walk(child, `${rest.indent}${isLast ? '└ ' : '├ '}`, { top: rest.top, indent });
      }),
    ];
  };
  return (below.get('') ?? []).flatMap((top) => walk(top, '', { top, indent: '' }));
}

const Details = z.looseObject({
  exit_code: z.number().nullish(),
  decision: z.string().nullish(),
  state: z.string().nullish(),
  outcome: z.string().nullish(),
  result: z.string().nullish(),
});
const Usage = z.looseObject({
  'gen_ai.usage.input_tokens': z.number().nullish(),
  'gen_ai.usage.output_tokens': z.number().nullish(),
});

/** Its name with what matters most of how it went. */
function titleOf({ name, status, output, attributes }: SpanRow): string {
  const mark = status === 'error' ? '✗ ' : '';
  const { exit_code, decision, state, outcome, result } = Details.safeParse(parsed(output)).data ?? {};
  const usage = Usage.safeParse(parsed(attributes)).data ?? {};
  const [input, written] = [usage['gen_ai.usage.input_tokens'], usage['gen_ai.usage.output_tokens']];
  const tokens = typeof input === 'number' && `${formatTokens(input)}→${formatTokens(written ?? 0)}`;
  const told = [exit_code, decision ?? outcome ?? result ?? state, tokens || undefined].find(
    (one) => one !== undefined && one !== null,
  );
  return told === undefined ? `${mark}${name}` : `${mark}${name} · ${told}`;
}

/** Our own JSON, cut texts included. */
function parsed(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}

function timeOf({ startMs, endMs, status }: SpanRow, { isRunning }: TraceTextOptions): string {
  if (endMs === undefined) return isRunning && status !== 'interrupted' ? 'open' : 'interrupted';
  const ms = endMs - startMs;
  return ms < MINUTE_MS ? formatBrief(ms) : formatDuration(ms);
}

interface Scale {
  readonly top: SpanRow;
  readonly width: number;
  readonly nowMs: number;
}

function barOf({ startMs, endMs }: SpanRow, { top, width, nowMs }: Scale): string {
  const all = Math.max(1, (top.endMs ?? nowMs) - top.startMs);
  const column = (ms: number): number =>
    Math.min(width, Math.max(0, Math.round(((ms - top.startMs) / all) * width)));
  const from = Math.min(column(startMs), width - 1);
  // An open span has no end to draw.
  if (endMs === undefined) return `${' '.repeat(from)}${BAR}`;
  return `${' '.repeat(from)}${BAR.repeat(Math.max(1, column(endMs) - from))}`;
}

function fitted(text: string, width: number): string {
  if (stringWidth(text) < width) return text;
  let shown = text;
  while (stringWidth(shown) > width - 2) shown = cutAt(shown, shown.length - 1);
  return `${shown}…`;
}

function padded(text: string, width: number): string {
  return `${text}${' '.repeat(Math.max(0, width - stringWidth(text)))}`;
}
