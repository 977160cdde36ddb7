import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface HttpMcp {
  readonly url: string;
  /** Method and path of each request, with its `authorization`. */
  readonly requests: readonly string[];
}

export interface HttpMcpOptions {
  readonly tools: readonly object[];
  /** In place of an answer to a message. */
  readonly instead?: (request: IncomingMessage, response: ServerResponse, own: string) => boolean;
  /** Only with this token; it is given to whoever logs in. */
  readonly token?: string;
}

/** An MCP server by streamable HTTP on loopback, with a login of its own where it wants a token. */
export async function httpMcp(options: HttpMcpOptions): Promise<HttpMcp> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    const body = await bodyOf(request);
    if (options.instead?.(request, response, own) !== true) answer({ request, response, own, body }, options);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, requests };
}

interface Received {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Scheme, host and port of the server. */
  readonly own: string;
  readonly body: string;
}

function answer(received: Received, { tools, token }: HttpMcpOptions): void {
  const { request, response, own, body } = received;
  const { pathname } = new URL(request.url ?? '/', own);
  if (token !== undefined && pathname !== '/mcp') logIn(pathname, received, token);
  else if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
    const metadata = `${own}/.well-known/oauth-protected-resource/mcp`;
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
  } else if (request.method !== 'POST') response.writeHead(405).end();
  else answerMessage(JSON.parse(body), response, tools);
}

function answerMessage(
  {
    id,
    method,
    params,
  }: { id?: number; method: string; params: { protocolVersion?: string; name?: string } },
  response: ServerResponse,
  tools: readonly object[],
): void {
  if (id === undefined) response.writeHead(202).end();
  else json(response, { jsonrpc: '2.0', id, result: resultOf(method, params, tools) });
}

function resultOf(
  method: string,
  params: { protocolVersion?: string; name?: string },
  tools: readonly object[],
) {
  if (method === 'initialize')
    return {
      protocolVersion: params.protocolVersion,
      serverInfo: { name: 'http', version: '1' },
      capabilities: { tools: {} },
    };
  if (method === 'tools/list') return { tools };
  return { content: [{ type: 'text', text: `did ${params.name}` }] };
}

function logIn(pathname: string, { response, own, body }: Received, token: string): void {
  const pages: Readonly<Record<string, () => object>> = {
    '/.well-known/oauth-protected-resource/mcp': () => ({
      resource: `${own}/mcp`,
      authorization_servers: [own],
    }),
    '/.well-known/oauth-authorization-server': () => ({
      issuer: own,
      authorization_endpoint: `${own}/authorize`,
      token_endpoint: `${own}/token`,
      registration_endpoint: `${own}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    }),
    '/register': () => ({ ...JSON.parse(body), client_id: 'client-1' }),
    '/token': () =>
      new URLSearchParams(body).get('code') === 'right-code'
        ? { access_token: token, token_type: 'Bearer', refresh_token: 'refresh-me-later' }
        : { error: 'invalid_grant' },
  };
  const page = pages[pathname];
  if (page === undefined) response.writeHead(404).end();
  else json(response, page());
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
