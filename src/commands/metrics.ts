import type { Action, ChatCommand, CommandContext } from '../contracts/commands.ts';
import type { Metrics } from '../contracts/metrics.ts';
import { metricsLines } from '../telemetry/metrics-text.ts';
import { DEFAULT_PERIOD_MS, readPeriod } from '../telemetry/period.ts';

export const metricsCommand: ChatCommand = {
  name: 'metrics',
  aliases: ['metricas', 'métricas'],
  describe: (texts) => texts.commands.metrics,
  run(rest, { person, isGroup, texts }) {
    // Accepts the command line's form, which people copy.
    const words = rest.replace(/^(--)?since[ =]/i, '');
    const periodMs = words === '' ? DEFAULT_PERIOD_MS : readPeriod(words);
    if (periodMs === undefined) {
      const { usage, more } = texts.commands.metrics;
      return [{ kind: 'reply', text: `${usage}\n${more}` }];
    }
    // Only an owner sees the tasks and costs of others.
    const ofChat = person.role !== 'owner' || isGroup;
    return [{ kind: 'add-up', periodMs, ofChat }];
  },
};

export async function metricsText(
  { periodMs, ofChat }: Extract<Action, { kind: 'add-up' }>,
  { store, conversation, nowMs, texts }: CommandContext,
): Promise<string> {
  const period = { sinceMs: nowMs - periodMs, untilMs: nowMs };
  const found = await store.metrics.overAside(period, ofChat ? conversation : undefined);
  const [title = '', ...lines] = metricsLines(withoutQuestion(found), texts, ofChat);
  return [`📊 ${title}`, ...lines].join('\n');
}

/** The asking message is not handled yet while it is answered, so it does not count. */
function withoutQuestion(metrics: Metrics): Metrics {
  const { queues } = metrics;
  return { ...metrics, queues: { ...queues, inbox: Math.max(0, queues.inbox - 1) } };
}
