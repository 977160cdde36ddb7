import { tableOf } from '../../../core/table.ts';
import { formatMoney } from '../../../core/texts/format.ts';
import { escapeHidden } from '../../../policy/display.ts';
import type { Scored } from './score.ts';

const WIDTH = 80;

export interface ReportFacts {
  readonly model: string;
  readonly isRecorded: boolean;
  /** In millionths of a dollar; undefined: no price is known. */
  readonly microUsd: number | undefined;
}

/** Table, mistakes, and the sum; for 80 columns. */
export function reportLines(scored: readonly Scored[], facts: ReportFacts): readonly string[] {
  const wrong = scored.filter(({ result }) => result === 'wrong');
  return [
    ...tableOf(
      scored,
      [
        { title: 'Request', text: ({ request }) => request.id },
        { title: 'Result', text: ({ result }) => result },
        { title: 'Expected', text: ({ request }) => request.expected },
        { title: 'Got', text: ({ got }) => got },
      ],
      WIDTH,
    ).split('\n'),
    ...(wrong.length === 0 ? [] : ['', 'Wrong:']),
    ...wrong.map(({ request }) => `  ${request.id}: ${escapeHidden(request.request)}`),
    '',
    sumLine(scored, facts),
  ];
}

/** Recorded replies get no rate: they say nothing about a model. */
function sumLine(scored: readonly Scored[], { model, isRecorded, microUsd }: ReportFacts): string {
  const right = scored.filter(({ result }) => result === 'right').length;
  const judged = right + scored.filter(({ result }) => result === 'wrong').length;
  if (isRecorded) return `${judged} scored. The replies were recorded: this is no measure of a model.`;
  const cost = microUsd === undefined ? 'no price is known' : formatMoney(microUsd);
  const rate = judged === 0 ? '' : ` (${Math.round((100 * right) / judged)} %)`;
  return `${model}: ${right} of ${judged} right${rate}, ${scored.length - judged} not scored, ${cost}.`;
}

export function jsonOf(
  { request, result, got }: Scored,
  { model, isRecorded }: Omit<ReportFacts, 'microUsd'>,
) {
  return { ...request, result, got, model: isRecorded ? null : model };
}
