/**
 * Where a server comes from. The owner wrote `own`; the authors of a project wrote its file and those of its plugins,
 * and such a server starts only once an owner has seen it.
 */
export type ServerSource = 'own' | 'project' | 'plugin';

interface NamedServer {
  /** Unique among the servers of a project: letters, digits, `-` and `_`, never two of these in a row. */
  readonly name: string;
  readonly source: ServerSource;
  /** The file that describes it: absolute for `own`, else relative to the project. */
  readonly file: string;
  /** Folder of the plugin; only for one. */
  readonly pluginFolder: string | undefined;
  /** SHA-256 of everything that decides what is started, or where it is reached, as it was written. */
  readonly hash: string;
  /** Longest time of one call. */
  readonly timeoutMs: number;
  /** Tools that only read according to the owner: they need no question. Always empty for servers of others. */
  readonly readers: readonly string[];
}

/** A program that is started here; placeholders are not filled in. */
export interface StdioServer extends NamedServer {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** In the sandbox it has the network. */
  readonly network: boolean;
  /** In the sandbox it may change the project, but for its protected files. */
  readonly writes: boolean;
  /** Further places that it may change; only for `own`. */
  readonly writable: readonly string[];
  /** Further places that it may read; only for `own`. */
  readonly readable: readonly string[];
}

/** A server that is reached by streamable HTTP; placeholders are not filled in. */
export interface HttpServer extends NamedServer {
  readonly transport: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type McpServer = StdioServer | HttpServer;

/** An entry, or a whole file, that cannot be used. */
export interface ServerFault {
  readonly file: string;
  /** Undefined when the file as a whole cannot be used. */
  readonly name: string | undefined;
  /** English, as in all files that people write. */
  readonly why: string;
}

export interface ConfiguredServers {
  /** The owner's own first; no two of one name. */
  readonly servers: readonly McpServer[];
  readonly faults: readonly ServerFault[];
  readonly variables: OwnerVariables;
}

/** Values for placeholders from the owner's own file; no others are ever filled in. */
export interface OwnerVariables {
  /** For the owner's own servers. */
  readonly own: Readonly<Record<string, string>>;
  /** For servers of projects and plugins. */
  readonly projects: Readonly<Record<string, string>>;
}

/** Whether what is called leaves this machine, as far as it is known. */
export function reachesNetwork(server: McpServer): boolean {
  return server.transport === 'http' || server.network;
}
