import type { SessionRecord } from '../../../contracts/session.ts';
import type { AnyTool } from '../../../contracts/tool.ts';
import { type Clock, DAY_MS, SECOND_MS } from '../../../core/clock.ts';
import { isFailure } from '../../../core/failure.ts';
import type { Log } from '../../../core/log.ts';
import { unlessAborted } from '../../../core/waiting.ts';
import type { McpConnections } from '../connection/connections.ts';
import type { McpStore } from '../mcp-store.ts';
import { offerOf, type ServerOffer, type ToolDefinition } from '../offer.ts';
import type { Servers, UsableServer } from '../servers.ts';
import { serverTools } from './server-tools.ts';
import type { ServerToolCalls } from './tool-calls.ts';

/** How long a task waits at its beginning for servers that were never asked before. */
const WAIT_MS = 4 * SECOND_MS;
/** How long the earlier tools of a server that does not run are believed to be its present ones. */
const RECENT_MS = DAY_MS;

export interface SessionToolsParts {
  readonly servers: Pick<Servers, 'usableIn'>;
  readonly connections: Pick<McpConnections, 'use' | 'stateOf'>;
  readonly rows: Pick<McpStore, 'findOffer' | 'keepOffer' | 'toolsOf' | 'keepTools'>;
  readonly calls: ServerToolCalls;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/** The tools of servers that a session has: taken when it begins, and the same in all its runs. Never rejects. */
export function createSessionTools(
  parts: SessionToolsParts,
): (session: SessionRecord) => Promise<readonly AnyTool[]> {
  return async (session) => {
    if (session.mode === 'talk') return [];
    const definitions =
      session.prompt.system === undefined
        ? await chooseTools(session, parts)
        : (parts.rows.toolsOf(session.id) ?? []);
    return serverTools(definitions, parts.calls);
  };
}

async function chooseTools(
  session: SessionRecord,
  parts: SessionToolsParts,
): Promise<readonly ToolDefinition[]> {
  const usable = await parts.servers.usableIn(session);
  if (usable.length === 0) return [];
  const offers = await Promise.all(usable.map((server) => offerAtStart(server, session, parts)));
  const definitions = offers.flatMap((offer) => offer?.tools ?? []);
  if (definitions.length > 0) parts.rows.keepTools(session.id, definitions);
  return definitions;
}

/**
 * What the server had a short while ago, unless it runs: then asking it again takes no time. Undefined for one that has
 * not answered in time: the next task has its tools.
 */
async function offerAtStart(
  usable: UsableServer,
  { project, workspace }: SessionRecord,
  parts: SessionToolsParts,
): Promise<ServerOffer | undefined> {
  const { hash } = usable.server;
  const known = parts.rows.findOffer(hash, project);
  const isRecent = known !== undefined && parts.clock.nowMs() - known.atMs < RECENT_MS;
  if (isRecent && parts.connections.stateOf(hash) !== 'running') return known.offer;
  const asked = askOffer(usable, { project, folder: workspace }, parts);
  return (await unlessAborted(asked, AbortSignal.timeout(WAIT_MS))) ?? known?.offer;
}

export interface AskingParts extends Pick<SessionToolsParts, 'clock' | 'log'> {
  readonly connections: Pick<McpConnections, 'use'>;
  readonly rows: Pick<McpStore, 'keepOffer'>;
}

/** Never rejects: a server that fails is logged, and has no tools. */
export async function askOffer(
  { server, launch }: UsableServer,
  { project, folder }: { readonly project: string; readonly folder: string },
  { connections, rows, clock, log }: AskingParts,
): Promise<ServerOffer | undefined> {
  const never = new AbortController().signal;
  try {
    const raw = await connections.use({ server, launch, folder }, (one) => one.list(never), never);
    const offer = offerOf(raw, server);
    rows.keepOffer(server.hash, project, offer, clock.nowMs());
    return offer;
  } catch (error) {
    if (!isFailure(error)) throw error;
    log.warn('mcp.server.not-asked', { server: server.name, why: error.message });
    return undefined;
  }
}
