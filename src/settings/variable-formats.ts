import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { DAY_MS, SECOND_MS } from '../core/clock.ts';
import { phoneDigits } from '../core/phone-number.ts';

/** What the text of a variable has to be, and what it is read as. */

export function text() {
  return z.string();
}

export function flag() {
  return z
    .enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'], { error: 'expected true or false' })
    .transform((word) => ['true', '1', 'yes', 'on'].includes(word));
}

/** Other characters are not permitted in a request header. */
export function secret() {
  return z.string().regex(/^[\x21-\x7e]+$/, 'expected letters, digits and signs without spaces');
}

export function url() {
  return z.url({ protocol: /^https?$/, error: 'expected a URL that begins with https:// or http://' });
}

export function socketUrl() {
  return z.url({ protocol: /^wss?$/, error: 'expected a URL that begins with wss:// or ws://' });
}

/** Scheme and name of a web page, and nothing behind them. */
export function origin() {
  return url().refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'expected only scheme and name, as https://console.example.org',
  );
}

export function absolutePath() {
  return z.string().refine(isAbsolute, 'expected an absolute path');
}

export function wholeNumber(min: number, max: number) {
  const error = `expected a whole number from ${min} to ${max}`;
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(min, error).max(max, error));
}

/** For a schema that agent.yaml has as well, where YAML tells numbers from words. */
export function numberOr<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d*\.?\d+$/.test(value) ? Number(value) : value),
    schema,
  );
}

export function portOrOff() {
  return z
    .string()
    .refine(
      (text) => text === 'off' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535),
      { error: 'expected a port from 1 to 65535, or off' },
    )
    .transform((text): number | 'off' => (text === 'off' ? 'off' : Number(text)));
}

export function repository() {
  return z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, 'expected owner/name')
    .transform((text) => {
      const [owner = '', name = ''] = text.split('/');
      return { owner, name };
    });
}

export function phoneNumbers() {
  return z
    .string()
    .refine((list) => listEntries(list).every((entry) => phoneDigits(entry) !== undefined), {
      error: 'expected phone numbers with their country code, separated by commas',
    })
    .transform((list) => listEntries(list).flatMap((entry) => phoneDigits(entry) ?? []));
}

export function programNames() {
  return commaList(/^[\w.+-]+$/, 'expected names of programs, separated by commas');
}

export function channelNames() {
  return z
    .string()
    .transform(listEntries)
    .pipe(z.array(z.enum(['console', 'whatsapp'], { error: 'expected console, whatsapp or both' })));
}

export function webVersion() {
  return z
    .string()
    .regex(/^\d{1,9}(\.\d{1,12}){2}$/, { error: 'expected three numbers with dots, as 2.3000.1023223821' })
    .transform((text): [number, number, number] => {
      const [primary = 0, secondary = 0, tertiary = 0] = text.split('.').map(Number);
      return [primary, secondary, tertiary];
    });
}

/** `name=value,other=value`, percent-encoded where a value holds a comma or a blank, as OpenTelemetry has it. */
export function otlpHeaders() {
  return commaList(
    /^[\w!#$%&'*+.^`|~-]+ *= *[\x21-\x7e]+$/,
    'expected headers as name=value, separated by commas, with %20 for a blank',
  ).transform((entries): Readonly<Record<string, string>> => Object.fromEntries(entries.map(headerOf)));
}

export function decodePercent(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}

function commaList(entry: RegExp, error: string) {
  return z
    .string()
    .transform(listEntries)
    .refine((entries) => entries.every((one) => entry.test(one)), { error });
}

/** Entries between commas, without empty ones. */
export function listEntries(list: string): readonly string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function headerOf(entry: string): readonly [name: string, value: string] {
  const [name = '', ...value] = entry.split('=');
  return [name.trim(), decodePercent(value.join('=').trim())];
}

/** Ranges that a variable and `agent.yaml` share. */
export const MAX_ROUNDS = 1000;
export const WEEK_SECONDS = (7 * DAY_MS) / SECOND_MS;
export const MAX_MAP_TOKENS = 20_000;
/** Newer data may be asked about, undone, or looked into. */
export const MIN_DAYS = 30;
export const MIN_TRACE_DAYS = 1;

const MAX_USD = 100_000;
const MAX_DAYS = 36_500;

/** `none` = no cap. A zero could be read as either, so it is refused. */
export function usd() {
  const error = `expected dollars, above 0 and up to ${MAX_USD}, or none`;
  return z
    .union([z.literal('none'), z.number()], { error })
    .refine((amount) => amount === 'none' || (amount > 0 && amount <= MAX_USD), { error });
}

/** `none` = for ever. */
export function days(fewest: number) {
  const error = `expected days, from ${fewest} to ${MAX_DAYS}, or none`;
  return z
    .union([z.literal('none'), z.number()], { error })
    .refine((age) => age === 'none' || (Number.isInteger(age) && age >= fewest && age <= MAX_DAYS), {
      error,
    });
}
