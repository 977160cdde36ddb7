import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { LinkWord } from '../../../channels/whatsapp/link-state.ts';
import { type Clock, SECOND_MS } from '../../../core/clock.ts';
import { codeOf, isFailure, messageOf } from '../../../core/failure.ts';
import type { Log } from '../../../core/log.ts';
import type { MetricsReader } from '../metrics.ts';
import { createCounters, processFacts, processText } from './process-figures.ts';
import { ofCell, PROMETHEUS_TYPE, prometheusText, SCRAPED_PERIOD_MS } from './prometheus-text.ts';

export interface FiguresPorts {
  readonly rows: Pick<MetricsReader, 'overAside'>;
  /** The present state of the link; undefined while WhatsApp is not used. */
  link(): LinkWord | undefined;
  /** What was counted since this program started, in the text format. */
  readonly figures: readonly { text(): string }[];
  readonly version: string;
  /** Undefined when the program is no cell of several machines. */
  readonly cell?: string | undefined;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/**
 * Serves the figures of a running program to Prometheus.
 * @returns why it cannot listen on that port, as a text
 */
export function serveFigures(port: number, ports: FiguresPorts): Promise<MetricsEndpoint | string> {
  const { rows, link, figures, version, cell, clock, log } = ports;
  const startedMs = clock.nowMs();
  const counters = createCounters();
  const text = async (): Promise<string> => {
    const untilMs = clock.nowMs();
    const metrics = await rows.overAside({ sinceMs: untilMs - SCRAPED_PERIOD_MS, untilMs });
    const since = await rows.overAside({ sinceMs: startedMs, untilMs });
    const all = [
      prometheusText(metrics, link()),
      counters(since),
      ...figures.map((one) => one.text()),
      processText(processFacts(version)),
    ].join('');
    return cell === undefined ? all : ofCell(all, cell);
  };
  return serveMetrics(port, { text, log });
}

const LOOPBACK = '127.0.0.1';
const MAX_CONNECTIONS = 8;
const MAX_REQUEST_MS = 5 * SECOND_MS;

export interface MetricsEndpoint {
  readonly port: number;
  /** Stops answering; running requests are cut off. */
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` to programs on this machine.
 * @param port 0 = any free one
 * @returns why it cannot listen there, as a text
 */
export async function serveMetrics(
  port: number,
  { text, log }: { readonly text: () => Promise<string>; readonly log: Log },
): Promise<MetricsEndpoint | string> {
  const server = createServer(
    { requestTimeout: MAX_REQUEST_MS },
    (request, response) => void answerRequest(request, response, { text, log }),
  );
  server.maxConnections = MAX_CONNECTIONS;
  const why = await tryToListen(server, port);
  if (why !== undefined) {
    log.warn('metrics.not_served', { port, reason: why });
    return why;
  }
  server.on('error', (error) => log.warn('metrics.failed', { error: error.message }));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { text, log }: { readonly text: () => Promise<string>; readonly log: Log },
): Promise<void> {
  const status = refusalStatus(request);
  if (status !== undefined) {
    response.writeHead(status).end();
    return;
  }
  try {
    const body = await text();
    response.writeHead(200, { 'content-type': PROMETHEUS_TYPE }).end(request.method === 'HEAD' ? '' : body);
  } catch (error) {
    if (!isFailure(error)) throw error;
    log.warn('metrics.failed', { error: messageOf(error) });
    response.writeHead(503).end();
  }
}

function refusalStatus({ method, url, headers, socket }: IncomingMessage): number | undefined {
  // A web page in a browser of this machine can make its own name lead here, but cannot send this host name.
  const hosts = [`${LOOPBACK}:${socket.localPort}`, `localhost:${socket.localPort}`];
  if (!hosts.includes(headers.host ?? '')) return 403;
  if (method !== 'GET' && method !== 'HEAD') return 405;
  return url?.split('?')[0] === '/metrics' ? undefined : 404;
}

/** Why it cannot listen there; undefined when it does. */
function tryToListen(server: Server, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const refused = (error: Error): void => resolve(codeOf(error) ?? error.message);
    server.once('error', refused);
    server.listen(port, LOOPBACK, () => {
      server.off('error', refused);
      resolve(undefined);
    });
  });
}
