import * as z from 'zod';
import { MINUTE_MS } from '../core/clock.ts';
import { isZone } from '../core/time-zone.ts';
import type { OtlpOptions } from '../telemetry/otlp.ts';
import {
  absolutePath,
  channelNames,
  days,
  decodePercent,
  flag,
  MAX_MAP_TOKENS,
  MAX_ROUNDS,
  MIN_DAYS,
  MIN_TRACE_DAYS,
  numberOr,
  origin,
  otlpHeaders,
  phoneNumbers,
  portOrOff,
  programNames,
  repository,
  secret,
  socketUrl,
  text,
  url,
  usd,
  WEEK_SECONDS,
  webVersion,
  wholeNumber,
} from './variable-formats.ts';

/** One variable: what its text has to be, and what people read about it. */
interface Variable {
  /** Called when the variable is set, so that a start makes no schema for the others. */
  readonly schema: () => z.ZodType;
  /** What it means, and what an empty one means; `.env.example` and docs/reference are made of it. */
  readonly en: string;
  readonly es: string;
  /** Never shown, not even in an error, and hidden wherever it appears. */
  readonly isSecret?: true;
  /** Its place in agent.yaml, whose value it replaces. */
  readonly inFile?: readonly string[];
}

/**
 * Every variable the program reads, as text, in the order of `.env.example`. One that is missing or empty is undefined.
 * What the parts of the program read is made of them in `ofVariables`, or in `ofAgentFile` for those with a place in
 * that file.
 */
const VARIABLES = {
  ANTHROPIC_API_KEY: {
    schema: secret,
    en: "Your Anthropic API key; a server on this machine doesn't need one.",
    es: 'Tu clave de la API de Anthropic; un servidor en esta máquina no la necesita.',
    isSecret: true,
  },
  ANTHROPIC_BASE_URL: {
    schema: url,
    en: 'Any server that speaks the Messages API; empty = https://api.anthropic.com.',
    es: 'Cualquier servidor que hable la Messages API; vacío = https://api.anthropic.com.',
  },
  AGENT_MODEL: {
    schema: text,
    en: 'Model for new tasks; empty = claude-sonnet-5-5. Prices and options of each model are in config/agent.yaml.',
    es: 'Modelo para tareas nuevas; vacío = claude-sonnet-5-5. Los precios y opciones de cada modelo están en config/agent.yaml.',
    inFile: ['model', 'id'],
  },
  AGENT_WRITE_ENABLED: {
    schema: flag,
    en: 'true = the agent can edit files, run commands and commit; empty or false = it only reads.',
    es: 'true = el agente puede editar archivos, correr comandos y hacer commits; vacío o false = solo lee.',
  },
  AGENT_MAX_ROUNDS: {
    schema: () => wholeNumber(1, MAX_ROUNDS),
    en: 'Rounds (model replies) before a task pauses or checks its progress (1 to 1000); empty = 15.',
    es: 'Rondas (respuestas del modelo) antes de que una tarea se pause o revise su avance (1 a 1000); vacío = 15.',
    inFile: ['limits', 'max_rounds'],
  },
  AGENT_SESSION_TIMEOUT: {
    schema: () => wholeNumber(1, WEEK_SECONDS),
    en: "Working time of a task, in seconds (1 to 604800); waiting for you doesn't count; empty = 3600.",
    es: 'Tiempo de trabajo de una tarea, en segundos (1 a 604800); lo que te espera no cuenta; vacío = 3600.',
    inFile: ['limits', 'session_timeout_seconds'],
  },
  AGENT_MAX_COST_USD: {
    schema: () => numberOr(usd()),
    en: 'Dollars a task may cost before it pauses and asks you (+$1, finish, stop), or none; empty = 2.',
    es: 'Dólares que puede costar una tarea antes de pausarse y preguntarte (+$1, terminar, detener), o none; vacío = 2.',
    inFile: ['limits', 'max_cost_usd'],
  },
  AGENT_DAILY_COST_USD: {
    schema: () => numberOr(usd()),
    en: 'Dollars each person may spend per day (UTC), owners and members alike, or none; empty = 20. After that, nothing new starts.',
    es: 'Dólares que cada persona puede gastar por día (UTC), dueños y miembros por igual, o none; vacío = 20. Después no empieza nada nuevo.',
    inFile: ['limits', 'daily_cost_usd'],
  },
  AGENT_MAP_TOKENS: {
    schema: () => wholeNumber(0, MAX_MAP_TOKENS),
    en: 'Tokens for the project map that a task starts with (0 to 20000); 0 = no map, empty = 2000.',
    es: 'Tokens para el mapa del proyecto con el que empieza una tarea (0 a 20000); 0 = sin mapa, vacío = 2000.',
    inFile: ['context', 'map_tokens'],
  },
  AGENT_SHELL_ALLOWLIST: {
    schema: programNames,
    en: 'More programs that run without asking, separated by commas; not ones that start others (bash, node, docker).',
    es: 'Más programas que corren sin preguntar, separados por comas; no los que inician otros (bash, node, docker).',
  },
  SANDBOX: {
    schema: () =>
      z.enum(['auto', 'required', 'off-accepted'], { error: 'expected auto, required or off-accepted' }),
    en: 'auto = commands run in a sandbox if there is one; required = refuse to start without one; off-accepted = no sandbox: project scripts (npm test, make) still run, and can do anything your user can; empty = auto.',
    es: 'auto = los comandos corren en un sandbox si hay uno; required = sin sandbox no arranco; off-accepted = sin sandbox: los scripts del proyecto (npm test, make) igual corren, y pueden hacer lo mismo que tu usuario; vacío = auto.',
    inFile: ['policy', 'sandbox'],
  },
  PROJECT_ROOT: {
    schema: text,
    en: 'The project to work on; empty = the folder where you start the program.',
    es: 'El proyecto en el que trabajo; vacío = la carpeta donde inicias el programa.',
  },
  PROJECTS_ROOT: {
    schema: text,
    en: "Folder that holds your projects: each chat chooses one of its subfolders with /workspace. It can't be inside a project: if PROJECT_ROOT is this folder or a parent of it, each chat has to choose first. It may be inside a git repository: its projects aren't part of that one.",
    es: 'Carpeta con tus proyectos: cada chat elige una de sus subcarpetas con /workspace. No puede estar dentro de un proyecto: si PROJECT_ROOT es esta carpeta o una superior, cada chat tiene que elegir primero. Puede estar dentro de un repositorio git: sus proyectos no son parte de él.',
  },
  DATA_DIR: {
    schema: text,
    en: 'Where I keep tasks, records and the WhatsApp link; empty = data/ in a checkout, ~/.local/share/wasap when installed.',
    es: 'Donde guardo tareas, registros y el vínculo con WhatsApp; vacío = data/ en un checkout, ~/.local/share/wasap si está instalado.',
  },
  CONFIG_DIR: {
    schema: text,
    en: 'Folder of your own agent.yaml, tool-commands.yaml and .env; empty = ~/.config/wasap.',
    es: 'Carpeta de tus propios agent.yaml, tool-commands.yaml y .env; vacío = ~/.config/wasap.',
  },
  GITHUB_TOKEN: {
    schema: secret,
    en: 'Fine-grained token for one repository, to open pull requests.',
    es: 'Token de permisos finos para un repositorio, para abrir pull requests.',
    isSecret: true,
  },
  GITHUB_REPO: {
    schema: repository,
    en: 'Repository for pull requests, as owner/name.',
    es: 'Repositorio de los pull requests, como dueño/nombre.',
  },
  GITHUB_API_URL: {
    schema: url,
    en: 'API of your GitHub Enterprise server; empty = https://api.github.com.',
    es: 'API de tu servidor GitHub Enterprise; vacío = https://api.github.com.',
  },
  ALLOWED_PHONE_NUMBERS: {
    schema: phoneNumbers,
    en: 'Owners on WhatsApp: phone numbers with country code, separated by commas. Other people and groups go into access.yaml; if both are empty, nobody can write. If you link your own number, put it here and write to yourself.',
    es: 'Dueños en WhatsApp: números con código de país, separados por comas. Las demás personas y los grupos van en access.yaml; si los dos están vacíos, nadie puede escribir. Si vinculas tu propio número, ponlo aquí y escríbete a ti mismo.',
  },
  CHANNELS: {
    schema: channelNames,
    en: 'Where to talk: console, whatsapp, or both with a comma; empty = the console, and WhatsApp once a phone is linked.',
    es: 'Por dónde hablar: console, whatsapp o los dos con una coma; vacío = la consola, y WhatsApp cuando hay un teléfono vinculado.',
  },
  WHATSAPP_WS_URL: {
    schema: socketUrl,
    en: 'A server to use instead of WhatsApp, for tests; empty = WhatsApp.',
    es: 'Un servidor en lugar de WhatsApp, para pruebas; vacío = WhatsApp.',
  },
  WHATSAPP_VERSION: {
    schema: webVersion,
    en: 'WhatsApp Web version, like 2.3000.1023223821; empty = the newest known. Set it only if WhatsApp says the client is too old.',
    es: 'Versión de WhatsApp Web, como 2.3000.1023223821; vacío = la más nueva que se conoce. Ponla solo si WhatsApp dice que el cliente es demasiado viejo.',
    inFile: ['whatsapp', 'version'],
  },
  TRANSCRIBE_URL: {
    schema: url,
    en: "Base URL of an OpenAI-compatible API that turns voice notes into text, like https://api.openai.com/v1; empty = I can't understand voice notes.",
    es: 'URL base de una API compatible con OpenAI que convierte notas de voz en texto, como https://api.openai.com/v1; vacío = no entiendo notas de voz.',
  },
  TRANSCRIBE_KEY: {
    schema: secret,
    en: 'Its key; a server on this machine may need none.',
    es: 'Su clave; un servidor en esta máquina quizá no la necesite.',
    isSecret: true,
  },
  TRANSCRIBE_MODEL: {
    schema: text,
    en: 'Its model; empty = whisper-1.',
    es: 'Su modelo; vacío = whisper-1.',
  },
  SPEECH_URL: {
    schema: url,
    en: 'Base URL of an OpenAI-compatible API that turns text into speech, like https://api.openai.com/v1, for /voice; empty = no voice notes from me. Voices and price are in config/agent.yaml.',
    es: 'URL base de una API compatible con OpenAI que convierte texto en voz, como https://api.openai.com/v1, para /voz; vacío = no envío notas de voz. Las voces y el precio están en config/agent.yaml.',
  },
  SPEECH_KEY: {
    schema: secret,
    en: 'Its key; a server on this machine may need none.',
    es: 'Su clave; un servidor en esta máquina quizá no la necesite.',
    isSecret: true,
  },
  SPEECH_MODEL: {
    schema: text,
    en: 'Its model; empty = tts-1.',
    es: 'Su modelo; vacío = tts-1.',
  },
  WEB_SEARCH_KEY: {
    schema: secret,
    en: 'Key of Brave or Tavily, where config/agent.yaml says that one of them searches the web; SearXNG needs none.',
    es: 'Clave de Brave o Tavily, si config/agent.yaml dice que uno de ellos busca en la web; SearXNG no necesita.',
    isSecret: true,
  },
  MCP_SERVE_TOKEN: {
    schema: secret,
    en: 'Token with which another agent starts wasap mcp serve; made by wasap mcp token add. Only that command reads it.',
    es: 'Token con el que otro agente inicia wasap mcp serve; lo crea wasap mcp token add. Solo ese comando lo lee.',
    isSecret: true,
  },
  KEEP_MESSAGES_DAYS: {
    schema: () => numberOr(days(MIN_DAYS)),
    en: 'How many days to keep the words of messages, 30 to 36500; none = forever, empty = 30.',
    es: 'Cuántos días guardo las palabras de los mensajes, 30 a 36500; none = para siempre, vacío = 30.',
    inFile: ['keep', 'messages_days'],
  },
  KEEP_SESSIONS_DAYS: {
    schema: () => numberOr(days(MIN_DAYS)),
    en: 'The same for tasks and talks that have ended; empty = 180.',
    es: 'Lo mismo para tareas y charlas que terminaron; vacío = 180.',
    inFile: ['keep', 'sessions_days'],
  },
  KEEP_TRACES_DAYS: {
    schema: () => numberOr(days(MIN_TRACE_DAYS)),
    en: 'The same for traces, 1 day or more; empty = 30.',
    es: 'Lo mismo para las trazas, 1 día o más; vacío = 30.',
    inFile: ['keep', 'traces_days'],
  },
  KEEP_AUDIT_DAYS: {
    schema: () => numberOr(days(MIN_DAYS)),
    en: 'The same for the record of commands; empty = 1095.',
    es: 'Lo mismo para el registro de comandos; vacío = 1095.',
    inFile: ['keep', 'audit_days'],
  },
  METRICS_PORT: {
    schema: () => wholeNumber(1, 65_535),
    en: 'Port on 127.0.0.1 where Prometheus reads the figures of the last day (/metrics); empty = no port.',
    es: 'Puerto en 127.0.0.1 donde Prometheus lee las cifras del último día (/metrics); vacío = ningún puerto.',
  },
  WEB_PORT: {
    schema: portOrOff,
    en: 'Port of the console in the browser, or off; empty = 8790 when you start me in a terminal, else no console.',
    es: 'Puerto de la consola en el navegador, u off; vacío = 8790 si me inicias en una terminal, si no, sin consola.',
  },
  WEB_HOST: {
    schema: () => z.string().regex(/^[\w.:-]+$/, 'expected the address of an interface, as 0.0.0.0'),
    en: 'Interface where the console listens; empty = 127.0.0.1, this machine only. Any other one needs WEB_TLS_CERT_FILE and WEB_TLS_KEY_FILE, or WEB_ORIGIN.',
    es: 'Interfaz donde escucha la consola; vacío = 127.0.0.1, solo esta máquina. Cualquier otra necesita WEB_TLS_CERT_FILE y WEB_TLS_KEY_FILE, o WEB_ORIGIN.',
  },
  WEB_ORIGIN: {
    schema: origin,
    en: 'Address of the console for browsers, where a proxy serves it under another name, like https://console.example.org.',
    es: 'Dirección de la consola para los navegadores, si un proxy la sirve con otro nombre, como https://console.example.org.',
  },
  WEB_TLS_CERT_FILE: {
    schema: absolutePath,
    en: 'Certificate (PEM file) to serve the console over https; empty = http.',
    es: 'Certificado (archivo PEM) para servir la consola por https; vacío = http.',
  },
  WEB_TLS_KEY_FILE: {
    schema: absolutePath,
    en: 'Its private key (PEM file).',
    es: 'Su clave privada (archivo PEM).',
  },
  TIMEZONE: {
    schema: () => z.string().refine(isZone, 'expected an IANA time zone, as America/Lima'),
    en: "Time zone for schedules and quiet hours, like America/Lima; empty = I ask each chat (/cron zone) before I schedule anything. Until then, its quiet hours go by this machine's.",
    es: 'Zona horaria de las programaciones y las horas de silencio, como America/Lima; vacío = le pregunto a cada chat (/cron zona) antes de programar algo. Hasta entonces, sus horas de silencio siguen la de esta máquina.',
  },
  LOCK_AFTER_MINUTES: {
    schema: () => wholeNumber(1, 10_080),
    en: "Minutes without a message from an owner after which that owner's chats lock, 1 to 10080; empty = never. Needs a PIN or a code: wasap lock setup.",
    es: 'Minutos sin un mensaje de un dueño después de los que se bloquean sus chats, 1 a 10080; vacío = nunca. Necesita un PIN o un código: wasap lock setup.',
  },
  DATABASE_URL: {
    // Not looked at here: one machine has no use for it, and a project's own may be of any kind.
    schema: text,
    en: 'PostgreSQL of several machines, like postgres://user:password@host/wasap; only wasap front, cell and cluster use it.',
    es: 'PostgreSQL de varias máquinas, como postgres://usuario:clave@host/wasap; solo lo usan wasap front, cell y cluster.',
    isSecret: true,
  },
  CLUSTER_SECRET: {
    schema: () => secret().min(16, 'expected at least 16 characters'),
    en: 'At least 16 letters and digits, the same on all machines of a front. Its link is then kept in PostgreSQL, encrypted, and a second machine can take over; empty = on one disk alone.',
    es: 'Al menos 16 letras y dígitos, los mismos en todas las máquinas de un front. Así su vínculo queda cifrado en PostgreSQL y otra máquina puede tomar el relevo; vacío = solo en un disco.',
    isSecret: true,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: url,
    en: 'OpenTelemetry collector that gets the spans over HTTP, like http://127.0.0.1:4318; empty = they stay in the database.',
    es: 'Colector de OpenTelemetry que recibe las trazas por HTTP, como http://127.0.0.1:4318; vacío = se quedan en la base de datos.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: otlpHeaders,
    en: 'Its headers, as name=value, separated by commas.',
    es: 'Sus encabezados, como nombre=valor, separados por comas.',
    isSecret: true,
  },
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: {
    schema: flag,
    en: 'true = spans include what was asked, run and answered, without secrets; empty or false = only names, times and figures.',
    es: 'true = las trazas incluyen lo que se pidió, corrió y respondió, sin secretos; vacío o false = solo nombres, tiempos y cifras.',
  },
  LOCALE: {
    schema: () => z.enum(['en', 'es'], { error: 'expected en or es' }),
    en: 'Language I write in, en or es; empty = the one you write in; in a terminal, that of the system.',
    es: 'Idioma en el que escribo, en o es; vacío = el que tú escribes; en una terminal, el del sistema.',
  },
} as const satisfies Readonly<Record<string, Variable>>;

export type VariableName = keyof typeof VARIABLES;

/** The values of those that are set. */
export type Variables = {
  readonly [Name in VariableName]?: z.output<ReturnType<(typeof VARIABLES)[Name]['schema']>>;
};

type SecretName = {
  [Name in VariableName]: (typeof VARIABLES)[Name] extends { readonly isSecret: true } ? Name : never;
}[VariableName];

/** In the order of `.env.example`. */
export function variableNames(): readonly VariableName[] {
  return Object.keys(VARIABLES) as VariableName[];
}

export function isVariable(name: string): name is VariableName {
  return Object.hasOwn(VARIABLES, name);
}

export function variableOf(name: VariableName): Variable {
  return VARIABLES[name];
}

export function isSecret(name: VariableName): name is SecretName {
  return 'isSecret' in VARIABLES[name];
}

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
      repository: variables.GITHUB_REPO,
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
    /** Token of the agent that has started this program as its MCP server. */
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

/** Undefined without both files: half of them is refused before. */
function tlsOf({
  WEB_TLS_CERT_FILE: cert,
  WEB_TLS_KEY_FILE: key,
}: Variables): { cert: string; key: string } | undefined {
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

function secretsIn(variables: Variables): readonly string[] {
  return variableNames()
    .filter(isSecret)
    .map((name) => variables[name])
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
