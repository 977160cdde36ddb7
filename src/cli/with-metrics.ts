import type { App } from '../app.ts';
import { systemClock } from '../core/clock.ts';
import { texts } from '../core/texts/texts.ts';
import type { Settings } from '../settings/settings.ts';
import type { ModelLatency } from '../telemetry/process-figures.ts';
import { linkWord } from './link-word.ts';
import type { ProgramLinks } from './program-link.ts';

interface MetricsSources extends Pick<ProgramLinks, 'current'> {
  /** Shows lines to the person at the terminal. */
  notice(lines: readonly string[]): void;
  readonly latency: Pick<ModelLatency, 'text'>;
  readonly version: string;
}

/**
 * The app with its metrics on METRICS_PORT, if that is set; the endpoint is closed before the rows that it reads.
 */
export async function withMetrics(
  app: App,
  { metricsPort, locale }: Pick<Settings, 'metricsPort' | 'locale'>,
  { current, notice, latency, version }: MetricsSources,
): Promise<App> {
  if (metricsPort === undefined) return app;
  const { serveMetrics } = await import('./metrics-endpoint.ts');
  const { prometheusText, SCRAPED_PERIOD_MS } = await import('../telemetry/prometheus-text.ts');
  const { createCounters, processFacts, processText } = await import('../telemetry/process-figures.ts');
  const { store, log } = app;
  const startedMs = systemClock.nowMs();
  const counters = createCounters();
  const text = async (): Promise<string> => {
    const untilMs = systemClock.nowMs();
    const metrics = await store.metrics.overAside({ sinceMs: untilMs - SCRAPED_PERIOD_MS, untilMs });
    const since = await store.metrics.overAside({ sinceMs: startedMs, untilMs });
    const link = current();
    return [
      prometheusText(metrics, link && linkWord(link.report())),
      counters(since),
      latency.text(),
      processText(processFacts(version)),
    ].join('');
  };
  const endpoint = await serveMetrics(metricsPort, { text, log });
  if (typeof endpoint === 'string') {
    notice([texts(locale ?? 'en').metrics.notServed(String(metricsPort), endpoint)]);
    return app;
  }
  return {
    ...app,
    async close() {
      await endpoint.close();
      await app.close();
    },
  };
}
