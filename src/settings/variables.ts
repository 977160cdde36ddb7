import * as z from 'zod';
import { phoneDigits } from '../core/phone-number.ts';
import { isZone } from '../core/time-zone.ts';
import type { OtlpOptions } from '../telemetry/otlp.ts';
import { Days, MAX_MAP_TOKENS, MAX_ROUNDS, TraceDays, Usd, WEEK_SECONDS } from './ranges.ts';

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
 * Every variable the program reads, as text; `.env.example` is made of it. A variable that is missing or empty is
 * undefined.
 */
export const Variables = z.object({
  ANTHROPIC_API_KEY: variable(Secret, 'Key of the Anthropic API; a server on this machine needs none.'),
  ANTHROPIC_BASE_URL: variable(
    Url,
    'Anything that speaks the Messages API; empty = https://api.anthropic.com.',
  ),
  AGENT_MODEL: variable(
    z.string(),
    'Model of new sessions; empty = claude-sonnet-5-5. Prices and options per model stand in config/agent.yaml.',
  ),
  AGENT_WRITE_ENABLED: variable(
    Flag,
    'true = the agent may edit files, run commands and commit; empty or false = it only reads.',
  ),
  AGENT_MAX_ROUNDS: variable(
    wholeNumber(1, MAX_ROUNDS),
    'Model replies in one stretch (1 to 1000); empty = 15.',
  ),
  AGENT_SESSION_TIMEOUT: variable(
    wholeNumber(1, WEEK_SECONDS),
    'Working time per run, in seconds (1 to 604800); waiting for you does not count; empty = 3600.',
  ),
  AGENT_MAX_COST_USD: variable(
    z.preprocess(numberOrWord, Usd),
    'Dollars one session may cost before it is parked and you are asked (+$1, finish, stop), or none; empty = 2.',
  ),
  AGENT_DAILY_COST_USD: variable(
    z.preprocess(numberOrWord, Usd),
    'Dollars one person may spend per day (UTC), members included, or none; empty = 20. Then nothing new begins.',
  ),
  AGENT_MAP_TOKENS: variable(
    wholeNumber(0, MAX_MAP_TOKENS),
    'Tokens for the map of the project that a task begins with (0 to 20000); 0 = none, empty = 2000.',
  ),
  AGENT_SHELL_ALLOWLIST: variable(
    listOf(/^[\w.+-]+$/, 'expected names of programs, separated by commas'),
    'Further programs that may run without a question, separated by commas; none that start others (bash, node, docker).',
  ),
  SANDBOX: variable(
    z.enum(['auto', 'required', 'off-accepted'], { error: 'expected auto, required or off-accepted' }),
    'auto = commands run in a sandbox where there is one; required = no start without one; off-accepted = none is used, and project scripts (npm test, make) run all the same, with your rights; empty = auto.',
  ),
  PROJECT_ROOT: variable(
    z.string(),
    'Project that is worked on; empty = the folder in which the program is started.',
  ),
  PROJECTS_ROOT: variable(
    z.string(),
    'Folder whose sub-folders are projects to choose from, each chat its own, with /workspace. It may not lie in a project: if PROJECT_ROOT is this folder or one around it, a chat has to choose first. It may lie in a git repository: no project below is a part of that.',
  ),
  DATA_DIR: variable(
    z.string(),
    'Where the program keeps its records; empty = data/ in a checkout, ~/.local/share/wasap when installed.',
  ),
  CONFIG_DIR: variable(
    z.string(),
    'Your own agent.yaml, tool-commands.yaml and .env; empty = ~/.config/wasap.',
  ),
  GITHUB_TOKEN: variable(Secret, 'Fine-grained token for one repository, to open pull requests.'),
  GITHUB_REPO: variable(
    z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'expected owner/name'),
    'Repository for pull requests, as owner/name.',
  ),
  GITHUB_API_URL: variable(Url, 'API of a GitHub Enterprise server; empty = https://api.github.com.'),
  ALLOWED_PHONE_NUMBERS: variable(
    z
      .string()
      .refine((list) => entriesOf(list).every((entry) => phoneDigits(entry) !== undefined), {
        error: 'expected phone numbers with their country code, separated by commas',
      })
      .transform((list) => entriesOf(list).flatMap((entry) => phoneDigits(entry) ?? [])),
    'Owners, who may write on WhatsApp: numbers with country code, separated by commas. Others, and groups, stand in access.yaml; empty here and there = nobody. If you link your own number, name it here and write to yourself.',
  ),
  CHANNELS: variable(
    z
      .string()
      .transform(entriesOf)
      .pipe(z.array(z.enum(['console', 'whatsapp'], { error: 'expected console, whatsapp or both' }))),
    'Where to talk: console, whatsapp, or both with a comma; empty = the console, and WhatsApp once a phone is linked.',
  ),
  WHATSAPP_WS_URL: variable(
    z.url({ protocol: /^wss?$/, error: 'expected a URL that begins with wss:// or ws://' }),
    "Another server than WhatsApp's own, for tests; empty = WhatsApp.",
  ),
  WHATSAPP_VERSION: variable(
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,12}){2}$/, { error: 'expected three numbers with dots, as 2.3000.1023223821' })
      .transform((text): [number, number, number] => {
        const [primary = 0, secondary = 0, tertiary = 0] = text.split('.').map(Number);
        return [primary, secondary, tertiary];
      }),
    'Version of WhatsApp Web to speak, as 2.3000.1023223821; empty = the newest known. Set only when WhatsApp refuses it.',
  ),
  TRANSCRIBE_URL: variable(
    Url,
    'Base of an OpenAI-compatible API that turns voice notes into text, such as https://api.openai.com/v1; empty = voice notes are not understood.',
  ),
  TRANSCRIBE_KEY: variable(Secret, 'Its key; a server on this machine may need none.'),
  TRANSCRIBE_MODEL: variable(z.string(), 'Its model; empty = whisper-1.'),
  KEEP_MESSAGES_DAYS: variable(
    z.preprocess(numberOrWord, Days),
    'How many days the words of messages are kept, 30 to 36500; none = for ever, empty = 30.',
  ),
  KEEP_SESSIONS_DAYS: variable(
    z.preprocess(numberOrWord, Days),
    'The same for tasks and talks that have ended; empty = 180.',
  ),
  KEEP_TRACES_DAYS: variable(
    z.preprocess(numberOrWord, TraceDays),
    'The same for traces, from 1 day on; empty = 30.',
  ),
  KEEP_AUDIT_DAYS: variable(
    z.preprocess(numberOrWord, Days),
    'The same for the record of commands; empty = 1095.',
  ),
  METRICS_PORT: variable(
    wholeNumber(1, 65_535),
    'Port on 127.0.0.1 where Prometheus finds the figures of the last day (/metrics); empty = none is opened.',
  ),
  TIMEZONE: variable(
    z.string().refine(isZone, 'expected an IANA time zone, as America/Lima'),
    'Time zone of what people schedule, by area and city, as America/Lima; empty = each chat is asked for its own (/cron zone). The zone of this machine is never used.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    Url,
    'Where a collector takes OpenTelemetry spans over HTTP, such as http://127.0.0.1:4318; empty = they stay in the database.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: variable(
    OtlpHeaders,
    'Headers it wants, as name=value with commas between them.',
  ),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: variable(
    Flag,
    'true = what was asked, run and answered goes along, without secrets; empty or false = names, times and figures alone.',
  ),
  LOCALE: variable(
    z.enum(['en', 'es'], { error: 'expected en or es' }),
    "Language of the program's own messages, en or es; empty = what you write in.",
  ),
});
export type Variables = z.infer<typeof Variables>;
export type VariableName = keyof Variables;

/** In the order of `.env.example`. */
export function variableNames(): readonly VariableName[] {
  return Variables.keyof().options;
}

/** Never shown, not even in an error, and hidden wherever they appear. */
export const SECRET_VARIABLES = [
  'ANTHROPIC_API_KEY',
  'GITHUB_TOKEN',
  'TRANSCRIBE_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const satisfies readonly VariableName[];

/** Shorter ones (`test`, `none`) are placeholders: hiding them would punch holes into ordinary words. */
const MIN_SECRET_LENGTH = 8;

/** Settings that only variables can have, and no file. */
export type VariableSettings = Readonly<ReturnType<typeof ofVariables>>;

export function ofVariables(variables: Variables) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = variables;
  const content = variables.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT ?? false;
  const otlp: OtlpOptions | undefined = endpoint === undefined ? undefined : { endpoint, headers, content };
  return {
    github: {
      token: variables.GITHUB_TOKEN,
      repository: repositoryOf(variables.GITHUB_REPO),
      apiUrl: variables.GITHUB_API_URL,
    },
    /** Undefined: that of each chat. */
    locale: variables.LOCALE,
    /** IANA zone of the times that people name; undefined: each conversation says its own. */
    timezone: variables.TIMEZONE,
    /** Where Prometheus finds the figures, on 127.0.0.1; undefined = nowhere. */
    metricsPort: variables.METRICS_PORT,
    /** Undefined: spans stay in the database. */
    otlp,
    /** Texts that must never be seen outside. */
    secrets: secretsIn(variables),
  };
}

function repositoryOf(text: string | undefined): { owner: string; name: string } | undefined {
  const [owner = '', name = ''] = text?.split('/') ?? [];
  return text === undefined ? undefined : { owner, name };
}

function secretsIn(variables: Variables): readonly string[] {
  return SECRET_VARIABLES.map((name) => variables[name])
    .flatMap((value) => (typeof value === 'object' ? Object.values(value) : (value ?? [])))
    .filter((text) => text.length >= MIN_SECRET_LENGTH);
}

/** @param description for `.env.example`; says what an empty one means */
function variable<T extends z.ZodType>(schema: T, description: string) {
  return schema.optional().describe(description);
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
