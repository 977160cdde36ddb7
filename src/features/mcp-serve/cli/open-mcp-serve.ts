import type { OutsideAgentStore } from '../../../contracts/access.ts';
import type { CliHost } from '../../../contracts/sub-command.ts';
import type { Locale } from '../../../core/texts/texts.ts';
import type { ServePorts } from '../serving/serve-ports.ts';

export interface OpenedMcpServe {
  readonly locale: Locale;
  /** What MCP_SERVE_TOKEN holds. */
  readonly token: string | undefined;
  /** True when there are several projects to choose from. */
  readonly hasProjects: boolean;
  /** Names of the projects that are here now. */
  projectNames(): readonly string[];
  readonly agents: OutsideAgentStore;
  readonly ports: ServePorts;
  close(): void;
}

export type OpenMcpServe = (host: CliHost) => Promise<OpenedMcpServe>;
