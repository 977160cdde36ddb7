import type { CliHost } from '../../../contracts/sub-command.ts';
import type { Locale } from '../../../core/texts/texts.ts';
import type { McpConnections } from '../connection/connections.ts';
import type { Logins } from '../connection/login.ts';
import type { Servers } from '../servers.ts';

/** The servers of a project, with the sandbox, the policy and the decisions of its tasks. */
export interface OpenedMcp {
  /** Canonical path of the project. */
  readonly project: string;
  readonly locale: Locale;
  readonly servers: Servers;
  readonly connections: McpConnections;
  readonly logins: Logins;
  /** Ends all servers. */
  close(): Promise<void>;
}

export type OpenMcp = (host: CliHost, workspace: string) => Promise<OpenedMcp>;
