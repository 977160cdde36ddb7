import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { LINK_WORDS, type LinkWord } from '../../../channels/whatsapp/link-state.ts';
import { type Clock, DAY_MS, SECOND_MS } from '../../../core/clock.ts';
import { codeOf, isFailure, messageOf } from '../../../core/failure.ts';
import type { Log } from '../../../core/log.ts';
import type { Metrics, MetricsReader } from '../metrics.ts';
import { createCounters, processFacts, processText } from './process-figures.ts';

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

const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Period of the endpoint: older data is in the rows, and a scrape every few seconds must stay cheap. */
const SCRAPED_PERIOD_MS = DAY_MS;

interface Figure {
  readonly name: string;
  /** Only a summary may have quantiles; its sum and count are optional, and would not go down with the day. */
  readonly type: 'gauge' | 'summary';
  readonly help: string;
  /** By label, written out; '' = without one. Null = no value yet: no sample. */
  readonly samples: Readonly<Record<string, number | null>>;
}

/**
 * The figures of the last day, and what waits now, in Prometheus' text format; labels are words of this file alone.
 * @param link how the link to WhatsApp is at this moment; undefined while WhatsApp is not used
 */
export function prometheusText(metrics: Metrics, link: LinkWord | undefined): string {
  const gauges = [...pastGauges(metrics), ...presentGauges(metrics), ...linkGauges(link)];
  return gauges.map(metricText).join('');
}

function pastGauges({ commands, loops, sessions, spending, mcp, approvals }: Metrics): readonly Figure[] {
  return [
    gauge('commands_24h', 'Commands attempted, refused ones included.', commands.executed),
    gauge('commands_denied_24h', 'Commands blocked.', commands.denied),
    gauge('command_success_ratio_24h', 'Of those with an exit code, exit code 0.', commands.successRate),
    gauge('command_duration_seconds_24h', 'Average duration of a command.', seconds(commands.avgDurationMs)),
    gauge('loop_detections_24h', 'Warnings and breakers.', loops.detected),
    gauge('sessions_completed_24h', 'Tasks done.', sessions.completed),
    gauge('sessions_unproven_24h', 'Tasks that were called done, and were not.', sessions.unproven),
    gauge('cost_dollars_24h', 'Cost as far as prices are known.', spending.microUsd / 1_000_000),
    gauge('unpriced_sessions_24h', 'Sessions whose model has no known price.', spending.unpriced),
    labelledMetric('tokens_24h', 'Tokens by what they were.', 'kind', {
      input: spending.inputTokens,
      output: spending.outputTokens,
      cache_read: spending.cacheReadTokens,
      cache_write: spending.cacheWriteTokens,
    }),
    gauge('cache_share_24h', 'Of what went into the model, what came from its cache.', spending.cacheShare),
    labelledMetric('mcp_calls_24h', 'Calls of tools of MCP servers by how they ended.', 'outcome', {
      ok: mcp.calls - mcp.failed,
      failed: mcp.failed,
    }),
    gauge('mcp_call_duration_seconds_24h', 'Average duration of these.', seconds(mcp.avgDurationMs)),
    labelledMetric('approvals_24h', 'Questions by how they ended.', 'answer', {
      approved: approvals.approved,
      rejected: approvals.rejected,
      none: approvals.unanswered,
    }),
    labelledMetric('approval_wait_seconds_24h', 'Time to the answer of a person.', 'quantile', {
      '0.5': seconds(approvals.medianWaitMs),
      '0.95': seconds(approvals.p95WaitMs),
    }),
  ];
}

function presentGauges({ queues, messages, stops, whatsapp }: Metrics): readonly Figure[] {
  return [
    labelledMetric('queue_depth', 'What waits now.', 'queue', queues),
    gauge('messages_lost', 'Refused for good in 24 h, or in hand of no program. Must be 0.', messages.lost),
    gauge('messages_unreadable_24h', 'Could not be decrypted; asked for again.', messages.unreadable),
    gauge('loop_stops_24h', 'Times that nothing was done for more than 50 ms.', stops.count),
    gauge('loop_stop_seconds_24h', 'The longest of these.', seconds(stops.longestMs)),
    gauge('whatsapp_held', 'A running program holds the link.', Number(whatsapp === 'running')),
  ];
}

/** One of the states is 1: an alert names the one it is about. */
function linkGauges(link: LinkWord | undefined): readonly Figure[] {
  const is = (word: LinkWord): number | null => (link === undefined ? null : Number(link === word));
  return [
    gauge('whatsapp_open', 'The link is open now.', is('connected')),
    labelledMetric(
      'whatsapp_state',
      'How the link is now; given_up and logged_out wait for a person.',
      'state',
      Object.fromEntries(LINK_WORDS.map((word) => [word, is(word)])),
    ),
  ];
}

function gauge(name: string, help: string, value: number | null): Figure {
  return { name, type: 'gauge', help, samples: { '': value } };
}

function labelledMetric(
  ...[name, help, label, values]: [string, string, string, Readonly<Record<string, number | null>>]
): Figure {
  const samples = Object.entries(values).map(([key, value]) => [`{${label}="${key}"}`, value] as const);
  const type = label === 'quantile' ? 'summary' : 'gauge';
  return { name, type, help, samples: Object.fromEntries(samples) };
}

function metricText({ name, type, help, samples }: Figure): string {
  const lines = Object.entries(samples).flatMap(([label, value]) =>
    value === null ? [] : [`wasap_${name}${label} ${value}\n`],
  );
  return `# HELP wasap_${name} ${help}\n# TYPE wasap_${name} ${type}\n${lines.join('')}`;
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000;
}

/**
 * The same samples with the name of the cell as a label of each, so that several machines can be distinguished and
 * added up.
 * @param cell lower-case letters, digits and hyphens
 */
export function ofCell(text: string, cell: string): string {
  return text.replace(/^(?!#)(\w+)(?:\{(.*)\})? /gm, (_, name: string, labels: string | undefined) => {
    const all = [...(labels ? [labels] : []), `cell="${cell}"`];
    return `${name}{${all.join(',')}} `;
  });
}
