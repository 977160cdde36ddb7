import type { SentFiles } from '../../contracts/enclosures.ts';
import type { Sandbox } from '../../contracts/exec.ts';
import type { AssignedSessions, Feature } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import { type Clock, DAY_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { taskOf } from '../../gateway/tasks/start-task.ts';
import { mcpActions, mcpCommand } from './commands/mcp-command.ts';
import type { McpConnections } from './connection/connections.ts';
import type { McpFigures } from './figures.ts';
import type { McpStore } from './mcp-store.ts';
import { namedResources } from './prompts/named-resources.ts';
import { findPrompts, type PromptAssignment, promptCommand, promptTerms } from './prompts/server-prompts.ts';
import { createServers, type ServersParts } from './servers.ts';
import { askOffer, createSessionTools } from './tools/session-tools.ts';
import { createJudgeInput, createServerToolCalls } from './tools/tool-calls.ts';

/** The tools that a server had are forgotten when it was not asked for this long. */
const UNUSED_RETENTION_MS = 90 * DAY_MS;

/** Connections to servers; made by `app`, because it knows the machine. */
export interface McpPorts extends Pick<ServersParts, 'config' | 'policy' | 'environment' | 'learn'> {
  readonly connections: McpConnections;
  readonly figures: Pick<McpFigures, 'countCall'>;
  readonly sandbox: Pick<Sandbox, 'state'>;
  readonly sentFiles: Pick<SentFiles, 'hasVision' | 'keepImage'>;
}

export interface McpFeatureParts extends Pick<ServersParts, 'isOwners'> {
  readonly rows: McpStore;
  readonly store: Pick<Store, 'worktrees'>;
  readonly ports: McpPorts;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tools, resources and prompts of MCP servers, which start only once they are needed and allowed. */
export function mcpFeature({ rows, store, ports, isOwners, clock, log }: McpFeatureParts): Feature {
  const { config, policy, environment, learn, connections, figures, sandbox, sentFiles } = ports;
  const servers = createServers({ config, rows, policy, environment, learn, isOwners });
  const calls = createServerToolCalls({
    servers,
    connections,
    judgeInput: createJudgeInput(),
    sentFiles,
    worktrees: store.worktrees,
    figures,
    clock,
  });
  const sessions: AssignedSessions<PromptAssignment> = {
    kind: 'mcp-prompt',
    termsOf: promptTerms({ servers, connections }),
    retype(before, text) {
      const name = promptCommand(before.server, before.prompt);
      return { task: taskOf({ name, text }), assignment: { ...before, text } };
    },
  };
  const ask = async (project: string, name: string): Promise<void> => {
    const { known } = await servers.inProject(project);
    for (const { server, standing } of known) {
      if (server.name !== name || standing.kind !== 'usable') continue;
      const usable = { server, launch: standing.launch };
      await askOffer(usable, { project, folder: project }, { connections, rows, clock, log });
    }
  };
  const asked = new Set<Promise<void>>();
  const askSoon = async (project: string, name: string): Promise<void> => {
    const asking = ask(project, name).catch((error: unknown) => {
      log.warn('mcp.server.not-asked', { server: name, why: messageOf(error) });
    });
    asked.add(asking);
    await asking;
    asked.delete(asking);
  };
  return {
    name: 'mcp',
    commands: [mcpCommand],
    actions: mcpActions({ servers, connections, rows, sandboxState: () => sandbox.state(), askSoon }),
    messages: { findCommands: (message, context) => findPrompts(message, context, { servers, rows }) },
    sessionTools: createSessionTools({ servers, connections, rows, calls, clock, log }),
    sessionNotes: namedResources({ servers, connections }),
    sessions,
    workers: [
      {
        async stop() {
          await connections.close();
          // The answer of a server is stored: not after the database is closed.
          await Promise.all(asked);
        },
      },
    ],
    tidy: async () => rows.tidy(clock.nowMs() - UNUSED_RETENTION_MS),
  };
}
