import { join } from 'node:path';
import type { App, AppParts } from '../../app.ts';
import { linkWord } from '../../channels/whatsapp/link-state.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { texts } from '../../core/texts/texts.ts';
import { createMetricsReader } from '../../features/metrics/metrics.ts';
import type { FiguresPorts } from '../../features/metrics/prometheus/serve-figures.ts';
import { metricsTexts } from '../../features/metrics/texts/texts.ts';
import type { PairingPort } from '../../features/web-console/pairing.ts';
import type { Settings } from '../../settings/settings.ts';
import { relinkWanted } from '../answer-control.ts';
import type { ProgramLinks } from '../program-link.ts';

/** The port of the console unless WEB_PORT is set. */
const DEFAULT_PORT = 8790;

interface ConsoleSources {
  /** Shows lines to the person at the terminal. */
  notice(lines: readonly string[]): void;
  readonly links: Pick<ProgramLinks, 'current'>;
}

/** How `wasap start` serves the console in the browser; undefined: it does not. */
export function servedConsole(
  { webConsole: { port, host, origin, tls }, folders }: Pick<Settings, 'folders' | 'webConsole'>,
  { packageRoot, output }: Pick<CliHost, 'packageRoot' | 'output'>,
  { notice, links }: ConsoleSources,
): AppParts['console'] {
  if (port === 'off' || (port === undefined && !output.isTTY)) return undefined;
  return {
    listen: { port: port ?? DEFAULT_PORT, host, origin, tls },
    isWanted: port !== undefined,
    assets: join(packageRoot, 'dist', 'web-server'),
    uploadFolder: join(folders.data, 'web-uploads'),
    notice,
    link() {
      const link = links.current();
      return link && linkWord(link.report().state);
    },
    ...pairingOn(links),
  };
}

/** What `wasap pair` does, for the person in the browser. */
function pairingOn(links: ConsoleSources['links']): PairingPort {
  return {
    pairing() {
      const report = links.current()?.report();
      if (report === undefined) return undefined;
      const { state, number } = report;
      if (state.at === 'pairing') return { code: { by: state.by, show: state.show, sinceMs: state.sinceMs } };
      // Between two codes; with a device it would be on its way back.
      const isBetween = (state.at === 'connecting' || state.at === 'backoff') && number === undefined;
      return isBetween ? { code: undefined } : undefined;
    },
    async askForCode(phone) {
      const link = links.current();
      if (link === undefined) return 'unused';
      const report = link.report();
      const wanted = relinkWanted({ ask: 'pair', phone }, report);
      if (wanted === undefined) return linkWord(report.state) === 'connected' ? 'linked' : 'busy';
      await link.channel.relink(wanted);
      return 'asked';
    },
    linkChanges() {
      const report = links.current()?.report();
      return report === undefined ? '' : `${report.state.at} ${report.sinceMs}`;
    },
  };
}

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
