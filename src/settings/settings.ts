import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { AccessList } from '../contracts/access.ts';
import { MINUTE_MS } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { type Fault, fault, faultList } from '../core/texts/faults.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { ModelProfiles } from '../models/profile.ts';
import { finishRestore } from '../store/data-folder.ts';
import type { SearchOptions } from '../web/search-providers.ts';
import { listenRefusal } from '../web-server/listen-address.ts';
import { AccessFile, accessList } from './access-file.ts';
import { AgentFile, type AgentFileSettings, ofAgentFile } from './agent-file.ts';
import {
  asAgentFile,
  ENVIRONMENT,
  readConfigFile,
  readDotEnv,
  readVariables,
  type VariableSource,
} from './sources.ts';
import { ofVariables, type VariableName, type VariableSettings, type Variables } from './variables.ts';

/**
 * The program's settings, in slices: each part says which of them it reads. What one variable or one field of
 * agent.yaml says alone stands in `ofVariables` and `ofAgentFile`.
 */
export interface Settings extends VariableSettings, AgentFileSettings {
  readonly model: {
    /** Name of the profile that is used where nobody chose another. */
    readonly id: string;
    /** The one for summaries and for routing requests; undefined: the same as elsewhere. */
    readonly helper: string | undefined;
    /** The one that a task goes on with when its own is overloaded for long; undefined: it waits. */
    readonly fallback: { readonly model: string; readonly afterMs: number } | undefined;
    readonly apiKey: string | undefined;
    readonly baseUrl: string | undefined;
    readonly profiles: ModelProfiles;
    readonly idleTimeoutMs: number;
  };
  readonly workspace: {
    /** Canonical path of the project that is worked on. */
    readonly projectRoot: string;
    /** Canonical path of the folder whose sub-folders are workspaces. */
    readonly projectsRoot: string | undefined;
  };
  readonly access: {
    readonly writeEnabled: boolean;
    /** Only these people get answers on WhatsApp; empty = nobody. */
    readonly list: AccessList;
  };
  /** Undefined: the console, and WhatsApp once a device is linked. */
  readonly channels: readonly ('console' | 'whatsapp')[] | undefined;
  readonly whatsapp: AgentFile['whatsapp'] & {
    /** Another server than WhatsApp's own. */
    readonly url: string | undefined;
  };
  readonly inbox: AgentFile['inbox'] & {
    /** Undefined: voice notes are not understood. */
    readonly transcribe:
      | { readonly url: string; readonly key: string | undefined; readonly model: string }
      | undefined;
  };
  /** Undefined: nothing is spoken. */
  readonly speech:
    | {
        readonly url: string;
        readonly key: string | undefined;
        readonly model: string;
        readonly voices: AgentFile['speech']['voices'];
        /** Undefined: what it costs is not counted. */
        readonly usdPerMillionCharacters: number | undefined;
      }
    | undefined;
  readonly web: {
    /** Whether pages are read. */
    readonly fetch: boolean;
    /** Hosts of the owner's own network that are read all the same. */
    readonly ownHosts: readonly string[];
    /** Undefined: nothing is searched for. `model`: by the API of the model. */
    readonly search: SearchOptions | 'model' | undefined;
  };
  readonly policy: AgentFile['policy'] & {
    /** Undefined: the shipped list. */
    readonly shellAllowlist: readonly string[] | undefined;
  };
  /** Absolute paths; they need not exist. */
  readonly folders: { readonly data: string; readonly config: string };
  /** The language of whoever starts the program in a terminal: LOCALE, or the system's. */
  readonly terminalLocale: Locale;
  /** The environment of this program, secrets included: commands get an allow-listed part of it. */
  readonly hostEnvironment: Readonly<Record<string, string | undefined>>;
}

export interface SettingsRequest {
  /** Folder of the installed program: it holds `config/`. */
  readonly packageRoot: string;
  /** From the command line; they win over everything else. */
  readonly overrides?: Readonly<Partial<Record<VariableName, string>>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
}

/**
 * Reads the settings: command line, then environment, then `.env` of CONFIG_DIR, then `.env` of the program's own
 * folder; `agent.yaml` as shipped, with the one in CONFIG_DIR over it. The project that is worked on is never read:
 * it must not configure the program that works on it. An interrupted restore is finished.
 * @throws Failure `invalid` that lists every wrong value with its source and what was expected
 */
export async function readSettings(request: SettingsRequest): Promise<Settings> {
  const { packageRoot, env = process.env, cwd = workingFolder() } = request;
  if (cwd === undefined) throw new Failure('invalid', fault('folder-here-gone'));
  const problems: Fault[] = [];
  const places: PathBases = { cwd, home: env.HOME || homedir() };
  const { sources, config } = variableSources(request, problems);
  const variables = readVariables(sources, problems);
  const files = { packageRoot, own: config };
  const file = await readConfigFile(
    { ...files, name: 'agent.yaml', schema: AgentFile, over: asAgentFile(variables) },
    problems,
  );
  const people = await readConfigFile(
    { ...files, name: 'access.yaml', schema: AccessFile, over: {} },
    problems,
  );
  const workspace = workspaceOf(variables, places, problems);
  const data = variables.DATA_DIR
    ? resolveFolder(variables.DATA_DIR, places)
    : defaultData(packageRoot, places);
  refuseSharedFolders({ DATA_DIR: data, CONFIG_DIR: config }, workspace.projectRoot, problems);
  refusePlainHttp(variables, file, problems);
  refuseOpenConsole(variables, problems);
  refuseMissingKey(variables, file, problems);
  refuseUnknownProfiles(file, problems);
  if (file === undefined || people === undefined || problems.length > 0) throw settingsFailure(problems);
  // A data folder must not be read between two states.
  finishRestore(data);
  return {
    ...ofVariables(variables),
    ...ofAgentFile(file),
    access: {
      writeEnabled: variables.AGENT_WRITE_ENABLED ?? false,
      list: accessList(variables.ALLOWED_PHONE_NUMBERS ?? [], people),
    },
    model: modelOf(variables, file),
    workspace,
    channels: variables.CHANNELS,
    whatsapp: { ...file.whatsapp, url: variables.WHATSAPP_WS_URL },
    inbox: { ...file.inbox, transcribe: transcribeOf(variables) },
    speech: speechOf(variables, file),
    web: webOf(variables, file),
    policy: { ...file.policy, shellAllowlist: variables.AGENT_SHELL_ALLOWLIST },
    folders: { data, config },
    terminalLocale: terminalLocale(variables.LOCALE, env),
    hostEnvironment: env,
  };
}

interface VariableSources {
  /** The strongest first. */
  readonly sources: readonly VariableSource[];
  /** CONFIG_DIR: absolute. */
  readonly config: string;
  /** Of the program. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What names variables, in the order in which they win. */
export function variableSources(
  { packageRoot, overrides = {}, env = process.env, cwd = workingFolder() ?? homedir() }: SettingsRequest,
  problems: Fault[],
): VariableSources {
  const first: readonly VariableSource[] = [
    { where: 'the command line', texts: overrides },
    { where: ENVIRONMENT, texts: env },
  ];
  const own = readDotEnv(packageRoot, problems);
  const config = configFolder([...first, own], { cwd, home: env.HOME || homedir() });
  return { sources: [...first, readDotEnv(config, problems), own], config, env };
}

/** Undefined where the folder in which the person is was deleted. */
function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** Where relative paths and `~` lead. */
interface PathBases {
  readonly cwd: string;
  readonly home: string;
}

function configFolder(sources: readonly VariableSource[], places: PathBases): string {
  const named = sources.map(({ texts }) => texts.CONFIG_DIR).find((text) => text !== undefined);
  return named ? resolveFolder(named, places) : join(places.home, '.config', 'wasap');
}

/** A checkout keeps its data to itself; an installed program is shared, or cannot be written to. */
function defaultData(packageRoot: string, { home }: PathBases): string {
  return isCheckout(packageRoot) ? join(packageRoot, 'data') : join(home, '.local', 'share', 'wasap');
}

function resolveFolder(path: string, { cwd, home }: PathBases): string {
  if (path === '~' || path.startsWith('~/')) return join(home, path.slice(1));
  return isAbsolute(path) ? resolve(path) : resolve(cwd, path);
}

function workspaceOf(variables: Variables, places: PathBases, problems: Fault[]): Settings['workspace'] {
  const canonical = (name: string, named: string | undefined): string | undefined => {
    if (named === undefined) return undefined;
    const path = resolveFolder(named, places);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(path);
    problems.push(fault('folder-missing', name, JSON.stringify(named)));
    return path;
  };
  const projectsRoot = canonical('PROJECTS_ROOT', variables.PROJECTS_ROOT);
  // Git gets the ceilings as a list, which this character separates.
  if (projectsRoot?.includes(delimiter)) {
    problems.push(fault('folder-with', 'PROJECTS_ROOT', JSON.stringify(projectsRoot), delimiter));
  }
  const projectRoot = canonical('PROJECT_ROOT', variables.PROJECT_ROOT);
  return { projectRoot: projectRoot ?? realpathSync(places.cwd), projectsRoot };
}

/** The agent may write in the project: there it could change its own records, or its own limits. */
function refuseSharedFolders(
  folders: Readonly<Record<'DATA_DIR' | 'CONFIG_DIR', string>>,
  projectRoot: string,
  problems: Fault[],
): void {
  for (const [name, folder] of Object.entries(folders)) {
    const canonical = existsSync(folder) ? realpathSync(folder) : folder;
    if (canonical === projectRoot) {
      problems.push(fault('folder-shared', name, JSON.stringify(folder)));
    }
  }
}

/** What would travel unencrypted to each address, and the section of agent.yaml where an owner accepts that. */
const KEPT_PRIVATE = [
  { name: 'ANTHROPIC_BASE_URL', section: 'model', rule: 'key-unencrypted' },
  { name: 'SPEECH_URL', section: 'speech', rule: 'reports-unencrypted' },
] as const;

function refusePlainHttp(variables: Variables, file: AgentFile | undefined, problems: Fault[]): void {
  for (const { name, section, rule } of KEPT_PRIVATE) {
    const text = variables[name];
    if (text === undefined || file?.[section].plain_http === true) continue;
    const { protocol, hostname, host } = new URL(text);
    if (protocol !== 'http:' || isLoopback(hostname)) continue;
    problems.push(fault(rule, name, host, section));
  }
}

/** Beyond this machine the console is never served unencrypted. */
function refuseOpenConsole(variables: Variables, problems: Fault[]): void {
  const { WEB_TLS_CERT_FILE: cert, WEB_TLS_KEY_FILE: key } = variables;
  if ((cert === undefined) !== (key === undefined)) {
    problems.push(
      cert === undefined
        ? fault('tls-one-file', 'WEB_TLS_KEY_FILE', 'WEB_TLS_CERT_FILE')
        : fault('tls-one-file', 'WEB_TLS_CERT_FILE', 'WEB_TLS_KEY_FILE'),
    );
    return;
  }
  const refusal = listenRefusal(ofVariables(variables).webConsole);
  if (refusal !== undefined) problems.push(refusal);
}

/** By the name alone: what it resolves to may change. `URL` writes every form of an IPv4 address with four numbers. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Neither may be used without its price and options. */
function refuseUnknownProfiles(file: AgentFile | undefined, problems: Fault[]): void {
  if (file === undefined) return;
  for (const name of ['helper', 'fallback'] as const) {
    const profile = file.model[name];
    if (profile === null || Object.hasOwn(file.models, profile)) continue;
    problems.push(
      fault('profile-unknown', name, JSON.stringify(profile), Object.keys(file.models).join(', ')),
    );
  }
}

function modelOf(variables: Variables, { model, models }: AgentFile): Settings['model'] {
  return {
    id: model.id,
    helper: model.helper ?? undefined,
    fallback:
      model.fallback === null
        ? undefined
        : { model: model.fallback, afterMs: model.fallback_after_minutes * MINUTE_MS },
    apiKey: variables.ANTHROPIC_API_KEY,
    baseUrl: variables.ANTHROPIC_BASE_URL,
    profiles: models,
    idleTimeoutMs: model.idle_timeout_seconds * 1000,
  };
}

function transcribeOf(variables: Variables): Settings['inbox']['transcribe'] {
  const { TRANSCRIBE_URL: url, TRANSCRIBE_KEY: key, TRANSCRIBE_MODEL: model = 'whisper-1' } = variables;
  return url === undefined ? undefined : { url, key, model };
}

function speechOf(variables: Variables, { speech }: AgentFile): Settings['speech'] {
  const { SPEECH_URL: url, SPEECH_KEY: key, SPEECH_MODEL: model = 'tts-1' } = variables;
  const { voices, usd_per_million_characters: price } = speech;
  return url === undefined
    ? undefined
    : { url, key, model, voices, usdPerMillionCharacters: price ?? undefined };
}

/** Both are services that need a key. */
function refuseMissingKey(variables: Variables, file: AgentFile | undefined, problems: Fault[]): void {
  const search = file?.web.search ?? 'none';
  const needsKey = search === 'brave' || search === 'tavily';
  if (!needsKey || variables.WEB_SEARCH_KEY !== undefined) return;
  problems.push(fault('search-needs-key', search));
}

function webOf({ WEB_SEARCH_KEY: key }: Variables, { web }: AgentFile): Settings['web'] {
  const { fetch, own_hosts: ownHosts, search: provider, search_url: url } = web;
  if (provider === 'none' || provider === 'model')
    return { fetch, ownHosts, search: provider === 'model' ? provider : undefined };
  return { fetch, ownHosts, search: { provider, url: url ?? undefined, key } };
}

function settingsFailure(problems: readonly Fault[]): Failure {
  return new Failure('invalid', fault('settings-wrong', faultList(problems, '- ')));
}

/**
 * True for a program that runs from a clone of its repository, where it is started by `npm start` and not by `wasap`.
 */
export function isCheckout(packageRoot: string): boolean {
  return existsSync(join(packageRoot, '.git'));
}

/**
 * The language of a terminal, where nobody has written anything yet: LOCALE, else the system's (POSIX: LC_ALL wins over
 * LC_MESSAGES, which wins over LANG), else English.
 */
export function terminalLocale(
  configured: string | undefined,
  { LC_ALL, LC_MESSAGES, LANG }: Readonly<Record<string, string | undefined>>,
): Locale {
  return /^es(?![a-z])/i.test(configured || LC_ALL || LC_MESSAGES || LANG || '') ? 'es' : 'en';
}

/** The language of the terminal, for what is printed before the settings are read, and where they are wrong. */
export function localeAtStart(request: SettingsRequest): Locale {
  const { sources, env } = variableSources(request, []);
  const configured = sources.map(({ texts }) => texts.LOCALE).find((named) => named !== undefined);
  return terminalLocale(configured?.trim(), env);
}
