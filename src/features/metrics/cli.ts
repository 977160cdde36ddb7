import { join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { LinkWord } from '../../channels/whatsapp/link-state.ts';
import type { CliHost, SubCommand } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { texts } from '../../core/texts/texts.ts';
import { DEFAULT_PERIOD_MS, openMetrics, readPeriod } from './metrics.ts';
import { metricsLines } from './metrics-text.ts';
import { metricsTexts } from './texts/texts.ts';

interface MetricsOptions {
  /** In milliseconds. */
  readonly since: number;
  readonly json?: true;
}

/** Asks the program that runs on a data folder how its link is; undefined when none has one, or none answers. */
export type LinkNow = (folder: string) => Promise<LinkWord | undefined>;

export const metricsSubCommand =
  (linkNow: LinkNow): SubCommand =>
  (program, host) => {
    const help = metricsHelp[host.terminalLocale];
    program
      .command('metrics')
      .description(help.about)
      .addHelpText('after', help.example)
      .addOption(
        new Option('--since <period>', help.since)
          .argParser(periodOf(help.badPeriod))
          .default(DEFAULT_PERIOD_MS, '30d'),
      )
      .option('--json', help.json)
      .action((options: MetricsOptions) => showMetrics(host, options, linkNow));
  };

const periodOf =
  (refusal: string) =>
  (text: string): number => {
    const ms = readPeriod(text);
    if (ms === undefined) throw new InvalidArgumentError(refusal);
    return ms;
  };

async function showMetrics(
  { storedData, output, terminalLocale }: CliHost,
  { since, json }: MetricsOptions,
  linkNow: LinkNow,
): Promise<void> {
  const { folder } = await storedData();
  const store = openMetrics(join(folder, 'wasap.db'));
  try {
    const untilMs = systemClock.nowMs();
    const found = store.over({ sinceMs: untilMs - since, untilMs });
    const link = found.whatsapp === 'running' ? await linkNow(folder) : undefined;
    const words = texts(terminalLocale);
    const lines = json
      ? [JSON.stringify({ ...found, link: link ?? null })]
      : [
          ...metricsLines(found, metricsTexts(words), false),
          ...(link === undefined ? [] : [words.health.link[link]]),
        ];
    output.write(`${lines.join('\n')}\n`);
  } finally {
    store.close();
  }
}

const english = {
  about: 'Show figures: tasks, cost, questions, messages lost',
  example: '\nExample: wasap metrics --since 7d',
  badPeriod: 'Write a period like 24h, 7d or 4w, ten years at most.',
  since: 'how far back: 24h, 7d, 4w',
  json: 'as one JSON object; null means there is no data for a figure',
};

const spanish: typeof english = {
  about: 'Muestra cifras: tareas, costo, preguntas, mensajes',
  example: '\nEjemplo: wasap metrics --since 7d',
  badPeriod: 'Escribe un período como 24h, 7d o 4w, de diez años como máximo.',
  since: 'cuánto hacia atrás: 24h, 7d, 4w',
  json: 'como un objeto JSON; null significa que no hay datos para una cifra',
};

const metricsHelp = { en: english, es: spanish };
