import type { App } from '../../app.ts';
import { linkWord } from '../../channels/whatsapp/link-state.ts';
import { systemClock } from '../../core/clock.ts';
import { texts } from '../../core/texts/texts.ts';
import { createMetricsReader } from '../../features/metrics/metrics.ts';
import type { FiguresPorts } from '../../features/metrics/prometheus/serve-figures.ts';
import { metricsTexts } from '../../features/metrics/texts/texts.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ProgramLinks } from '../program-link.ts';

interface MetricsSources extends Pick<ProgramLinks, 'machines' | 'current'> {
  /** Shows lines to the person at the terminal. */
  notice(lines: readonly string[]): void;
  /** Figures that begin with this start of the program. */
  readonly figures: FiguresPorts['figures'];
  readonly version: string;
}

/**
 * Serves the metrics on METRICS_PORT, if that is set. Returns what closes the endpoint, to be called before the store
 * is closed from which it reads; undefined when there is none.
 */
export async function serveMetrics(
  { store, log }: Pick<App, 'store' | 'log'>,
  { metricsPort, terminalLocale }: Pick<Settings, 'metricsPort' | 'terminalLocale'>,
  { current, machines, notice, figures, version }: MetricsSources,
): Promise<(() => Promise<void>) | undefined> {
  if (metricsPort === undefined) return undefined;
  const { serveFigures } = await import('../../features/metrics/prometheus/serve-figures.ts');
  const endpoint = await serveFigures(metricsPort, {
    rows: createMetricsReader(store.database),
    link() {
      const link = current();
      return link && linkWord(link.report().state);
    },
    figures,
    version,
    cell: machines?.cell,
    clock: systemClock,
    log,
  });
  if (typeof endpoint === 'string') {
    notice([metricsTexts(texts(terminalLocale)).notServed(String(metricsPort), endpoint)]);
    return undefined;
  }
  return () => endpoint.close();
}
