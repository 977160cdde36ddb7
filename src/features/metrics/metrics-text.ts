import { DAY_MS, HOUR_MS } from '../../core/clock.ts';
import { formatDuration, formatMoney, formatSpan, formatTokens } from '../../core/texts/format.ts';
import type { Metrics } from './metrics.ts';
import type { MetricsTexts } from './texts/texts.ts';

/**
 * The metrics for people, at most 19 short lines. Missing values are marked as such. English ones are Latin-1: the
 * model reads them, too.
 * @param ofChat for one conversation alone
 */
export function metricsLines(metrics: Metrics, words: MetricsTexts, ofChat: boolean): readonly string[] {
  const period = periodText(metrics.untilMs - metrics.sinceMs, words);
  return [
    ofChat ? words.titleOfChat(period) : words.title(period),
    ...commandLines(metrics, words),
    ...mcpLines(metrics, words),
    ...taskLines(metrics, words),
    ...spendingLines(metrics, words),
    ...approvalLines(metrics, words),
    ...presentLines(metrics, words, ofChat),
    ...(isEmpty(metrics) ? [words.nothingYet] : []),
  ];
}

/** Nothing was done in the period. */
function isEmpty({ commands, sessions, spending }: Metrics): boolean {
  const { inputTokens, outputTokens } = spending;
  return commands.executed + sessions.completed + sessions.unproven + inputTokens + outputTokens === 0;
}

function periodText(ms: number, { days, hours }: MetricsTexts): string {
  return ms % DAY_MS === 0 ? days(ms / DAY_MS) : hours(Math.round(ms / HOUR_MS));
}

function commandLines({ commands }: Metrics, words: MetricsTexts): readonly string[] {
  const { executed, executedLastDay, denied, successRate, avgDurationMs } = commands;
  if (executed + executedLastDay === 0)
    return [words.noCommands, words.worked(words.unknown), words.average(words.unknown)];
  return [
    words.commands(executed, executedLastDay, denied),
    words.worked(percent(successRate, words)),
    words.average(avgDurationMs === null ? words.unknown : formatSpan(avgDurationMs)),
  ];
}

function mcpLines(
  { mcp: { calls, failed, avgDurationMs } }: Metrics,
  words: MetricsTexts,
): readonly string[] {
  return calls === 0 ? [] : [words.mcp(calls, failed, formatSpan(avgDurationMs ?? 0))];
}

function taskLines({ loops, sessions }: Metrics, words: MetricsTexts): readonly string[] {
  const { detected, detectedLastDay } = loops;
  return [
    sessions.completed + sessions.unproven === 0
      ? words.noTasks
      : words.tasks(sessions.completed, sessions.unproven),
    detected + detectedLastDay === 0 ? words.noLoops : words.loops(detected, detectedLastDay),
  ];
}

function spendingLines({ spending }: Metrics, words: MetricsTexts): readonly string[] {
  const { microUsd, unpriced, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = spending;
  const read = inputTokens + cacheReadTokens + cacheWriteTokens;
  if (read + outputTokens === 0) return [words.noSpending, words.cached(words.unknown)];
  const cost = formatMoney(microUsd);
  return [
    unpriced === 0 ? words.cost(cost) : words.costWithout(cost, unpriced),
    words.tokens(formatTokens(read), formatTokens(outputTokens)),
    words.cached(percent(spending.cacheShare, words)),
  ];
}

function approvalLines({ approvals }: Metrics, words: MetricsTexts): readonly string[] {
  const { asked, approved, rejected, unanswered, medianWaitMs, p95WaitMs } = approvals;
  if (asked === 0) return [words.noQuestions, words.wait(words.unknown)];
  const lines = [words.questions(asked), words.answers(approved, rejected, unanswered)];
  if (medianWaitMs === null || p95WaitMs === null) return [...lines, words.wait(words.unknown)];
  return [...lines, words.waits(formatDuration(medianWaitMs), formatDuration(p95WaitMs))];
}

function presentLines(
  { queues, messages, stops, whatsapp }: Metrics,
  words: MetricsTexts,
  ofChat: boolean,
): readonly string[] {
  const { givenUp, orphaned, lost, unreadable } = messages;
  return [
    words.queues(queues.inbox, queues.outbox, queues.sessions),
    words.lost(lost, givenUp, orphaned),
    ...(unreadable === 0 ? [] : [words.unreadable(unreadable)]),
    ...(ofChat || stops.count === 0 ? [] : [words.stops(stops.count, formatSpan(stops.longestMs ?? 0))]),
    ...(ofChat ? [] : [words.whatsapp[whatsapp]]),
  ];
}

function percent(share: number | null, { unknown }: MetricsTexts): string {
  return share === null ? unknown : `${Math.round(100 * share)} %`;
}
