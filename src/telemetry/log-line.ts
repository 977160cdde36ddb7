import { styleText } from 'node:util';
import * as z from 'zod';

const STRING_WITH_COLON = /("(?:[^"\\]|\\.)*")(:?)/g;
/** Shown as they are; anything else in quotes. */
const PLAIN = /^[\w./:@+%~,-]+$/;
/** Characters that a terminal may interpret, or hide. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const LEVELS = { info: 'dim', warn: 'yellow', error: 'red' } as const;
const LEVEL_WIDTH = 5;

const Line = z.looseObject({
  time: z.string(),
  level: z.enum(['info', 'warn', 'error']),
  event: z.string(),
});

/** `{"a":1}` becomes `{"a": 1}`: people look for `"decision": "deny"` with grep. Strings stay as they are. */
export function withSpaces(line: string): string {
  return line.replace(STRING_WITH_COLON, (_match, text: string, colon: string) =>
    colon === '' ? text : `${text}: `,
  );
}

/** A line of the log for a person at a terminal: time of day (UTC), level, event, fields. */
export function prettyLine(line: string, colours: boolean): string {
  const { time, level, event, pid: _, ...fields } = Line.parse(JSON.parse(line));
  const painted = (text: string) =>
    colours ? styleText(LEVELS[level], text, { validateStream: false }) : text;
  const told = Object.entries(fields).map(([name, value]) => `${name}=${showValue(value)}`);
  return `${time.slice(11, 19)} ${painted(level.padEnd(LEVEL_WIDTH))} ${[event, ...told].join(' ')}\n`;
}

function showValue(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  return JSON.stringify(value).replace(UNSEEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
