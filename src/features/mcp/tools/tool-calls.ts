import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { SentFiles } from '../../../contracts/enclosures.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { Store } from '../../../contracts/store.ts';
import type { Review, ToolAnswer, ToolContext } from '../../../contracts/tool.ts';
import type { Clock } from '../../../core/clock.ts';
import { Failure, isFailure } from '../../../core/failure.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { texts } from '../../../core/texts/texts.ts';
import { leavesDryRun } from '../../../policy/call-rules.ts';
import { escapeHidden, escapeHiddenInLines } from '../../../policy/display.ts';
import type { McpConnection } from '../connection/connection.ts';
import type { McpConnections } from '../connection/connections.ts';
import type { CallOutcome, McpFigures } from '../figures.ts';
import { definitionHash, type ToolDefinition } from '../offers/definition.ts';
import { type McpServer, reachesNetwork } from '../server.ts';
import type { Servers, UsableServer } from '../servers.ts';
import { mcpTexts } from '../texts/texts.ts';
import type { JudgeInput } from './judge-input.ts';
import { labelServerText, readResult } from './result.ts';

/** The result of a call, for later looks at it. */
export interface CalledTool {
  readonly server: string;
  readonly tool: string;
  readonly pictures: readonly KeptPicture[];
}

type KeptPicture = Awaited<ReturnType<SentFiles['keepImage']>>;

/** Calls of tools of servers. */
export interface ServerToolCalls {
  /** Asks, unless the owner has said that this tool of a server of theirs only reads. */
  review(definition: ToolDefinition, input: JsonObject, context: ToolContext): Promise<Review>;
  run(definition: ToolDefinition, input: JsonObject, context: ToolContext): Promise<ToolAnswer<CalledTool>>;
}

export interface ServerToolCallsParts {
  readonly servers: Pick<Servers, 'usableIn'>;
  readonly connections: Pick<McpConnections, 'use'>;
  readonly judgeInput: JudgeInput;
  readonly sentFiles: Pick<SentFiles, 'hasVision' | 'keepImage'>;
  readonly worktrees: Pick<Store['worktrees'], 'findActive'>;
  readonly figures: Pick<McpFigures, 'countCall'>;
  readonly clock: Pick<Clock, 'upMs'>;
}

export function createServerToolCalls(parts: ServerToolCallsParts): ServerToolCalls {
  return {
    async review(definition, input, context) {
      const { session } = context;
      const usable = await usableServer(definition, session, parts.servers);
      const problems = await parts.judgeInput(definition.schema, input);
      if (problems.length > 0)
        throw new Failure(
          'invalid',
          `The input of ${definition.name} is not as its schema says. ${problems.join(' ')}`,
        );
      return reviewOf(definition, { input, session, usable, parts });
    },
    async run(definition, input, { session, signal }) {
      const { server, launch } = await usableServer(definition, session, parts.servers);
      const request = { server, launch, folder: session.workspace };
      const limits = { timeoutMs: server.timeoutMs, signal };
      const work = async (connection: McpConnection): Promise<CallToolResult> => {
        const { tools } = await connection.list(signal);
        assertUnchanged(
          definition,
          tools.find(({ name }) => name === definition.tool),
        );
        return connection.call(definition.tool, input, limits);
      };
      const result = await countCall(server, () => parts.connections.use(request, work, signal), parts);
      const { text, pictures } = readResult(result, parts.sentFiles.hasVision(session.prompt.model));
      if (result.isError === true)
        throw new Failure('invalid', labelServerText(`${definition.name} reports an error`, text));
      const kept = await Promise.all(
        pictures.map(({ bytes, mediaType }) => parts.sentFiles.keepImage(bytes, mediaType)),
      );
      return {
        text: labelServerText(`Result of ${definition.name}`, text),
        data: { server: definition.server, tool: definition.tool, pictures: kept },
      };
    },
  };
}

/** Does the work, and counts how it ended. */
async function countCall(
  server: McpServer,
  work: () => Promise<CallToolResult>,
  { figures, clock }: Pick<ServerToolCallsParts, 'clock' | 'figures'>,
): Promise<CallToolResult> {
  const fromUpMs = clock.upMs();
  const count = (outcome: CallOutcome): void => figures.countCall(server, outcome, clock.upMs() - fromUpMs);
  try {
    const result = await work();
    count(result.isError === true ? 'error' : 'ok');
    return result;
  } catch (error) {
    const kind = isFailure(error) ? error.kind : 'other';
    count(kind === 'timeout' || kind === 'unavailable' ? kind : 'other');
    throw error;
  }
}

/** The very server that the session began with. */
async function usableServer(
  { server: name, serverHash }: ToolDefinition,
  session: SessionRecord,
  servers: Pick<Servers, 'usableIn'>,
): Promise<UsableServer> {
  const usable = (await servers.usableIn(session)).find(({ server }) => server.name === name);
  if (usable?.server.hash === serverHash) return usable;
  throw new Failure(
    'denied',
    usable === undefined
      ? `The MCP server ${name} may not be used here any more. Go on without it; the person can look at /mcp.`
      : `The MCP server ${name} is configured in another way since this task began. A new task can use it.`,
  );
}

interface ServerToolCall {
  readonly input: JsonObject;
  readonly session: SessionRecord;
  readonly usable: UsableServer;
  readonly parts: ServerToolCallsParts;
}

function reviewOf(definition: ToolDefinition, { input, session, usable, parts }: ServerToolCall): Review {
  const { server, tool, hints, hash, serverHash } = definition;
  const isNetworked = reachesNetwork(usable.server);
  const binding: Json = { serverHash, definition: hash };
  if (isNetworked && parts.worktrees.findActive(session)?.kind === 'dry-run') {
    return {
      verdict: { kind: 'deny', rule: 'dry-run', reason: leavesDryRun(`A tool of the MCP server ${server}`) },
      binding,
      details: '',
    };
  }
  const words = mcpTexts(texts(session.locale)).asked;
  const said = [
    ...(hints.onlyReads ? [words.saysItReads] : []),
    ...(hints.destroys ? [words.saysItDestroys] : []),
  ];
  const details = [
    `${server}.${escapeHidden(tool)}`,
    escapeHiddenInLines(JSON.stringify(input, undefined, 2)),
    ...said,
  ].join('\n');
  if (usable.server.readers.includes(tool))
    return { verdict: { kind: 'allow', rule: 'mcp-reader' }, binding, details };
  return {
    verdict: {
      kind: 'ask',
      rule: 'mcp-tool',
      reason: 'It is a tool of an MCP server: nobody here knows what it does.',
      risk: {
        writesOutsideGit: 'unknown',
        network: isNetworked ? 'yes' : 'no',
        undoable: 'unknown',
      },
    },
    binding,
    details,
    // Its hash keeps a yes from covering a tool that has become another.
    grant: `mcp:${server}.${tool}#${serverHash.slice(0, 16)}${hash.slice(0, 16)}`,
  };
}

/**
 * The tool that runs must be the one that was described: a server may change its tools after a person has said yes to
 * them.
 */
function assertUnchanged({ server, tool, hash }: ToolDefinition, now: Tool | undefined): void {
  if (now !== undefined && definitionHash(now) === hash) return;
  throw new Failure(
    'conflict',
    now === undefined
      ? `The MCP server ${server} has no tool ${tool} any more. Go on without it.`
      : `The MCP server ${server} has changed ${tool} since this task began, so it is not called. A new task can use it.`,
  );
}
