import { join, relative, sep } from 'node:path';
import * as z from 'zod';
import { findPlugins } from '../../../claude-files/plugins.ts';
import { SECOND_MS } from '../../../core/clock.ts';
import { codeOf } from '../../../core/failure.ts';
import { readBeginning } from '../../../core/file-access.ts';
import { canonicalJson, type JsonObject, jsonIn, sha256 } from '../../../core/json.ts';
import { decodeUtf8 } from '../../../files/bootstrap-files.ts';
import { isMissing } from '../../../files/look-at-path.ts';
import { hasHiddenCharacters } from '../../../policy/display.ts';
import type { ConfiguredServers, McpServer, OwnerVariables, ServerFault, ServerSource } from '../server.ts';

export const OWN_FILE = 'mcp.json';
const PROJECT_FILE = '.mcp.json';

const MAX_BYTES = 256 * 1024;
const MAX_SERVERS = 40;

export interface ServerFolders {
  /** CONFIG_DIR. */
  readonly config: string;
  /** Canonical path of the project. */
  readonly project: string;
}

/** Where entries come from. */
interface ServerOrigin {
  readonly source: ServerSource;
  readonly file: string;
  readonly plugin?: { readonly name: string; readonly folder: string };
}

interface ReadFile {
  readonly origin: ServerOrigin;
  readonly entries: Readonly<Record<string, unknown>>;
}

const NO_VARIABLES: OwnerVariables = { own: {}, projects: {} };

/**
 * The servers that the owner, the project and its plugins describe, read from the disk now. Of two of one name the
 * first counts, and the owner's own come first. Starts nothing. Never throws for the disk's contents.
 */
export function findServers({ config, project }: ServerFolders): ConfiguredServers {
  const faults: ServerFault[] = [];
  const own = ownFile(join(config, OWN_FILE), faults);
  const files = [
    ...(own === undefined ? [] : [own.file]),
    ...projectFiles(project).flatMap(({ path, origin }) => {
      const entries = entriesIn(path, origin.file, faults);
      return entries === undefined ? [] : [{ origin, entries }];
    }),
  ];
  const servers = new Map<string, McpServer>();
  const written = files.flatMap(({ origin, entries }) =>
    Object.entries(entries).map(([name, entry]) => ({ name, entry, origin })),
  );
  for (const { name, entry, origin } of written) {
    const server = serverOf(name, entry, origin);
    const why = typeof server === 'string' ? server : skipReason(server, servers);
    if (why !== undefined) faults.push({ file: origin.file, name, why });
    else if (typeof server === 'object') servers.set(server.name, server);
  }
  return { servers: [...servers.values()], faults, variables: own?.variables ?? NO_VARIABLES };
}

function skipReason({ name }: McpServer, servers: ReadonlyMap<string, McpServer>): string | undefined {
  if (servers.has(name)) return 'another server has this name';
  return servers.size < MAX_SERVERS ? undefined : `more than ${MAX_SERVERS} servers`;
}

function ownFile(
  path: string,
  faults: ServerFault[],
): { readonly file: ReadFile; readonly variables: OwnerVariables } | undefined {
  const value = jsonAt(path, path, faults);
  if (value === undefined) return undefined;
  const read = OwnServerFile.safeParse(value);
  if (!read.success) {
    faults.push({ file: path, name: undefined, why: firstProblem(read.error) });
    return undefined;
  }
  const { mcpServers: entries, variables, projectVariables } = read.data;
  return {
    file: { origin: { source: 'own', file: path }, entries },
    variables: { own: variables, projects: projectVariables },
  };
}

function projectFiles(project: string): readonly { readonly path: string; readonly origin: ServerOrigin }[] {
  const plugins = findPlugins(project).found.map(({ plugin, folder }) => {
    const path = join(folder, PROJECT_FILE);
    const file = relative(project, path).replaceAll(sep, '/');
    return { path, origin: { source: 'plugin', file, plugin: { name: plugin, folder } } as const };
  });
  return [
    { path: join(project, PROJECT_FILE), origin: { source: 'project', file: PROJECT_FILE } },
    ...plugins,
  ];
}

function entriesIn(path: string, shown: string, faults: ServerFault[]): ReadFile['entries'] | undefined {
  const value = jsonAt(path, shown, faults);
  if (value === undefined) return undefined;
  const read = ServerFile.safeParse(value);
  if (read.success) return read.data.mcpServers;
  faults.push({ file: shown, name: undefined, why: firstProblem(read.error) });
  return undefined;
}

/** Undefined when there is no such file, or none that can be used. */
function jsonAt(path: string, shown: string, faults: ServerFault[]): unknown {
  if (isMissing(path)) return undefined;
  const fault = (why: string): undefined => void faults.push({ file: shown, name: undefined, why });
  try {
    const { bytes, size } = readBeginning(path, MAX_BYTES);
    if (size > MAX_BYTES) return fault(`is larger than ${MAX_BYTES / 1024} kB`);
    const value = jsonIn(decodeUtf8(bytes, false) ?? '');
    return value === undefined ? fault('is not JSON') : value;
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : fault(`cannot be read (${code})`);
  }
}

/** The server, or why there is none. */
function serverOf(written: string, entry: unknown, origin: ServerOrigin): McpServer | string {
  const { source, file, plugin } = origin;
  const named = ServerName.safeParse(plugin === undefined ? written : `plugin_${plugin.name}_${written}`);
  if (!named.success) return `its name ${firstProblem(named.error)}`;
  const read = readEntry(entry);
  if (typeof read === 'string') return read;
  const obstacle = source === 'own' ? undefined : notForProjects(read);
  if (obstacle !== undefined) return obstacle;
  const owned = OwnerEntry.safeParse(source === 'own' ? entry : {});
  if (!owned.success) return firstProblem(owned.error);
  const { timeout: timeoutMs, type: _written, ...start } = read;
  const { readers, ...places } = owned.data;
  // Fields that only say how long a call may take, or which tools need no question, change nothing about the start.
  const hashed = { name: named.data, source, file, ...start, ...places };
  const common = {
    name: named.data,
    source,
    file,
    pluginFolder: plugin?.folder,
    hash: sha256(canonicalJson(hashed as JsonObject)),
    timeoutMs,
    readers,
  };
  return start.transport === 'http' ? { ...common, ...start } : { ...common, ...start, ...places };
}

const PLACEHOLDER = /\$\{/;

/** Otherwise a project's authors could learn what the owner's variables hold, or hide where a server leads. */
function notForProjects(entry: Exclude<ReturnType<typeof readEntry>, string>): string | undefined {
  if (entry.transport === 'stdio') return undefined;
  if (PLACEHOLDER.test(entry.url) || Object.values(entry.headers).some((value) => PLACEHOLDER.test(value)))
    return `an address and headers take variables only in your own ${OWN_FILE}`;
  const { username, password } = new URL(entry.url);
  return username === '' && password === '' ? undefined : 'its address holds a name or a password';
}

const MAX_SERVERS_OF_FILE = 20;
const MAX_WORDS = 100;
const MAX_WORD_LENGTH = 4_000;
const MAX_TIMEOUT_MS = 600 * SECOND_MS;
const DEFAULT_TIMEOUT_MS = 60 * SECOND_MS;

/** Two `_` in a row would make one tool's name readable as another server's. */
const ServerName = z
  .string()
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_)){0,39}$/, 'use up to 40 letters, digits, - and single _')
  .refine((name) => !name.endsWith('_'), 'does not end with _');

/** One line, so that a person sees all of it. */
const Word = z
  .string()
  .max(MAX_WORD_LENGTH)
  .refine((word) => !hasHiddenCharacters(word), 'holds line breaks or hidden characters');

/** Variables by which a program's own processes are found must not be replaced. */
const Variables = z.record(z.string().regex(/^(?!WASAP_)[A-Za-z_][A-Za-z0-9_]{0,99}$/), Word);

const Common = {
  /** In milliseconds, as Claude Code has it. */
  timeout: z.int().min(1).max(MAX_TIMEOUT_MS).default(DEFAULT_TIMEOUT_MS),
};

const StdioEntry = z.object({
  ...Common,
  type: z.literal('stdio').optional(),
  command: Word.min(1),
  args: z.array(Word).max(MAX_WORDS).default([]),
  env: Variables.default({}),
  network: z.boolean().default(true),
  writes: z.boolean().default(false),
});

const HttpEntry = z.object({
  ...Common,
  type: z.enum(['http', 'streamable-http', 'streamableHttp']).optional(),
  url: Word.regex(/^https?:\/\//, 'begins with https:// or http://'),
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/), Word).default({}),
});

/** Fields that only the owner's own file may have. */
const OwnerEntry = z.object({
  readers: z.array(z.string()).default([]),
  writable: z.array(Word).default([]),
  readable: z.array(Word).default([]),
});

/** The shape of Claude Code's `.mcp.json`; entries are read one by one, so that a wrong one spoils no other. */
const ServerFile = z.object({
  mcpServers: z
    .record(z.string(), z.unknown())
    .default({})
    .refine(
      (all) => Object.keys(all).length <= MAX_SERVERS_OF_FILE,
      `has more than ${MAX_SERVERS_OF_FILE} servers`,
    ),
});

/** The owner's own file says, too, what placeholders stand for. */
const OwnServerFile = ServerFile.extend({
  variables: Variables.default({}),
  projectVariables: Variables.default({}),
});

type ServerEntry =
  | ({ readonly transport: 'stdio' } & z.infer<typeof StdioEntry>)
  | ({ readonly transport: 'http' } & z.infer<typeof HttpEntry>);

/** A sentence when it is no entry. */
function readEntry(entry: unknown): ServerEntry | string {
  const kind = z.object({ type: z.string().optional(), url: z.string().optional() }).safeParse(entry).data;
  if (kind?.type === 'sse') return 'type: "sse" is not supported; most such servers also speak "http"';
  if (kind?.url !== undefined) {
    const read = HttpEntry.safeParse(entry);
    return read.success ? { transport: 'http', ...read.data } : firstProblem(read.error);
  }
  const read = StdioEntry.safeParse(entry);
  return read.success ? { transport: 'stdio', ...read.data } : firstProblem(read.error);
}

/** The first problem, on one line. */
function firstProblem({ issues }: z.ZodError): string {
  const [first] = issues;
  const at = first?.path.join('.') ?? '';
  return `${at === '' ? '' : `${at}: `}${first?.message ?? 'is not as expected'}`;
}
