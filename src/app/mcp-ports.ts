import type { SentFiles } from '../contracts/enclosures.ts';
import type { Sandbox } from '../contracts/exec.ts';
import type { CommandPolicy } from '../contracts/policy.ts';
import type { Tracer } from '../contracts/trace.ts';
import { systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { createConnections } from '../features/mcp/connection/connections.ts';
import { createLogins } from '../features/mcp/connection/login.ts';
import { createMcpFigures, type McpFigures } from '../features/mcp/figures.ts';
import type { McpPorts } from '../features/mcp/mcp-feature.ts';
import type { HostContext } from './host-context.ts';
import type { Redaction } from './redaction.ts';

/** This program. */
interface McpProgram {
  readonly version: string;
  readonly sandbox: Sandbox;
  /** Missing: calls are not counted. */
  readonly mcpFigures?: McpFigures | undefined;
}

export interface McpContext extends Pick<Redaction, 'learn'> {
  readonly policy: CommandPolicy;
  readonly sentFiles: SentFiles;
  readonly log: Log;
  readonly tracer: Tracer;
}

/** What reaches MCP servers on this machine. Nothing is started, or loaded, before one is needed. */
export function mcpPorts(
  { settings, environment }: Pick<HostContext, 'settings' | 'environment'>,
  { version, sandbox, mcpFigures: figures = createMcpFigures() }: McpProgram,
  { policy, sentFiles, learn, log, tracer }: McpContext,
): McpPorts {
  const { folders } = settings;
  return {
    config: folders.config,
    policy,
    environment,
    learn,
    figures,
    sandbox,
    sentFiles,
    connections: createConnections({
      sandbox,
      environment,
      logins: createLogins(folders.data, learn),
      version,
      clock: systemClock,
      log,
      tracer,
      figures,
    }),
  };
}
