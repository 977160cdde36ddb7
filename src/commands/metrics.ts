import type { ChatCommand } from '../contracts/commands.ts';
import type { Metrics } from '../contracts/metrics.ts';
import { metricsLines } from '../telemetry/metrics-text.ts';
import { DEFAULT_PERIOD_MS, readPeriod } from '../telemetry/period.ts';

export const metricsCommand: ChatCommand = {
  name: 'metrics',
  aliases: ['metricas', 'métricas'],
  describe: (texts) => texts.commands.metrics,
  run(rest, { store, person, isGroup, conversation, nowMs, texts }) {
    // As on the command line, which people copy from.
    const words = rest.replace(/^(--)?since[ =]/i, '');
    const periodMs = words === '' ? DEFAULT_PERIOD_MS : readPeriod(words);
    if (periodMs === undefined) {
      const { usage, more } = texts.commands.metrics;
      return [{ kind: 'reply', text: `${usage}\n${more}` }];
    }
    // What others did and spent is for an owner alone.
    const ofChat = person.role !== 'owner' || isGroup;
    const period = { sinceMs: nowMs - periodMs, untilMs: nowMs };
    const metrics = withoutQuestion(store.metrics.over(period, ofChat ? conversation : undefined));
    const [title = '', ...lines] = metricsLines(metrics, texts, ofChat);
    return [{ kind: 'reply', text: [`📊 ${title}`, ...lines].join('\n') }];
  },
};

/** The message that asks is not handled yet while it is answered. */
function withoutQuestion(metrics: Metrics): Metrics {
  const { queues } = metrics;
  return { ...metrics, queues: { ...queues, inbox: Math.max(0, queues.inbox - 1) } };
}
