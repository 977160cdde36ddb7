import type { Machines } from '../../cluster/machines.ts';
import { otherMachineLines } from '../../cluster/overview/machine-lines.ts';
import { machineWords } from '../../cluster/texts/texts.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { HandlersOf } from '../../contracts/feature.ts';
import { localeOf } from '../../core/texts/texts.ts';
import type { Metrics, MetricsReader } from './metrics.ts';
import { metricsLines } from './metrics-text.ts';
import { metricsTexts } from './texts/texts.ts';

/** Computes the metrics of a period, of this chat or of all chats, and replies with them. */
export interface MetricsAction {
  readonly kind: 'metrics.add-up';
  readonly periodMs: number;
  readonly ofChat: boolean;
}

interface MetricsActionParts {
  readonly rows: Pick<MetricsReader, 'overAside'>;
  /** Undefined when the program is alone. */
  readonly machines: Pick<Machines, 'cell' | 'readCluster'> | undefined;
}

export function metricsActions(parts: MetricsActionParts): HandlersOf<MetricsAction> {
  return {
    'metrics.add-up': {
      grants: () => false,
      perform: async (action, { context }) => [
        { kind: 'reply', text: await metricsReply(action, context, parts) },
      ],
    },
  };
}

async function metricsReply(
  { periodMs, ofChat }: MetricsAction,
  { conversation, nowMs, texts }: CommandContext,
  { rows, machines }: MetricsActionParts,
): Promise<string> {
  const period = { sinceMs: nowMs - periodMs, untilMs: nowMs };
  const found = await rows.overAside(period, ofChat ? conversation : undefined);
  const [title = '', ...lines] = metricsLines(withoutQuestion(found), metricsTexts(texts), ofChat);
  const others = machines === undefined || ofChat ? [] : await othersThanHere(machines, { nowMs, texts });
  return [`📊 ${title}`, ...lines, ...others].join('\n');
}

/** The figures above are those of this machine alone. */
async function othersThanHere(
  { cell, readCluster }: Pick<Machines, 'cell' | 'readCluster'>,
  { nowMs, texts }: Pick<CommandContext, 'nowMs' | 'texts'>,
): Promise<readonly string[]> {
  return otherMachineLines(await readCluster(), {
    cell,
    nowMs,
    words: machineWords(localeOf(texts)).otherMachines,
  });
}

/** The asking message is not handled yet while it is answered, so it does not count. */
function withoutQuestion(metrics: Metrics): Metrics {
  const { queues } = metrics;
  return { ...metrics, queues: { ...queues, inbox: Math.max(0, queues.inbox - 1) } };
}
