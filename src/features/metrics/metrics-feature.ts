import type { Machines } from '../../cluster/machines.ts';
import { otherMachineLines } from '../../cluster/overview/machine-lines.ts';
import { machineWords } from '../../cluster/texts/texts.ts';
import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { Feature, HandlersOf } from '../../contracts/feature.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import { inlineCode, oneLine } from '../../core/text.ts';
import { localeOf } from '../../core/texts/texts.ts';
import { nobodyRefused } from '../../gateway/people/authority.ts';
import { escapeHidden } from '../../policy/display.ts';
import { type EvalSummaryPorts, getEvalSummary } from './get-eval-summary.ts';
import { DEFAULT_PERIOD_MS, type Metrics, type MetricsReader, readPeriod } from './metrics.ts';
import { metricsLines } from './metrics-text.ts';
import { metricsTexts } from './texts/texts.ts';

export interface MetricsFeatureParts extends EvalSummaryPorts {
  /** Undefined when the program is alone. */
  readonly machines: Pick<Machines, 'cell' | 'readCluster'> | undefined;
}

/** Figures from the rows: `/metrics`, and the model's own look at them. */
export function metricsFeature(parts: MetricsFeatureParts): Feature {
  return {
    name: 'metrics',
    commands: [metricsCommand],
    actions: metricsActions(parts),
    tools: [getEvalSummary(parts)],
  };
}

/** The tool of this feature for catalogues, where nothing is carried out. */
export function describedMetricsTools(): readonly AnyTool[] {
  const unavailable = () => {
    throw new Error('the tool of figures was called outside a running program');
  };
  return [getEvalSummary({ rows: { overAside: unavailable }, ownerAlone: unavailable })];
}

/** How much of what was typed is repeated, in UTF-16 code units. */
const MAX_ECHO_LENGTH = 30;

const metricsCommand: ChatCommand = {
  name: 'metrics',
  aliases: ['metricas', 'métricas'],
  topic: 'program',
  describe: (texts) => metricsTexts(texts).command,
  run(rest, { person, isGroup, texts }): readonly (Action | MetricsAction)[] {
    // Accepts the command line's form, which people copy.
    const words = rest.replace(/^(--)?since[ =]/i, '');
    const periodMs = words === '' ? DEFAULT_PERIOD_MS : readPeriod(words);
    if (periodMs === undefined) {
      const typed = inlineCode(escapeHidden(oneLine(words, MAX_ECHO_LENGTH)));
      return [{ kind: 'reply', text: metricsTexts(texts).noPeriod(typed) }];
    }
    // Only an owner sees the tasks and costs of others.
    const ofChat = person.role !== 'owner' || isGroup;
    return [{ kind: 'metrics.add-up', periodMs, ofChat }];
  },
};

/** Computes the metrics of a period, of this chat or of all chats, and replies with them. */
interface MetricsAction {
  readonly kind: 'metrics.add-up';
  readonly periodMs: number;
  readonly ofChat: boolean;
}

interface MetricsActionParts {
  readonly rows: Pick<MetricsReader, 'overAside'>;
  /** Undefined when the program is alone. */
  readonly machines: Pick<Machines, 'cell' | 'readCluster'> | undefined;
}

function metricsActions(parts: MetricsActionParts): HandlersOf<MetricsAction> {
  return {
    'metrics.add-up': {
      grants: () => false,
      // The command decides on more than this chat only for an owner who is alone.
      refusal: nobodyRefused,
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
