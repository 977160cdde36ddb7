import type { CommandContext } from '../../contracts/commands.ts';
import type { HandlersOf } from '../../contracts/feature.ts';
import type { Metrics, MetricsReader } from './metrics.ts';
import { metricsLines } from './metrics-text.ts';
import { metricsTexts } from './texts/texts.ts';

/** Computes the metrics of a period, of this chat or of all chats, and replies with them. */
export interface MetricsAction {
  readonly kind: 'metrics.add-up';
  readonly periodMs: number;
  readonly ofChat: boolean;
}

type Rows = Pick<MetricsReader, 'overAside'>;

export function metricsActions(rows: Rows): HandlersOf<MetricsAction> {
  return {
    'metrics.add-up': {
      grants: () => false,
      perform: async (action, { context }) => [
        { kind: 'reply', text: await metricsReply(action, context, rows) },
      ],
    },
  };
}

async function metricsReply(
  { periodMs, ofChat }: MetricsAction,
  { conversation, nowMs, texts }: CommandContext,
  rows: Rows,
): Promise<string> {
  const period = { sinceMs: nowMs - periodMs, untilMs: nowMs };
  const found = await rows.overAside(period, ofChat ? conversation : undefined);
  const [title = '', ...lines] = metricsLines(withoutQuestion(found), metricsTexts(texts), ofChat);
  return [`📊 ${title}`, ...lines].join('\n');
}

/** The asking message is not handled yet while it is answered, so it does not count. */
function withoutQuestion(metrics: Metrics): Metrics {
  const { queues } = metrics;
  return { ...metrics, queues: { ...queues, inbox: Math.max(0, queues.inbox - 1) } };
}
