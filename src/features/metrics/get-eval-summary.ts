import * as z from 'zod';
import type { SessionRecord } from '../../contracts/session.ts';
import { type AnyTool, defineTool } from '../../contracts/tool.ts';
import { DAY_MS } from '../../core/clock.ts';
import { texts } from '../../core/texts/texts.ts';
import { Metrics, type MetricsReader } from './metrics.ts';
import { metricsLines } from './metrics-text.ts';
import { metricsTexts } from './texts/texts.ts';

const MAX_DAYS = 3650;

export interface EvalSummaryPorts {
  readonly rows: Pick<MetricsReader, 'overAside'>;
  /** True when only an owner reads the session's answers: they see all chats, everybody else their own. */
  ownerAlone(session: Pick<SessionRecord, 'owner' | 'conversation'>): boolean;
}

export function getEvalSummary({ rows, ownerAlone }: EvalSummaryPorts): AnyTool {
  return defineTool({
    name: 'get_eval_summary',
    description: 'Figures on how you did.',
    effect: 'reads',
    doing: { en: 'looking at the figures', es: 'mirando las cifras' },
    subAgents: 'none',
    claudeCode: [],
    service: 'agent',
    examples: [{ description: 'Figures of the last week', input: { days: 7 } }],
    input: z.object({ days: z.int().min(1).max(MAX_DAYS).default(30) }),
    output: Metrics,
    async run({ days }, { session, clock }) {
      const untilMs = clock.nowMs();
      const ofChat = !ownerAlone(session);
      const period = { sinceMs: untilMs - days * DAY_MS, untilMs };
      const figures = await rows.overAside(period, ofChat ? session.conversation : undefined);
      return { text: metricsLines(figures, metricsTexts(texts('en')), ofChat).join('\n'), data: figures };
    },
  });
}
