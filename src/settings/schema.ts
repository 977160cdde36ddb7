import * as z from 'zod';
import type { AccessList, Person } from '../contracts/access.ts';
import { phoneDigits } from '../core/phone-number.ts';
import { DAY_MS, SECOND_MS } from '../core/time.ts';
import { isZone } from '../core/time-zone.ts';
import { ModelProfile } from '../models/profile.ts';

const MAX_ROUNDS = 1000;
const MAX_DAYS = 36_500;
/** Newer data may be asked about, undone, or looked into. */
const MIN_DAYS = 30;
const WEEK_SECONDS = (7 * DAY_MS) / SECOND_MS;
const MAX_USD = 100_000;
const MAX_MAP_TOKENS = 20_000;
/** Longest command, in UTF-16 code units. */
const MAX_LINE_LENGTH = 4000;
const EXPECTED_USD = `expected dollars, above 0 and up to ${MAX_USD}, or none`;

/** `none` = no cap. A zero could be read as either, so it is refused. */
const Usd = z
  .union([z.literal('none'), z.number()], { error: EXPECTED_USD })
  .refine((usd) => usd === 'none' || (usd > 0 && usd <= MAX_USD), { error: EXPECTED_USD });

const Days = daysFrom(MIN_DAYS);
const TraceDays = daysFrom(1);

const Flag = z
  .enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'], { error: 'expected true or false' })
  .transform((word) => ['true', '1', 'yes', 'on'].includes(word));

/** Other characters are not permitted in a request header. */
const Secret = z.string().regex(/^[\x21-\x7e]+$/, 'expected letters, digits and signs without spaces');

const Url = z.url({ protocol: /^https?$/, error: 'expected a URL that begins with https:// or http://' });

/** `name=value,other=value`, percent-encoded where a value holds a comma or a blank, as OpenTelemetry has it. */
const OtlpHeaders = listOf(
  /^[\w!#$%&'*+.^`|~-]+ *= *[\x21-\x7e]+$/,
  'expected headers as name=value, separated by commas, with %20 for a blank',
).transform((entries): Readonly<Record<string, string>> => Object.fromEntries(entries.map(headerOf)));

/**
 * Every variable the program reads, as text. Names here and in `.env.example` are the same set.
 * A variable that is missing or empty is undefined.
 */
export const Variables = z.object({
  ANTHROPIC_API_KEY: Secret.optional(),
  ANTHROPIC_BASE_URL: Url.optional(),
  AGENT_MODEL: z.string().optional(),
  AGENT_WRITE_ENABLED: Flag.optional(),
  AGENT_MAX_ROUNDS: wholeNumber(1, MAX_ROUNDS).optional(),
  AGENT_SESSION_TIMEOUT: wholeNumber(1, WEEK_SECONDS).optional(),
  AGENT_MAX_COST_USD: z.preprocess(numberOrWord, Usd).optional(),
  AGENT_DAILY_COST_USD: z.preprocess(numberOrWord, Usd).optional(),
  AGENT_MAP_TOKENS: wholeNumber(0, MAX_MAP_TOKENS).optional(),
  AGENT_SHELL_ALLOWLIST: listOf(/^[\w.+-]+$/, 'expected names of programs, separated by commas').optional(),
  SANDBOX: z
    .enum(['auto', 'required', 'off-accepted'], { error: 'expected auto, required or off-accepted' })
    .optional(),
  PROJECT_ROOT: z.string().optional(),
  PROJECTS_ROOT: z.string().optional(),
  DATA_DIR: z.string().optional(),
  CONFIG_DIR: z.string().optional(),
  GITHUB_TOKEN: Secret.optional(),
  GITHUB_REPO: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, 'expected owner/name')
    .optional(),
  GITHUB_API_URL: Url.optional(),
  ALLOWED_PHONE_NUMBERS: z
    .string()
    .refine((list) => entriesOf(list).every((entry) => phoneDigits(entry) !== undefined), {
      error: 'expected phone numbers with their country code, separated by commas',
    })
    .transform((list) => entriesOf(list).flatMap((entry) => phoneDigits(entry) ?? []))
    .optional(),
  CHANNELS: z
    .string()
    .transform(entriesOf)
    .pipe(z.array(z.enum(['console', 'whatsapp'], { error: 'expected console, whatsapp or both' })))
    .optional(),
  WHATSAPP_WS_URL: z
    .url({ protocol: /^wss?$/, error: 'expected a URL that begins with wss:// or ws://' })
    .optional(),
  WHATSAPP_VERSION: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,12}){2}$/, { error: 'expected three numbers with dots, as 2.3000.1023223821' })
    .transform((text): [number, number, number] => {
      const [primary = 0, secondary = 0, tertiary = 0] = text.split('.').map(Number);
      return [primary, secondary, tertiary];
    })
    .optional(),
  KEEP_MESSAGES_DAYS: z.preprocess(numberOrWord, Days).optional(),
  KEEP_SESSIONS_DAYS: z.preprocess(numberOrWord, Days).optional(),
  KEEP_TRACES_DAYS: z.preprocess(numberOrWord, TraceDays).optional(),
  KEEP_AUDIT_DAYS: z.preprocess(numberOrWord, Days).optional(),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: Url.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: OtlpHeaders.optional(),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: Flag.optional(),
  TRANSCRIBE_URL: Url.optional(),
  TRANSCRIBE_KEY: Secret.optional(),
  TRANSCRIBE_MODEL: z.string().optional(),
  TIMEZONE: z.string().refine(isZone, 'expected an IANA time zone, as America/Lima').optional(),
  LOCALE: z.enum(['en', 'es'], { error: 'expected en or es' }).optional(),
});
export type Variables = z.infer<typeof Variables>;
export type VariableName = keyof Variables;

/** Never shown, not even in an error. */
export const SECRET_VARIABLES: readonly VariableName[] = [
  'ANTHROPIC_API_KEY',
  'GITHUB_TOKEN',
  'TRANSCRIBE_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** `agent.yaml`: the shipped file with the person's own merged over it. */
export const AgentFile = z.strictObject({
  model: z.strictObject({
    id: z.string().min(1),
    // The connection itself gives up after 300 s of silence.
    idle_timeout_seconds: z.int().min(1).max(290),
    plain_http: z.boolean(),
  }),
  models: z.record(z.string(), ModelProfile),
  limits: z.strictObject({
    max_rounds: z.int().min(1).max(MAX_ROUNDS),
    session_timeout_seconds: z.int().min(1).max(WEEK_SECONDS),
    max_cost_usd: Usd,
    daily_cost_usd: Usd,
    max_tokens_unpriced: z.int().min(1000),
    backlog: z.int().min(1).max(100_000),
    outage_waits_seconds: z.array(z.int().min(1).max(3600)).min(1).max(50),
    outage_minutes: z.int().min(0).max(1440),
  }),
  context: z.strictObject({
    window_tokens: z.int().min(20_000).max(1_000_000),
    map_tokens: z.int().min(0).max(MAX_MAP_TOKENS),
  }),
  worktrees: z.strictObject({
    setup: z
      .string()
      .trim()
      .max(MAX_LINE_LENGTH)
      .refine((line) => !/[\0\n\r]/.test(line), { error: 'expected one line' })
      .nullable(),
    parallel: z.int().min(1).max(8),
  }),
  pull_requests: z.strictObject({
    follow_hours: z
      .int()
      .min(1)
      .max(24 * 90),
    most_followed: z.int().min(1).max(200),
  }),
  whatsapp: z.strictObject({
    device_name: z.string().min(1).max(40),
    version: z.tuple([z.int(), z.int(), z.int()]).nullable(),
    pacing: z.union(
      [
        z.literal('off'),
        z.strictObject({
          chat_seconds: z.number().min(0).max(3600),
          per_minute: z.int().min(1).max(10_000),
          unasked_per_minute: z.int().min(1).max(10_000),
          unasked_per_hour: z.int().min(1).max(100_000),
        }),
      ],
      { error: 'expected off, or whole numbers for per_minute, unasked_per_minute and unasked_per_hour' },
    ),
  }),
  inbox: z.strictObject({
    file_mb: z.number().positive().max(100),
    day_mb: z.number().positive().max(100_000),
    keep_days: z.int().min(1).max(3650),
  }),
  keep: z.strictObject({
    messages_days: Days,
    sessions_days: Days,
    traces_days: TraceDays,
    audit_days: Days,
  }),
  edits: z.enum(['auto', 'ask']),
  policy: z.strictObject({
    mode: z.enum(['interactive', 'strict']),
    sandbox: z.enum(['auto', 'required', 'off-accepted']),
    project_scripts: z.enum(['auto', 'ask', 'allow']),
    compound: z.enum(['ask', 'each-part']),
  }),
});
export type AgentFile = z.infer<typeof AgentFile>;

const Phone = z
  .string({ error: 'expected a phone number in quotes' })
  .refine((text) => phoneDigits(text) !== undefined, {
    error: 'expected a phone number with its country code',
  })
  .transform((text) => phoneDigits(text) ?? '');
const Workspaces = z.array(z.string().min(1));

/** `access.yaml`: who may talk to the program, beside ALLOWED_PHONE_NUMBERS. */
export const AccessFile = z.strictObject({
  owners: z.array(Phone),
  members: z.array(z.strictObject({ phone: Phone, workspaces: Workspaces })),
  readers: z.array(z.strictObject({ phone: Phone, workspaces: Workspaces.optional() })),
  groups: z.array(z.strictObject({ id: z.string().min(1), people: z.array(Phone) })),
});
export type AccessFile = z.infer<typeof AccessFile>;

/** A person who is named twice has the greater right: a forgotten line must not make an owner a reader. */
export function accessList(
  phoneNumbers: readonly string[],
  { owners, members, readers, groups }: AccessFile,
): AccessList {
  const named: readonly Person[] = [
    ...[...phoneNumbers, ...owners].map(
      (phone) => ({ phone, role: 'owner', workspaces: undefined }) as const,
    ),
    ...members.map(({ phone, workspaces }) => ({ phone, role: 'member', workspaces }) as const),
    ...readers.map(({ phone, workspaces }) => ({ phone, role: 'reader', workspaces }) as const),
  ];
  const people = named.filter(({ phone }, at) => named.findIndex((other) => other.phone === phone) === at);
  return { people, groups };
}

/** `none` = for ever. */
function daysFrom(fewest: number) {
  const error = `expected days, from ${fewest} to ${MAX_DAYS}, or none`;
  return z
    .union([z.literal('none'), z.number()], { error })
    .refine((days) => days === 'none' || (Number.isInteger(days) && days >= fewest && days <= MAX_DAYS), {
      error,
    });
}

function wholeNumber(min: number, max: number) {
  const error = `expected a whole number from ${min} to ${max}`;
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(min, error).max(max, error));
}

function listOf(entry: RegExp, error: string) {
  return z
    .string()
    .transform(entriesOf)
    .refine((entries) => entries.every((one) => entry.test(one)), { error });
}

function entriesOf(list: string): readonly string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function headerOf(entry: string): readonly [name: string, value: string] {
  const [name = '', ...value] = entry.split('=');
  return [name.trim(), decodePercent(value.join('=').trim())];
}

function decodePercent(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}

function numberOrWord(value: unknown): unknown {
  return typeof value === 'string' && /^\d*\.?\d+$/.test(value) ? Number(value) : value;
}
