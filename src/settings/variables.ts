import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { phoneDigits } from '../core/phone-number.ts';
import { MINUTE_MS } from '../core/time.ts';
import { isZone } from '../core/time-zone.ts';
import type { OtlpOptions } from '../telemetry/otlp.ts';
import { Days, MAX_MAP_TOKENS, MAX_ROUNDS, TraceDays, Usd, WEEK_SECONDS } from './ranges.ts';

const Flag = z
  .enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'], { error: 'expected true or false' })
  .transform((word) => ['true', '1', 'yes', 'on'].includes(word));

/** Other characters are not permitted in a request header. */
const Secret = z.string().regex(/^[\x21-\x7e]+$/, 'expected letters, digits and signs without spaces');

const Url = z.url({ protocol: /^https?$/, error: 'expected a URL that begins with https:// or http://' });

const AbsolutePath = z.string().refine(isAbsolute, 'expected an absolute path');

const WebPort = z
  .string()
  .refine(
    (text) => text === 'off' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535),
    {
      error: 'expected a port from 1 to 65535, or off',
    },
  )
  .transform((text): number | 'off' => (text === 'off' ? 'off' : Number(text)));

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
  ANTHROPIC_API_KEY: variable(Secret, "Your Anthropic API key; a server on this machine doesn't need one."),
  ANTHROPIC_BASE_URL: variable(
    Url,
    'Any server that speaks the Messages API; empty = https://api.anthropic.com.',
  ),
  AGENT_MODEL: variable(
    z.string(),
    'Model for new tasks; empty = claude-sonnet-5-5. Prices and options of each model are in config/agent.yaml.',
  ),
  AGENT_WRITE_ENABLED: variable(
    Flag,
    'true = the agent can edit files, run commands and commit; empty or false = it only reads.',
  ),
  AGENT_MAX_ROUNDS: variable(
    wholeNumber(1, MAX_ROUNDS),
    'Rounds (model replies) before a task pauses or checks its progress (1 to 1000); empty = 15.',
  ),
  AGENT_SESSION_TIMEOUT: variable(
    wholeNumber(1, WEEK_SECONDS),
    "Working time of a task, in seconds (1 to 604800); waiting for you doesn't count; empty = 3600.",
  ),
  AGENT_MAX_COST_USD: variable(
    z.preprocess(numberOrWord, Usd),
    'Dollars a task may cost before it pauses and asks you (+$1, finish, stop), or none; empty = 2.',
  ),
  AGENT_DAILY_COST_USD: variable(
    z.preprocess(numberOrWord, Usd),
    'Dollars each person may spend per day (UTC), owners and members alike, or none; empty = 20. After that, nothing new starts.',
  ),
  AGENT_MAP_TOKENS: variable(
    wholeNumber(0, MAX_MAP_TOKENS),
    'Tokens for the project map that a task starts with (0 to 20000); 0 = no map, empty = 2000.',
  ),
  AGENT_SHELL_ALLOWLIST: variable(
    listOf(/^[\w.+-]+$/, 'expected names of programs, separated by commas'),
    'More programs that run without asking, separated by commas; not ones that start others (bash, node, docker).',
  ),
  SANDBOX: variable(
    z.enum(['auto', 'required', 'off-accepted'], { error: 'expected auto, required or off-accepted' }),
    'auto = commands run in a sandbox if there is one; required = refuse to start without one; off-accepted = no sandbox: project scripts (npm test, make) still run, and can do anything your user can; empty = auto.',
  ),
  PROJECT_ROOT: variable(
    z.string(),
    'The project to work on; empty = the folder where you start the program.',
  ),
  PROJECTS_ROOT: variable(
    z.string(),
    "Folder that holds your projects: each chat chooses one of its subfolders with /workspace. It can't be inside a project: if PROJECT_ROOT is this folder or a parent of it, each chat has to choose first. It may be inside a git repository: its projects aren't part of that one.",
  ),
  DATA_DIR: variable(
    z.string(),
    'Where I keep tasks, records and the WhatsApp link; empty = data/ in a checkout, ~/.local/share/wasap when installed.',
  ),
  CONFIG_DIR: variable(
    z.string(),
    'Folder of your own agent.yaml, tool-commands.yaml and .env; empty = ~/.config/wasap.',
  ),
  GITHUB_TOKEN: variable(Secret, 'Fine-grained token for one repository, to open pull requests.'),
  GITHUB_REPO: variable(
    z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'expected owner/name'),
    'Repository for pull requests, as owner/name.',
  ),
  GITHUB_API_URL: variable(Url, 'API of your GitHub Enterprise server; empty = https://api.github.com.'),
  ALLOWED_PHONE_NUMBERS: variable(
    z
      .string()
      .refine((list) => entriesOf(list).every((entry) => phoneDigits(entry) !== undefined), {
        error: 'expected phone numbers with their country code, separated by commas',
      })
      .transform((list) => entriesOf(list).flatMap((entry) => phoneDigits(entry) ?? [])),
    'Owners on WhatsApp: phone numbers with country code, separated by commas. Other people and groups go into access.yaml; if both are empty, nobody can write. If you link your own number, put it here and write to yourself.',
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
    'A server to use instead of WhatsApp, for tests; empty = WhatsApp.',
  ),
  WHATSAPP_VERSION: variable(
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,12}){2}$/, { error: 'expected three numbers with dots, as 2.3000.1023223821' })
      .transform((text): [number, number, number] => {
        const [primary = 0, secondary = 0, tertiary = 0] = text.split('.').map(Number);
        return [primary, secondary, tertiary];
      }),
    'WhatsApp Web version, like 2.3000.1023223821; empty = the newest known. Set it only if WhatsApp says the client is too old.',
  ),
  TRANSCRIBE_URL: variable(
    Url,
    "Base URL of an OpenAI-compatible API that turns voice notes into text, like https://api.openai.com/v1; empty = I can't understand voice notes.",
  ),
  TRANSCRIBE_KEY: variable(Secret, 'Its key; a server on this machine may need none.'),
  TRANSCRIBE_MODEL: variable(z.string(), 'Its model; empty = whisper-1.'),
  SPEECH_URL: variable(
    Url,
    'Base URL of an OpenAI-compatible API that turns text into speech, like https://api.openai.com/v1, for /voice; empty = no voice notes from me. Voices and price are in config/agent.yaml.',
  ),
  SPEECH_KEY: variable(Secret, 'Its key; a server on this machine may need none.'),
  SPEECH_MODEL: variable(z.string(), 'Its model; empty = tts-1.'),
  WEB_SEARCH_KEY: variable(
    Secret,
    'Key of Brave or Tavily, where config/agent.yaml says that one of them searches the web; SearXNG needs none.',
  ),
  MCP_SERVE_TOKEN: variable(
    Secret,
    'Token with which another agent starts wasap mcp serve; made by wasap mcp token add. Only that command reads it.',
  ),
  KEEP_MESSAGES_DAYS: variable(
    z.preprocess(numberOrWord, Days),
    'How many days to keep the words of messages, 30 to 36500; none = forever, empty = 30.',
  ),
  KEEP_SESSIONS_DAYS: variable(
    z.preprocess(numberOrWord, Days),
    'The same for tasks and talks that have ended; empty = 180.',
  ),
  KEEP_TRACES_DAYS: variable(
    z.preprocess(numberOrWord, TraceDays),
    'The same for traces, 1 day or more; empty = 30.',
  ),
  KEEP_AUDIT_DAYS: variable(
    z.preprocess(numberOrWord, Days),
    'The same for the record of commands; empty = 1095.',
  ),
  METRICS_PORT: variable(
    wholeNumber(1, 65_535),
    'Port on 127.0.0.1 where Prometheus reads the figures of the last day (/metrics); empty = no port.',
  ),
  WEB_PORT: variable(
    WebPort,
    'Port of the console in the browser, or off; empty = 8790 when you start me in a terminal, else no console.',
  ),
  WEB_HOST: variable(
    z.string().regex(/^[\w.:-]+$/, 'expected the address of an interface, as 0.0.0.0'),
    'Interface where the console listens; empty = 127.0.0.1, this machine only. Any other one needs WEB_TLS_CERT_FILE and WEB_TLS_KEY_FILE, or WEB_ORIGIN.',
  ),
  WEB_ORIGIN: variable(
    Url.refine(
      (text) => URL.canParse(text) && new URL(text).origin === text,
      'expected only scheme and name, as https://console.example.org',
    ),
    'Address of the console for browsers, where a proxy serves it under another name, like https://console.example.org.',
  ),
  WEB_TLS_CERT_FILE: variable(
    AbsolutePath,
    'Certificate (PEM file) to serve the console over https; empty = http.',
  ),
  WEB_TLS_KEY_FILE: variable(AbsolutePath, 'Its private key (PEM file).'),
  TIMEZONE: variable(
    z.string().refine(isZone, 'expected an IANA time zone, as America/Lima'),
    "Time zone for schedules, like America/Lima; empty = I ask each chat for its own (/cron zone). This machine's time zone is never used.",
  ),
  LOCK_AFTER_MINUTES: variable(
    wholeNumber(1, 10_080),
    "Minutes without a message from an owner after which that owner's chats lock, 1 to 10080; empty = never. Needs a PIN or a code: wasap lock setup.",
  ),
  DATABASE_URL: variable(
    // Not looked at here: one machine has no use for it, and a project's own may be of any kind.
    z.string(),
    'PostgreSQL of several machines, like postgres://user:password@host/wasap; only wasap front, cell and cluster use it.',
  ),
  CLUSTER_SECRET: variable(
    Secret.min(16, 'expected at least 16 characters'),
    'At least 16 letters and digits, the same on all machines of a front: its link is kept in PostgreSQL, encrypted, and a second machine takes over; empty = it lies on one disk alone.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    Url,
    'OpenTelemetry collector that gets the spans over HTTP, like http://127.0.0.1:4318; empty = they stay in the database.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: variable(OtlpHeaders, 'Its headers, as name=value, separated by commas.'),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: variable(
    Flag,
    'true = spans include what was asked, run and answered, without secrets; empty or false = only names, times and figures.',
  ),
  LOCALE: variable(
    z.enum(['en', 'es'], { error: 'expected en or es' }),
    'Language I write in, en or es; empty = the one you write in.',
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
  'SPEECH_KEY',
  'WEB_SEARCH_KEY',
  'MCP_SERVE_TOKEN',
  'DATABASE_URL',
  'CLUSTER_SECRET',
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
    /** How long an owner may be silent before their chats lock, in milliseconds; undefined: for ever. */
    lockIdleMs:
      variables.LOCK_AFTER_MINUTES === undefined ? undefined : variables.LOCK_AFTER_MINUTES * MINUTE_MS,
    /** Where Prometheus finds the figures, on 127.0.0.1; undefined = nowhere. */
    metricsPort: variables.METRICS_PORT,
    /** Of the agent that has started this program as its MCP server. */
    mcpServeToken: variables.MCP_SERVE_TOKEN,
    /** Where the console in the browser is served. */
    webConsole: {
      /** Undefined: the usual one, where a person starts the program. */
      port: variables.WEB_PORT,
      host: variables.WEB_HOST ?? '127.0.0.1',
      origin: variables.WEB_ORIGIN,
      tls: tlsOf(variables),
    },
    /** PostgreSQL between several machines; only their sub-commands use it. */
    databaseUrl: variables.DATABASE_URL,
    /** Encrypts the link of a front in PostgreSQL; undefined: the link is not kept there. */
    clusterSecret: variables.CLUSTER_SECRET,
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

/** Undefined without both files: half of them is refused before. */
function tlsOf({
  WEB_TLS_CERT_FILE: cert,
  WEB_TLS_KEY_FILE: key,
}: Variables): { cert: string; key: string } | undefined {
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

function secretsIn(variables: Variables): readonly string[] {
  return SECRET_VARIABLES.map((name) => variables[name])
    .flatMap((value) => (typeof value === 'object' ? Object.values(value) : (value ?? [])))
    .flatMap((text) => [text, ...passwordIn(text)])
    .filter((text) => text.length >= MIN_SECRET_LENGTH);
}

/** An address may be shown in pieces: what is secret in it is its password. */
function passwordIn(text: string): readonly string[] {
  if (!/^postgres(?:ql)?:/.test(text) || !URL.canParse(text)) return [];
  const { password } = new URL(text);
  return [password, decodePercent(password)];
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
