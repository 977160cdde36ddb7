import type { Machines } from '../../cluster/machines.ts';
import type { Action, ChatCommand } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import { inlineCode, oneLine } from '../../core/text.ts';
import { escapeHidden } from '../../policy/display.ts';
import { type MetricsAction, metricsActions } from './actions.ts';
import { DEFAULT_PERIOD_MS, readPeriod } from './period.ts';
import { metricsTexts } from './texts/texts.ts';
import { type EvalSummaryPorts, getEvalSummary } from './tools/get-eval-summary.ts';

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
