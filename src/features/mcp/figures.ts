import type { McpServer } from './server.ts';

/** How a call ended. `error`: the tool itself said so. */
export type CallOutcome = 'ok' | 'error' | 'timeout' | 'unavailable' | 'other';

type ServerIdentity = Pick<McpServer, 'name' | 'source'>;

/** What MCP servers did since the program started, for Prometheus. */
export interface McpFigures {
  countCall(server: ServerIdentity, outcome: CallOutcome, tookMs: number): void;
  /** @param again it had failed, or ended by itself */
  countStart(server: ServerIdentity, again: boolean): void;
  countEnd(): void;
  text(): string;
}

/** However the owner's file changes, no more names than these become labels. */
const MAX_NAMES = 20;
/** Label for servers of projects, whose authors choose the names, and for those of the owner beyond the limit. */
const OTHERS = 'others';

export function createMcpFigures(): McpFigures {
  const names = new Set<string>();
  const calls = new Map<string, number>();
  const seconds = new Map<string, number>();
  const restarts = new Map<string, number>();
  let up = 0;
  const labelOf = ({ name, source }: ServerIdentity): string => {
    if (source !== 'own' || (!names.has(name) && names.size === MAX_NAMES)) return `server="${OTHERS}"`;
    names.add(name);
    return `server="${name}"`;
  };
  return {
    countCall(server, outcome, tookMs) {
      const label = labelOf(server);
      add(calls, `${label},outcome="${outcome}"`, 1);
      add(seconds, label, tookMs / 1000);
    },
    countStart(server, again) {
      up += 1;
      if (again) add(restarts, labelOf(server), 1);
    },
    countEnd() {
      up -= 1;
    },
    text: () =>
      [
        figure('calls_total', 'counter', 'Calls of tools of MCP servers.', calls),
        figure('call_seconds_total', 'counter', 'Time that these calls took.', seconds),
        figure('restarts_total', 'counter', 'Starts of a server that had failed before.', restarts),
        figure('servers_up', 'gauge', 'MCP servers that are connected now.', new Map([['', up]])),
      ].join(''),
  };
}

function add(sums: Map<string, number>, label: string, more: number): void {
  sums.set(label, (sums.get(label) ?? 0) + more);
}

function figure(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: ReadonlyMap<string, number>,
): string {
  const lines = [...samples].map(([label, value]) => `wasap_mcp_${name}${label && `{${label}}`} ${value}\n`);
  return `# HELP wasap_mcp_${name} ${help}\n# TYPE wasap_mcp_${name} ${type}\n${lines.join('')}`;
}
