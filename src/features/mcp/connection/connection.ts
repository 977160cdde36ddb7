import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type {
  CallToolResult,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { SECOND_MS } from '../../../core/clock.ts';
import { Failure, isFailure, messageOf } from '../../../core/failure.ts';
import type { JsonObject } from '../../../core/json.ts';
import { oneLine } from '../../../core/text.ts';
import { escapeHidden } from '../../../policy/display.ts';
import type { ServerLaunch } from '../config/launch.ts';
import type { McpServer } from '../server.ts';
import { mcpFault } from '../texts/texts.ts';
import { type Logins, loginNeeded } from './login.ts';
import type { Sdk } from './mcp-sdk.ts';
import { guardedFetch, type StdioParts, StdioTransport } from './transports.ts';

const CONNECT_MS = 30 * SECOND_MS;
const LIST_MS = 20 * SECOND_MS;
const MAX_PAGES = 10;
/** How much of a server's own words an error repeats, in UTF-16 code units. */
const MAX_WORDS = 300;

/** What a server says that it has: text from outside, not yet judged. */
export interface RawOffer {
  readonly tools: readonly Tool[];
  readonly prompts: readonly Prompt[];
}

export interface RequestLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * A server that is connected. Everything throws Failure: `timeout`, `stopped`, or `unavailable` with the server's
 * words.
 */
export interface McpConnection {
  /** Resolves when it is over, for whatever reason. */
  readonly ended: Promise<void>;
  /** What it has; asked again only once the server has said that this changed. */
  list(signal: AbortSignal): Promise<RawOffer>;
  call(tool: string, input: JsonObject, limits: RequestLimits): Promise<CallToolResult>;
  read(uri: string, limits: RequestLimits): Promise<ReadResourceResult>;
  prompt(
    name: string,
    input: Readonly<Record<string, string>>,
    limits: RequestLimits,
  ): Promise<GetPromptResult>;
  close(): Promise<void>;
}

export interface ConnectionParts extends StdioParts {
  readonly logins: Logins;
  readonly version: string;
}

export interface ConnectionRequest {
  readonly server: McpServer;
  readonly launch: ServerLaunch;
  /** Canonical path of the folder that it is used in. */
  readonly folder: string;
}

/**
 * Starts or reaches a server.
 * @throws Failure `unavailable`, `denied`, `timeout` or `stopped`; nothing of it runs then
 */
export async function connectToServer(
  request: ConnectionRequest,
  parts: ConnectionParts,
  signal: AbortSignal,
): Promise<McpConnection> {
  const { sdk } = await import('./mcp-sdk.ts');
  const { server, folder } = request;
  const transport = transportOf(request, parts, sdk);
  const client = new sdk.Client(
    { name: 'wasap-agent', version: parts.version },
    // Otherwise the client compiles schemas that the server sends: one with a costly pattern would hold up the whole
    // program.
    { capabilities: { roots: {} }, jsonSchemaValidator: { getValidator: () => acceptAnything } },
  );
  client.setRequestHandler(sdk.ListRootsRequestSchema, () => ({
    roots: [{ uri: pathToFileURL(folder).href }],
  }));
  const ended = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  const guarded: GuardedRequest = async (work, limits) => {
    const { timeoutMs: timeout } = limits;
    try {
      return await work({ timeout, maxTotalTimeout: timeout, signal: limits.signal });
    } catch (error) {
      throw connectionFailure(error, { sdk, server, transport, limits });
    }
  };
  try {
    await guarded((within) => client.connect(transport, within), { timeoutMs: CONNECT_MS, signal });
  } catch (error) {
    await transport.close();
    throw error;
  }
  return {
    ended,
    list: listing(client, sdk, guarded),
    ...requests(client, sdk, guarded),
    close: () => client.close(),
  };
}

interface SdkRequestOptions {
  readonly timeout: number;
  readonly maxTotalTimeout: number;
  readonly signal: AbortSignal;
}

/** Does it within its limits. @throws Failure, whatever the library threw */
type GuardedRequest = <Result>(
  work: (within: SdkRequestOptions) => Promise<Result>,
  limits: RequestLimits,
) => Promise<Result>;

/** Remembers what the server has until it says that this changed. */
function listing(client: Client, sdk: Sdk, guarded: GuardedRequest): McpConnection['list'] {
  let listed: RawOffer | undefined;
  const forget = (): void => {
    listed = undefined;
  };
  client.setNotificationHandler(sdk.ToolListChangedNotificationSchema, forget);
  client.setNotificationHandler(sdk.PromptListChangedNotificationSchema, forget);
  return async (signal) => {
    if (listed !== undefined) return listed;
    const limits = { timeoutMs: LIST_MS, signal };
    const has = client.getServerCapabilities() ?? {};
    const tools =
      has.tools === undefined ? [] : await guarded((within) => toolsOf(client, sdk, within), limits);
    const prompts =
      has.prompts === undefined ? [] : await guarded((within) => promptsOf(client, sdk, within), limits);
    listed = { tools, prompts };
    return listed;
  };
}

/** Not by the client's own methods: these compile schemas of the server. */
function requests(
  client: Client,
  sdk: Sdk,
  guarded: GuardedRequest,
): Pick<McpConnection, 'call' | 'read' | 'prompt'> {
  return {
    call: (name, input, limits) =>
      guarded((within) => {
        const params = { name, arguments: input };
        return client.request({ method: 'tools/call', params }, sdk.CallToolResultSchema, within);
      }, limits),
    read: (uri, limits) =>
      guarded(
        (within) =>
          client.request({ method: 'resources/read', params: { uri } }, sdk.ReadResourceResultSchema, within),
        limits,
      ),
    prompt: (name, input, limits) =>
      guarded((within) => {
        const params = { name, arguments: input };
        return client.request({ method: 'prompts/get', params }, sdk.GetPromptResultSchema, within);
      }, limits),
  };
}

const acceptAnything = (input: unknown) =>
  ({ valid: true, data: input as never, errorMessage: undefined }) as const;

function transportOf(
  { server, launch, folder }: ConnectionRequest,
  parts: ConnectionParts,
  sdk: Sdk,
): Transport {
  if (launch.kind === 'stdio') return new StdioTransport(launch, folder, parts, sdk);
  const { url, headers } = launch;
  const login = server.transport === 'http' ? parts.logins.of(server, url) : undefined;
  const transport = new sdk.StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    fetch: guardedFetch(url),
    ...(login === undefined ? {} : { authProvider: login }),
  });
  // Its members are written as optional without `undefined`, and are the same.
  return transport as Transport;
}

async function toolsOf(client: Client, sdk: Sdk, within: SdkRequestOptions): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const listed = await client.request({ method: 'tools/list', params }, sdk.ListToolsResultSchema, within);
    tools.push(...listed.tools);
    cursor = listed.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}

async function promptsOf(client: Client, sdk: Sdk, within: SdkRequestOptions): Promise<readonly Prompt[]> {
  const listed = await client.request(
    { method: 'prompts/list', params: {} },
    sdk.ListPromptsResultSchema,
    within,
  );
  return listed.prompts;
}

interface FailureContext {
  readonly sdk: Sdk;
  readonly server: McpServer;
  readonly transport: Transport;
  readonly limits: RequestLimits;
}

function connectionFailure(error: unknown, { sdk, server, transport, limits }: FailureContext): Failure {
  const { name } = server;
  if (isFailure(error)) return error;
  const fault = transport instanceof StdioTransport ? transport.fault : undefined;
  if (fault !== undefined)
    return new Failure(fault.kind, mcpFault('of-server', name, fault.fault ?? fault.message));
  if (limits.signal.aborted) return new Failure('stopped', mcpFault('call-stopped', name));
  if (error instanceof sdk.McpError && error.code === sdk.ErrorCode.RequestTimeout) {
    const seconds = limits.timeoutMs / SECOND_MS;
    return new Failure('timeout', mcpFault('late', name, seconds));
  }
  if (
    error instanceof sdk.UnauthorizedError ||
    (error instanceof sdk.StreamableHTTPError && error.code === 401)
  )
    return loginNeeded(server);
  const said = transport instanceof StdioTransport ? transport.said : '';
  const words = [messageOf(error), said].filter((text) => text !== '').join(' ');
  return new Failure('unavailable', mcpFault('failed', name, escapeHidden(oneLine(words, MAX_WORDS))), {
    cause: error,
  });
}
