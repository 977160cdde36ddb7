import wrapAnsi from 'wrap-ansi';
import type { Usage } from '../../contracts/model.ts';
import { type Column, tableOf } from '../../core/table.ts';
import { formatBrief, formatDuration, formatMoney, formatTokens } from '../../core/texts/format.ts';
import { unreachable } from '../../core/unreachable.ts';
import type { Measured } from './measure.ts';
import type { Verdict } from './verdict.ts';

/** `not-run`: the evaluation ended before. */
export type Result = Verdict | { readonly kind: 'not-run'; readonly reason: string };

/** One attempt at one task, or why there was none. */
export interface Entry {
  readonly task: string;
  readonly language: string;
  /** Number of the attempt, from 1. */
  readonly run: number;
  readonly result: Result;
  readonly measured: Measured | undefined;
  readonly durationMs: number;
  /** Where it is kept; undefined = nowhere. */
  readonly folder: string | undefined;
}

export interface ReportFacts {
  readonly model: string;
  readonly isRecorded: boolean;
  /** Number of planned attempts. */
  readonly wanted: number;
}

const WORDS: Record<Result['kind'], string> = {
  solved: 'solved',
  unsolved: 'not solved',
  'no-reply': 'no reply',
  stopped: 'stopped',
  'left-out': 'left out',
  'not-run': 'not run',
};

const WIDTH = 80;
const NONE = '-';
const INDENT = '  ';

export function resultWords({ kind }: Result): string {
  return WORDS[kind];
}

/** Whether the attempt was made and scored. */
export function isScored({ result }: Pick<Entry, 'result'>): boolean {
  return result.kind === 'solved' || result.kind === 'unsolved';
}

/** Table, reasons and sums; for 80 columns. */
export function reportLines(entries: readonly Entry[], facts: ReportFacts): readonly string[] {
  const reasons = [...entries.flatMap(reasonLines), ...unmadeLines(entries)];
  return [
    ...tableOf(entries, columns(entries), WIDTH).split('\n'),
    ...(reasons.length === 0 ? [] : ['', ...reasons]),
    '',
    ...sumLines(entries, facts).flatMap(wrapWithIndent),
  ];
}

function columns(entries: readonly Entry[]): readonly Column<Entry>[] {
  const hasRuns = entries.some(({ run }) => run > 1);
  return [
    { title: 'Task', text: ({ task, run }) => (hasRuns ? `${task} ${run}` : task) },
    { title: 'Result', text: ({ result }) => resultWords(result) },
    { title: 'Rounds', text: ({ measured }) => right(measured && String(measured.rounds), 6) },
    { title: 'Tokens', text: ({ measured }) => right(measured && formatTokens(tokensOf(measured.usage)), 6) },
    { title: '  Cost', text: ({ measured }) => right(measured && costText(measured), 6) },
    { title: 'Time', text: ({ measured, durationMs }) => (measured ? timeText(durationMs) : NONE) },
  ];
}

/** Shows tenths below ten seconds. */
export function timeText(ms: number): string {
  return ms < 10_000 ? formatBrief(ms) : formatDuration(ms);
}

function right(text: string | undefined, width: number): string {
  return (text ?? NONE).padStart(width);
}

function costText({ costMicroUsd }: Measured): string {
  return costMicroUsd === undefined ? '?' : formatMoney(costMicroUsd);
}

function tokensOf({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
}

function reasonLines({ task, run, result }: Entry): readonly string[] {
  if (result.kind === 'left-out' || result.kind === 'not-run') return [];
  const name = run > 1 ? `${task} ${run}` : task;
  return reasonsOf(result).flatMap((reason) => wrapWithIndent(`${name}: ${reason}`));
}

/** Attempts that were not made often have the same reason. */
function unmadeLines(entries: readonly Entry[]): readonly string[] {
  const unmade = new Map<string, string[]>();
  for (const { task, result } of entries) {
    if (result.kind !== 'left-out' && result.kind !== 'not-run') continue;
    const why = `${WORDS[result.kind]} (${result.reason})`;
    unmade.set(why, [...(unmade.get(why) ?? []), task]);
  }
  return [...unmade].flatMap(([why, tasks]) => wrapWithIndent(`${why}: ${[...new Set(tasks)].join(', ')}`));
}

/** Wrapped, with further lines indented. */
export function wrapWithIndent(text: string): readonly string[] {
  const [first = '', ...rest] = wrapAnsi(text, WIDTH - INDENT.length, { hard: true }).split('\n');
  return [first, ...rest.map((line) => `${INDENT}${line}`)];
}

function reasonsOf(result: Result): readonly string[] {
  switch (result.kind) {
    case 'solved':
    case 'stopped':
      return [];
    case 'unsolved':
      return result.reasons;
    case 'no-reply':
    case 'left-out':
    case 'not-run':
      return [result.reason];
    default:
      return unreachable(result);
  }
}

function sumLines(entries: readonly Entry[], { model, isRecorded, wanted }: ReportFacts): readonly string[] {
  const scored = entries.filter(isScored);
  const time = timeText(entries.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const rest = scored.length === wanted ? [] : [`Not scored: ${wanted - scored.length} of ${wanted}.`];
  if (isRecorded) {
    return [
      `${scored.length} scored in ${time}. Recorded replies say nothing about how good a model is.`,
      ...rest,
    ];
  }
  const solved = scored.filter(isSolved).length;
  const rate =
    scored.length === 0
      ? 'nothing was scored'
      : `${solved} of ${scored.length} solved (${Math.round((100 * solved) / scored.length)} %)`;
  const sum = `${model}: ${rate}, ${moneyText(entries)}, ${time}.`;
  return [...byTaskLines(scored), sum, ...rest];
}

function isSolved({ result }: Entry): boolean {
  return result.kind === 'solved';
}

/** Only if there was more than one attempt at each. */
function byTaskLines(scored: readonly Entry[]): readonly string[] {
  if (scored.every(({ run }) => run === 1)) return [];
  const counts = [...new Set(scored.map(({ task }) => task))].map((name) => {
    const made = scored.filter(({ task }) => task === name);
    return `${name} ${made.filter(isSolved).length}/${made.length}`;
  });
  return [`Solved by task: ${counts.join(', ')}.`];
}

function moneyText(entries: readonly Entry[]): string {
  const measured = entries.flatMap((entry) => (entry.measured === undefined ? [] : [entry.measured]));
  const isKnown = measured.every(({ costMicroUsd }) => costMicroUsd !== undefined);
  return isKnown ? formatMoney(spentIn(entries)) : 'cost unknown';
}

/** In millionths of a dollar, as far as it is known. */
export function spentIn(entries: readonly Pick<Entry, 'measured'>[]): number {
  return entries.reduce((sum, { measured }) => sum + (measured?.costMicroUsd ?? 0), 0);
}

/** One line of JSON; null = unknown or not applicable. */
export function jsonOf(entry: Entry, { model, isRecorded }: ReportFacts): unknown {
  const { task, language, run, result, measured, durationMs, folder } = entry;
  const usage = measured?.usage;
  const cost = measured?.costMicroUsd;
  return {
    task,
    language,
    run,
    model: isRecorded ? null : model,
    recorded: isRecorded,
    result: result.kind,
    reasons: reasonsOf(result),
    rounds: measured?.rounds ?? null,
    tokens:
      usage === undefined
        ? null
        : {
            input: usage.inputTokens,
            output: usage.outputTokens,
            cache_read: usage.cacheReadTokens,
            cache_write: usage.cacheWriteTokens,
          },
    cost_usd: cost === undefined ? null : cost / 1_000_000,
    seconds: durationMs / 1000,
    folder: folder ?? null,
  };
}
