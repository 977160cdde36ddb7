import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { SECOND_MS } from '../core/clock.ts';
import { codeOf, Failure, messageOf } from '../core/failure.ts';
import { fault } from '../core/texts/faults.ts';
import { consoleApp } from './console-app.ts';
import type { ConsoleParts } from './console-parts.ts';
import { createAdaptorServer } from './hono.ts';
import { type ListenSettings, listenRefusal, ownAddresses } from './listen-address.ts';
import { createLiveUpdates } from './live-updates.ts';
import { MAX_UPLOAD_MS } from './sent-form.ts';
import { sweepUploads } from './upload-folder.ts';

const MAX_CONNECTIONS = 128;
const MAX_HEADER_BYTES = 16 * 1024;
/**
 * A client that sends its request slower than this is dropped; forms without files have a shorter limit of their own.
 */
const MAX_HEADERS_MS = 5 * SECOND_MS;
const MAX_REQUEST_MS = MAX_UPLOAD_MS;

export interface ConsoleServer {
  /** How links into it begin: `http://127.0.0.1:8790`. */
  readonly address: string;
  /** Stops answering; running requests and open windows are cut off. */
  close(): Promise<void>;
}

/**
 * Serves the console in the browser. Port 0: any free one.
 * @returns why it cannot be served, as a text
 */
export async function serveConsole(parts: ConsoleParts): Promise<ConsoleServer | string> {
  const { listen: settings, log, clock } = parts;
  const refusal = listenRefusal(settings);
  if (refusal !== undefined) return refusal.in('en');
  // Its own addresses are only known once the port is.
  let answer: ReturnType<typeof consoleApp>['fetch'] | undefined;
  const server = openServer(settings, (request, env) =>
    answer === undefined ? new Response(null, { status: 503 }) : answer(request, env),
  );
  if (typeof server === 'string') return server;
  const why = await listenAt(server, settings);
  if (why !== undefined) {
    log.warn('web_server.not_served', { port: settings.port, reason: why });
    return why;
  }
  server.on('error', (error) => log.warn('web_server.failed', { error: error.message }));
  await sweepUploads(parts.uploadFolder);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  const own = ownAddresses(settings, port);
  const live = createLiveUpdates({ changes: parts.changes, clock, log });
  answer = consoleApp(parts, { own, live }).fetch;
  return {
    address: own.origin,
    async close() {
      live.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The server, or why it cannot be opened. */
function openServer(
  { tls }: ListenSettings,
  fetch: NonNullable<Parameters<typeof createAdaptorServer>[0]['fetch']>,
): Server | string {
  const limits = {
    headersTimeout: MAX_HEADERS_MS,
    requestTimeout: MAX_REQUEST_MS,
    connectionsCheckingInterval: SECOND_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  try {
    const files = tls && readTlsFiles(tls);
    const secure = files && { ...limits, cert: files.cert, key: files.key };
    const server = createAdaptorServer({
      fetch,
      // Leaves the global `Request` and `Response` alone: other parts of the program use them as well.
      overrideGlobalObjects: false,
      ...(secure === undefined
        ? { serverOptions: limits }
        : { createServer: createTlsServer, serverOptions: secure }),
    });
    server.maxConnections = MAX_CONNECTIONS;
    // Without HTTP/2 it is always one of these.
    return server as Server;
  } catch (error) {
    return messageOf(error);
  }
}

/** Why it cannot listen there; undefined when it does. */
function listenAt(server: Server, { port, host }: ListenSettings): Promise<string | undefined> {
  return new Promise((resolve) => {
    const refused = (error: Error): void => resolve(codeOf(error) ?? error.message);
    server.once('error', refused);
    server.listen(port, host, () => {
      server.off('error', refused);
      resolve(undefined);
    });
  });
}

type TlsPaths = NonNullable<ListenSettings['tls']>;

/**
 * The files for https, read and checked before anything listens.
 * @throws Failure `invalid` that names the file and its problem, but nothing of its content
 */
export function readTlsFiles(paths: TlsPaths): { readonly cert: Buffer; readonly key: Buffer } {
  const cert = readTlsFile('WEB_TLS_CERT_FILE', paths.cert);
  const key = readTlsFile('WEB_TLS_KEY_FILE', paths.key);
  if (!certificateIn(cert, paths).checkPrivateKey(privateKeyIn(key, paths)))
    throw new Failure('invalid', fault('tls-pair', paths.key, paths.cert));
  return { cert, key };
}

function readTlsFile(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const why = codeOf(error) ?? messageOf(error);
    throw new Failure('invalid', fault('tls-unreadable', variable, path, why), { cause: error });
  }
}

function certificateIn(content: Buffer, { cert }: TlsPaths): X509Certificate {
  try {
    return new X509Certificate(content);
  } catch (error) {
    throw new Failure('invalid', fault('tls-no-certificate', cert), { cause: error });
  }
}

function privateKeyIn(content: Buffer, { key }: TlsPaths): KeyObject {
  try {
    return createPrivateKey(content);
  } catch (error) {
    throw new Failure('invalid', fault('tls-no-key', key), { cause: error });
  }
}
