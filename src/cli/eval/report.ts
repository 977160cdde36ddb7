import wrapAnsi from 'wrap-ansi';
import type { Usage } from '../../contracts/model.ts';
import { systemClock } from '../../core/clock.ts';
import { unreachable } from '../../core/failure.ts';
import { type Column, tableOf } from '../../core/terminal-output.ts';
import { formatBrief, formatDuration, formatMoney, formatTokens } from '../../core/texts/format.ts';
import type { EvalTexts } from './texts/texts.ts';
import type { AttemptFacts, AttemptVerdict } from './verdict.ts';

/** `not-run`: the evaluation ended before. */
export type EvalResult = AttemptVerdict | { readonly kind: 'not-run'; readonly reason: string };

/** One attempt at one task, or why there was none. */
export interface EvalEntry {
  readonly task: string;
  readonly language: string;
  /** Number of the attempt, from 1. */
  readonly run: number;
  readonly result: EvalResult;
  readonly measured: AttemptFacts | undefined;
  readonly durationMs: number;
  /** Where it is kept; undefined = nowhere. */
  readonly folder: string | undefined;
}

export interface EvalReportOptions {
  readonly model: string;
  readonly isRecorded: boolean;
  /** Number of planned attempts. */
  readonly wanted: number;
}

const WIDTH = 80;
const NONE = '-';
const INDENT = '  ';

/** Whether the attempt was made and scored. */
export function isScored({ result }: Pick<EvalEntry, 'result'>): boolean {
  return result.kind === 'solved' || result.kind === 'unsolved';
}

/** Table, reasons and sums; for 80 columns. */
export function reportLines(
  entries: readonly EvalEntry[],
  facts: EvalReportOptions,
  words: EvalTexts,
): readonly string[] {
  const reasons = [...entries.flatMap((entry) => reasonLines(entry, words)), ...unmadeLines(entries, words)];
  return [
    ...tableOf(entries, entryColumns(entries, words), WIDTH).split('\n'),
    ...(reasons.length === 0 ? [] : ['', ...reasons]),
    '',
    ...sumLines(entries, facts, words.report).flatMap(wrapWithIndent),
  ];
}

function entryColumns(
  entries: readonly EvalEntry[],
  { report: { columns: titles }, results }: EvalTexts,
): readonly Column<EvalEntry>[] {
  const hasRuns = entries.some(({ run }) => run > 1);
  return [
    { title: titles.task, text: ({ task, run }) => (hasRuns ? `${task} ${run}` : task) },
    { title: titles.result, text: ({ result }) => results[result.kind] },
    { title: titles.rounds, text: ({ measured }) => alignRight(measured && String(measured.rounds), 6) },
    {
      title: titles.tokens,
      text: ({ measured }) => alignRight(measured && formatTokens(tokensOf(measured.usage)), 6),
    },
    { title: titles.cost.padStart(6), text: ({ measured }) => alignRight(measured && costText(measured), 6) },
    { title: titles.time, text: ({ measured, durationMs }) => (measured ? timeText(durationMs) : NONE) },
  ];
}

/** Shows tenths below ten seconds. */
function timeText(ms: number): string {
  return ms < 10_000 ? formatBrief(ms) : formatDuration(ms);
}

function alignRight(text: string | undefined, width: number): string {
  return (text ?? NONE).padStart(width);
}

function costText({ costMicroUsd }: AttemptFacts): string {
  return costMicroUsd === undefined ? '?' : formatMoney(costMicroUsd);
}

function tokensOf({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
}

function reasonLines({ task, run, result }: EvalEntry, words: EvalTexts): readonly string[] {
  if (result.kind === 'left-out' || result.kind === 'not-run') return [];
  const name = run > 1 ? `${task} ${run}` : task;
  return reasonsOf(result).flatMap((reason) => wrapWithIndent(`${name}: ${words.reason(reason)}`));
}

/** Attempts that were not made often have the same reason. */
function unmadeLines(entries: readonly EvalEntry[], { results, reason }: EvalTexts): readonly string[] {
  const unmade = new Map<string, string[]>();
  for (const { task, result } of entries) {
    if (result.kind !== 'left-out' && result.kind !== 'not-run') continue;
    const why = `${results[result.kind]} (${reason(result.reason)})`;
    unmade.set(why, [...(unmade.get(why) ?? []), task]);
  }
  return [...unmade].flatMap(([why, tasks]) => wrapWithIndent(`${why}: ${[...new Set(tasks)].join(', ')}`));
}

/** Wrapped, with further lines indented. */
export function wrapWithIndent(text: string): readonly string[] {
  const [first = '', ...rest] = wrapAnsi(text, WIDTH - INDENT.length, { hard: true }).split('\n');
  return [first, ...rest.map((line) => `${INDENT}${line}`)];
}

function reasonsOf(result: EvalResult): readonly string[] {
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

function sumLines(
  entries: readonly EvalEntry[],
  { model, isRecorded, wanted }: EvalReportOptions,
  words: EvalTexts['report'],
): readonly string[] {
  const scored = entries.filter(isScored);
  const time = timeText(entries.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const rest = scored.length === wanted ? [] : [words.notScored(wanted - scored.length, wanted)];
  if (isRecorded) {
    return [words.recorded(scored.length, time), ...rest];
  }
  const solved = scored.filter(isSolved).length;
  const rate =
    scored.length === 0
      ? words.nothingScored
      : words.rate(solved, scored.length, Math.round((100 * solved) / scored.length));
  const sum = `${model}: ${rate}, ${moneyText(entries, words)}, ${time}.`;
  return [...byTaskLines(scored, words), sum, ...rest];
}

function isSolved({ result }: EvalEntry): boolean {
  return result.kind === 'solved';
}

/** Only if there was more than one attempt at each. */
function byTaskLines(scored: readonly EvalEntry[], words: EvalTexts['report']): readonly string[] {
  if (scored.every(({ run }) => run === 1)) return [];
  const counts = [...new Set(scored.map(({ task }) => task))].map((name) => {
    const made = scored.filter(({ task }) => task === name);
    return `${name} ${made.filter(isSolved).length}/${made.length}`;
  });
  return [words.byTask(counts.join(', '))];
}

function moneyText(entries: readonly EvalEntry[], { costUnknown }: EvalTexts['report']): string {
  const measured = entries.flatMap((entry) => (entry.measured === undefined ? [] : [entry.measured]));
  const isKnown = measured.every(({ costMicroUsd }) => costMicroUsd !== undefined);
  return isKnown ? formatMoney(totalCostMicroUsd(entries)) : costUnknown;
}

/** In millionths of a dollar, as far as it is known. */
export function totalCostMicroUsd(entries: readonly Pick<EvalEntry, 'measured'>[]): number {
  return entries.reduce((sum, { measured }) => sum + (measured?.costMicroUsd ?? 0), 0);
}

/** One line of JSON; null = unknown or not applicable. */
export function jsonOf(entry: EvalEntry, { model, isRecorded }: EvalReportOptions): unknown {
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

export interface EvalProgress {
  /** The attempt `number` of all begins; call the returned function with each round. */
  begin(number: number, name: string): (round: number) => void;
  end(entry: EvalEntry): void;
}

const ERASE_LINE = '\r\u001b[K';

/** One line for each attempt; on a terminal it is updated while the attempt runs. */
export function createProgress(
  output: NodeJS.WritableStream,
  all: number,
  { progress: words, results }: EvalTexts,
): EvalProgress {
  const isTerminal = 'isTTY' in output && output.isTTY === true;
  let place = '';
  return {
    begin(number, name) {
      place = `[${number}/${all}] ${name}`;
      const startedUpMs = systemClock.upMs();
      const show = (round: number): void => {
        if (!isTerminal) return;
        const time = formatDuration(systemClock.upMs() - startedUpMs);
        output.write(`${ERASE_LINE}${place}: ${round === 0 ? words.begins : words.round(round)}, ${time}`);
      };
      show(0);
      return show;
    },
    end({ result, measured, durationMs }) {
      const facts = [
        results[result.kind],
        ...(measured ? [words.rounds(measured.rounds), timeText(durationMs)] : []),
      ];
      output.write(`${isTerminal ? ERASE_LINE : ''}${place}: ${facts.join(', ')}\n`);
    },
  };
}
