import * as z from 'zod';
import { Metrics } from '../contracts/metrics.ts';
import { defineTool } from '../contracts/tool.ts';
import { texts } from '../core/texts/texts.ts';
import { DAY_MS } from '../core/time.ts';
import { metricsLines } from '../telemetry/metrics-text.ts';

const MAX_DAYS = 3650;

export const getEvalSummary = defineTool({
  name: 'get_eval_summary',
  description: 'Figures on how you did.',
  effect: 'reads',
  service: 'agent',
  examples: [{ description: 'Figures of the last week', input: { days: 7 } }],
  input: z.object({ days: z.int().min(1).max(MAX_DAYS).default(30) }),
  output: Metrics,
  async run({ days }, { metrics, nowMs }) {
    const untilMs = nowMs();
    const { figures, ofChat } = await metrics({ sinceMs: untilMs - days * DAY_MS, untilMs });
    return { text: metricsLines(figures, texts('en'), ofChat).join('\n'), data: figures };
  },
});
