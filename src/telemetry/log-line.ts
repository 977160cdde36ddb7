import { styleText } from 'node:util';
import * as z from 'zod';
import { jsonIn } from '../core/json.ts';

/** From the least to the most urgent. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const Line = z.looseObject({
  time: z.string(),
  level: z.enum(LOG_LEVELS),
  event: z.string(),
});
export type LogLine = z.infer<typeof Line>;

/** Undefined for a line that the log did not write whole. */
export function readLogLine(text: string): LogLine | undefined {
  return Line.safeParse(jsonIn(text)).data;
}

/** Shown as they are; anything else in quotes. */
const PLAIN = /^[\w./:@+%~,-]+$/;
/** Characters that a terminal may interpret, or hide. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const COLOURS = { info: 'dim', warn: 'yellow', error: 'red' } as const;
const LEVEL_WIDTH = 5;

export interface LineLook {
  readonly colours: boolean;
  /** Month and day before the time of day. */
  readonly withDate: boolean;
}

/** A line of the log for a person at a terminal, with its line break: time (UTC), level, event, fields. */
export function prettyLine(
  { time, level, event, pid: _, ...fields }: LogLine,
  { colours, withDate }: LineLook,
): string {
  const when = withDate ? `${time.slice(5, 10)} ${time.slice(11, 19)}` : time.slice(11, 19);
  const painted = (text: string) =>
    colours ? styleText(COLOURS[level], text, { validateStream: false }) : text;
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${showValue(value)}`);
  return `${when} ${painted(level.padEnd(LEVEL_WIDTH))} ${[event, ...shown].join(' ')}\n`;
}

function showValue(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  return withoutUnseen(JSON.stringify(value));
}

/** With the code in place of each character that a terminal may interpret, or hide. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
