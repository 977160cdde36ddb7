import type { Feature } from '../../contracts/feature.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import { metricsActions } from './actions.ts';
import { metricsCommand } from './metrics-command.ts';
import { type EvalSummaryPorts, getEvalSummary } from './tools/get-eval-summary.ts';

/** Figures from the rows: `/metrics`, and the model's own look at them. */
export function metricsFeature(parts: EvalSummaryPorts): Feature {
  return {
    name: 'metrics',
    commands: [metricsCommand],
    actions: metricsActions(parts.rows),
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
