import type { LinkWord } from '../../../channels/whatsapp/link-state.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { MetricsReader } from '../metrics.ts';
import { type MetricsEndpoint, serveMetrics } from './metrics-endpoint.ts';
import { createCounters, type ModelLatency, processFacts, processText } from './process-figures.ts';
import { prometheusText, SCRAPED_PERIOD_MS } from './prometheus-text.ts';

export interface FiguresPorts {
  readonly rows: Pick<MetricsReader, 'overAside'>;
  /** How the link is now; undefined while WhatsApp is not used. */
  link(): LinkWord | undefined;
  readonly latency: Pick<ModelLatency, 'text'>;
  readonly version: string;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/**
 * Serves the figures of a running program to Prometheus.
 * @returns why it cannot listen on that port, as a text
 */
export function serveFigures(port: number, ports: FiguresPorts): Promise<MetricsEndpoint | string> {
  const { rows, link, latency, version, clock, log } = ports;
  const startedMs = clock.nowMs();
  const counters = createCounters();
  const text = async (): Promise<string> => {
    const untilMs = clock.nowMs();
    const metrics = await rows.overAside({ sinceMs: untilMs - SCRAPED_PERIOD_MS, untilMs });
    const since = await rows.overAside({ sinceMs: startedMs, untilMs });
    return [
      prometheusText(metrics, link()),
      counters(since),
      latency.text(),
      processText(processFacts(version)),
    ].join('');
  };
  return serveMetrics(port, { text, log });
}
