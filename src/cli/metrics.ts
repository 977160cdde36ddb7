import { join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { CliHost, SubCommand } from '../contracts/sub-command.ts';
import { systemClock } from '../core/clock.ts';
import { texts } from '../core/texts/texts.ts';
import { readSettings } from '../settings/settings.ts';
import { openMetrics } from '../store/open-metrics.ts';
import { metricsLines } from '../telemetry/metrics-text.ts';
import { DEFAULT_PERIOD_MS, readPeriod } from '../telemetry/period.ts';
import { linkWord } from './link-word.ts';
import { liveLink } from './live-link.ts';

interface MetricsOptions {
  /** In milliseconds. */
  readonly since: number;
  readonly json?: true;
}

export const metrics: SubCommand = (program, host) => {
  program
    .command('metrics')
    .description('Figures: commands, tasks, loops, cost, questions, what waits, messages lost')
    .addOption(
      new Option('--since <period>', 'how far back, as 24h, 7d or 4w')
        .argParser(periodOf)
        .default(DEFAULT_PERIOD_MS, '30d'),
    )
    .option('--json', 'as one JSON object; null = nothing to work the figure out from')
    .action((options: MetricsOptions) => show(host, options));
};

function periodOf(text: string): number {
  const ms = readPeriod(text);
  if (ms === undefined) throw new InvalidArgumentError('Expected 24h, 7d or 4w, at most ten years.');
  return ms;
}

async function show({ packageRoot, output }: CliHost, { since, json }: MetricsOptions): Promise<void> {
  const settings = await readSettings({ packageRoot });
  const store = openMetrics(join(settings.folders.data, 'wasap.db'));
  try {
    const untilMs = systemClock.nowMs();
    const found = store.over({ sinceMs: untilMs - since, untilMs });
    const live = found.whatsapp === 'running' ? await liveLink(settings.folders.data) : undefined;
    const link = live && linkWord(live);
    const words = texts('en');
    const lines = json
      ? [JSON.stringify({ ...found, link: link ?? null })]
      : [...metricsLines(found, words, false), ...(link === undefined ? [] : [words.metrics.link[link]])];
    output.write(`${lines.join('\n')}\n`);
  } finally {
    store.close();
  }
}
