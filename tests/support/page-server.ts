import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** What a path answers: a text is a page of HTML. */
export type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface PageServer {
  /** `127.0.0.1:<port>` */
  readonly host: string;
  readonly port: number;
  /** Paths that were asked for, in order, with their query. */
  readonly asked: string[];
}

/** A server on this machine with these pages; everything else is not found. Ends with the test. */
export async function pageServer(pages: Readonly<Record<string, Page>>): Promise<PageServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const page = pages[new URL(request.url ?? '/', 'http://x').pathname];
    if (typeof page === 'function') return page(request, response);
    response.statusCode = page === undefined ? 404 : 200;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page ?? 'not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server on a port has an address.');
  return { host: `127.0.0.1:${address.port}`, port: address.port, asked };
}

/** Sends on to another address. */
export function sendsTo(location: string, status = 302): Page {
  return (_request, response) => {
    response.writeHead(status, { location });
    response.end();
  };
}

export function answers(type: string, body: string | Uint8Array, headers: Record<string, string> = {}): Page {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': type, ...headers });
    response.end(body);
  };
}
