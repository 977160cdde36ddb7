import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import type { SessionRecord } from '../../../contracts/session.ts';
import { SECOND_MS } from '../../../core/clock.ts';
import { isFailure } from '../../../core/failure.ts';
import { oneLine } from '../../../core/text.ts';
import { escapeHidden } from '../../../policy/display.ts';
import type { McpConnections } from '../connection/connections.ts';
import type { Servers, UsableServer } from '../servers.ts';
import { labelServerText } from '../tools/tool-calls.ts';

const MAX_RESOURCES = 5;
/** A task waits so long for what it names. */
const LIMIT_MS = 10 * SECOND_MS;
const MAX_NAME = 200;

/** `@server:uri`, at the beginning of a word. */
const NAMED = /(?<![\w@])@([A-Za-z0-9][\w-]{0,39}):(\S+[^\s.,;:!?)\]}'"])/g;

export interface NamedResourcesParts {
  readonly servers: Pick<Servers, 'usableIn'>;
  readonly connections: Pick<McpConnections, 'use'>;
}

/**
 * Reads the resources that the task of a new session names, as notes for its model. A server that fails becomes a note,
 * too.
 */
export function namedResources({
  servers,
  connections,
}: NamedResourcesParts): (session: SessionRecord) => Promise<readonly string[]> {
  return async (session) => {
    if (session.prompt.system !== undefined) return [];
    const named = [...session.task.matchAll(NAMED)].slice(0, MAX_RESOURCES);
    if (named.length === 0) return [];
    const usable = await servers.usableIn(session);
    const notes = named.map(async ([, name = '', uri = '']) => {
      const server = usable.find((one) => one.server.name === name);
      // `@scope:name` may well be something else.
      return server === undefined ? [] : [await resourceNote(uri, server, { session, connections })];
    });
    return (await Promise.all(notes)).flat();
  };
}

async function resourceNote(
  uri: string,
  { server, launch }: UsableServer,
  {
    session,
    connections,
  }: { readonly session: SessionRecord; readonly connections: Pick<McpConnections, 'use'> },
): Promise<string> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const what = `@${server.name}:${escapeHidden(oneLine(uri, MAX_NAME))}`;
  try {
    const result = await connections.use(
      { server, launch, folder: session.workspace },
      (connection) => connection.read(uri, { timeoutMs: LIMIT_MS, signal }),
      signal,
    );
    return labelServerText(
      `The task names ${what}, a resource of an MCP server, which holds this`,
      resourceText(result),
    );
  } catch (error) {
    if (!isFailure(error)) throw error;
    return `The task names ${what}, which could not be read: ${error.message}`;
  }
}

function resourceText({ contents }: ReadResourceResult): string {
  return contents
    .map((content) => ('text' in content ? content.text : `(no text: ${content.mimeType ?? 'unknown'})`))
    .join('\n');
}
