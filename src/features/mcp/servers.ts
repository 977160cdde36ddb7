import type { CommandPolicy } from '../../contracts/policy.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { isFailure, sentenceIn } from '../../core/failure.ts';
import { canonicalJson, type JsonObject, sha256 } from '../../core/json.ts';
import { type Locale, reasonIn } from '../../core/texts/texts.ts';
import { displayOf } from '../../policy/display.ts';
import { secretsInVariables } from '../../policy/find-secrets.ts';
import { launchFacts } from '../../policy/launch-facts.ts';
import { type Environment, findProgram } from '../../processes/command-environment.ts';
import { findServers } from './config/find-servers.ts';
import { launchOf, namesUsed, type ServerLaunch } from './config/launch.ts';
import type { McpStore } from './mcp-store.ts';
import type { McpServer, OwnerVariables, ServerFault } from './server.ts';

/**
 * Whether a server may start. `waiting`: no owner has said yes to it. `changed`: it differs from the one they said yes
 * to. `off`: an owner switched it off. `refused`: nobody can say yes to it, or something of it is missing.
 */
export type ServerStanding =
  | { readonly kind: 'usable'; readonly launch: ServerLaunch }
  | { readonly kind: 'waiting' | 'changed' | 'off' }
  | { readonly kind: 'refused'; why(locale: Locale): string };

export interface KnownServer {
  readonly server: McpServer;
  readonly standing: ServerStanding;
  /**
   * Hash of all that a person is shown before they say yes: the server, and the files of the project that it starts.
   */
  readonly seenHash: string;
}

export interface ProjectServers {
  readonly known: readonly KnownServer[];
  readonly faults: readonly ServerFault[];
}

/** A server that may be used now. */
export interface UsableServer {
  readonly server: McpServer;
  readonly launch: ServerLaunch;
}

/** Which servers there are, and which of them may start; read anew each time. */
export interface Servers {
  inProject(project: string): Promise<ProjectServers>;
  /** The owner's own servers hold their keys: only tasks of owners use them. */
  usableIn(session: SessionRecord): Promise<readonly UsableServer[]>;
}

export interface ServersParts {
  /** CONFIG_DIR. */
  readonly config: string;
  readonly rows: Pick<McpStore, 'findAccepted' | 'isOff'>;
  readonly policy: Pick<CommandPolicy, 'judge'>;
  /** Environment of commands: its PATH says where programs are found. */
  readonly environment: Environment;
  /** Teaches the redactor. */
  learn(secrets: readonly string[]): void;
  /** Whether a session is an owner's. */
  isOwners(session: SessionRecord): boolean;
}

export function createServers(parts: ServersParts): Servers {
  const inProject = async (project: string): Promise<ProjectServers> => {
    const { servers, faults, variables } = findServers({ config: parts.config, project });
    parts.learn(secretsOf(servers, variables));
    const known: KnownServer[] = [];
    for (const server of servers) known.push(await knownServer(server, { project, variables, parts }));
    return { known, faults };
  };
  return {
    inProject,
    async usableIn(session) {
      const { known } = await inProject(session.project);
      const isOwners = parts.isOwners(session);
      return known.flatMap(({ server, standing }) =>
        standing.kind === 'usable' && (isOwners || server.source !== 'own')
          ? [{ server, launch: standing.launch }]
          : [],
      );
    },
  };
}

interface ServerContext {
  readonly project: string;
  readonly variables: OwnerVariables;
  readonly parts: ServersParts;
}

async function knownServer(server: McpServer, place: ServerContext): Promise<KnownServer> {
  const { project, variables, parts } = place;
  let launch: ServerLaunch;
  try {
    launch = launchOf(server, variables, project);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return {
      server,
      standing: { kind: 'refused', why: (locale) => sentenceIn(locale, error) },
      seenHash: server.hash,
    };
  }
  const seenHash = await seenHashOf(server, launch, place);
  return { server, standing: await serverStanding(server, { launch, seenHash, project }, parts), seenHash };
}

async function serverStanding(
  server: McpServer,
  {
    launch,
    seenHash,
    project,
  }: { readonly launch: ServerLaunch; readonly seenHash: string; readonly project: string },
  { rows, policy }: ServersParts,
): Promise<ServerStanding> {
  if (server.source === 'own') {
    return rows.isOff('', server.name) ? { kind: 'off' } : { kind: 'usable', launch };
  }
  if (launch.kind === 'stdio') {
    // A command that may never run does not run as a server either.
    const { verdict } = await policy.judge(
      { kind: 'argv', argv: launch.argv },
      { root: project, cwd: project },
    );
    if (verdict.kind === 'deny')
      return { kind: 'refused', why: (locale) => reasonIn(locale, verdict.rule) ?? verdict.reason };
  }
  if (rows.isOff(project, server.name)) return { kind: 'off' };
  const accepted = rows.findAccepted(project, server.name);
  if (accepted === undefined) return { kind: 'waiting' };
  return accepted.hash === seenHash ? { kind: 'usable', launch } : { kind: 'changed' };
}

/** The same command line starts another program once a script of the project has changed. */
async function seenHashOf(
  server: McpServer,
  launch: ServerLaunch,
  { project, parts }: ServerContext,
): Promise<string> {
  if (launch.kind === 'http' || server.source === 'own') return server.hash;
  const [command, ...args] = launch.argv;
  // Behind the program, the first word that is no option may be the script that it runs: `node server.js`.
  const script = args.find((word) => !word.startsWith('-'));
  const words = [command, ...args, 'package.json'].map((word) => ({
    word,
    isSure: word === command || word === script || word === 'package.json',
  }));
  const facts = await launchFacts({
    program: findProgram(command, parts.environment.PATH ?? '') ?? command,
    root: project,
    linked: [],
    cwd: project,
    environment: '',
    scripts: { words, folders: [] },
  });
  return sha256(canonicalJson({ hash: server.hash, facts } as unknown as JsonObject));
}

/**
 * The details that a person is shown of a server that is not theirs: exactly what starts or is reached, and with what.
 */
export function serverDetails(server: McpServer): {
  readonly what: string;
  readonly variables: readonly string[];
  readonly names: readonly string[];
} {
  const names = namesUsed(server);
  if (server.transport === 'http')
    return { what: displayOf([server.url]), variables: pairs(server.headers, ': '), names };
  return { what: displayOf([server.command, ...server.args]), variables: pairs(server.env, '='), names };
}

function pairs(values: Readonly<Record<string, string>>, between: string): readonly string[] {
  return Object.entries(values).map(([name, value]) => displayOf([`${name}${between}${value}`]));
}

const PLACE = /^(?:[a-z][\w+.-]*:\/\/|[./~])/i;

/** All values that the owner keeps in their file for a server, except addresses and paths. */
function secretsOf(servers: readonly McpServer[], { own, projects }: OwnerVariables): readonly string[] {
  const kept = [...Object.values(own), ...Object.values(projects)].filter((value) => !PLACE.test(value));
  const written = servers
    .filter(({ source }) => source === 'own')
    .flatMap((server) =>
      server.transport === 'http'
        ? Object.values(server.headers).flatMap((value) => [value, value.replace(/^\w+ /, '')])
        : secretsInVariables(server.env),
    );
  return [...kept, ...written.filter((value) => !value.includes('${'))];
}
