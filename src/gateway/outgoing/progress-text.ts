import { moneyCapOf } from '../../agent/budget/limits.ts';
import type { TestRun } from '../../agent/calls/test-proof.ts';
import type { CommandTrouble, RoundProgress, RunEvent } from '../../contracts/run-events.ts';
import { type Outcome, type RunLimits, type SessionRecord, UNPROVEN } from '../../contracts/session.ts';
import { unreachable } from '../../core/failure.ts';
import { inlineCode } from '../../core/text.ts';
import { formatMoney } from '../../core/texts/format.ts';
import { type Locale, type Texts, texts } from '../../core/texts/texts.ts';
import { titleLine } from '../../policy/redaction.ts';
import { testsLine } from '../report/report.ts';
import { type Estimate, estimateText } from '../tasks/estimate.ts';
import { planLines, stepsDone, taskLine, timeAndCost } from '../tasks/session-text.ts';

/** The end of a task as its card shows it; the report has the words. */
export type CardEnd = Exclude<Outcome['kind'], 'waiting' | 'suspended' | 'paused'> | typeof UNPROVEN;

/** What the live card of a task shows. */
export interface CardContent {
  readonly session: SessionRecord;
  readonly estimate: Estimate | undefined;
  /** Undefined before the first round has ended. */
  readonly last: RoundProgress | undefined;
  readonly round: number;
  /** Milliseconds since the last round ended. */
  readonly runningMs: number;
  readonly tests: TestRun | undefined;
  /** The model's last announcement of what it is about to do; may be empty. */
  readonly announced: string;
  readonly activity: string | undefined;
  readonly nearCap: string | undefined;
  /** Lines of features. */
  readonly added: readonly string[];
  /** How it ended, after how many rounds by the report's count; undefined while the task goes on. */
  readonly end: { readonly how: CardEnd; readonly rounds: number } | undefined;
}

/** How much of the model's narration is shown, in UTF-16 code units: two lines on a phone. */
const MAX_ANNOUNCED_LENGTH = 120;

const END_SIGNS: Readonly<Record<CardEnd, string>> = {
  done: '✅',
  [UNPROVEN]: '⚠️',
  parked: '⏸',
  cancelled: '🛑',
  failed: '❌',
};

export function cardText(card: CardContent): string {
  const { session, estimate, last, round, tests, activity, nearCap, end } = card;
  const words = texts(session.locale);
  const title = taskLine(session);
  const lines =
    end === undefined
      ? [`${signOf(last)} ${title}`, roundText(round, last, words)]
      : [`${END_SIGNS[end.how]} ${title}`, ...roundsText(end.rounds, last, words)];
  if (session.origin.scheduledAs !== undefined) lines.push(words.fired.label(session.origin.scheduledAs));
  lines.push(...card.added);
  if (last?.plan !== undefined) lines.push(...planLines(last.plan));
  if (tests !== undefined) lines.push(testsLine(tests, words));
  if (last !== undefined) lines.push(...troubleLines(last.troubles, words));
  if (card.announced !== '') lines.push(`💬 ${titleLine(card.announced, MAX_ANNOUNCED_LENGTH)}`);
  if (activity !== undefined) lines.push(`⚙️ ${activity}`);
  if (nearCap !== undefined) lines.push(nearCap);
  if (last !== undefined)
    lines.push(`⏱️ ${timeAndCost(last.session.usage, last.elapsedMs + card.runningMs, words)}`);
  if (estimate !== undefined) lines.push(`💰 ${estimateText(estimate, words)}`);
  return lines.join('\n');
}

/** One line for a round, where there is no card. */
export function roundLine(progress: RoundProgress, words: Texts): string {
  const { session, round, elapsedMs } = progress;
  const done = `${signOf(progress)} ${roundText(round, progress, words)}`;
  const line = `${done} · ${timeAndCost(session.usage, elapsedMs, words)}`;
  return [line, ...troubleLines(progress.troubles, words)].join('\n');
}

/** The sign for the last round of a run: a clipboard. */
function signOf(last: RoundProgress | undefined): string {
  return last?.isLastRound === true ? '📋' : '🔧';
}

/** `Round 3: 2/5 steps done`. */
function roundText(round: number, last: RoundProgress | undefined, words: Texts): string {
  return withSteps(words.progress.round(round), last, words);
}

/** `5 rounds: 5/5 steps done`. */
function roundsText(rounds: number, last: RoundProgress | undefined, words: Texts): readonly string[] {
  return rounds === 0 ? [] : [withSteps(words.report.rounds(rounds), last, words)];
}

function withSteps(rounds: string, last: RoundProgress | undefined, words: Texts): string {
  const steps = stepsDone(last?.plan, words);
  return steps === undefined ? rounds : `${rounds}: ${steps}`;
}

/** One line for each command that did not run, or not to its end; equal lines appear once. */
function troubleLines(
  troubles: readonly CommandTrouble[],
  { failures }: Pick<Texts, 'failures'>,
): readonly string[] {
  return [...new Set(troubles.map((trouble) => troubleLine(trouble, failures)))];
}

function troubleLine(trouble: CommandTrouble, failures: Texts['failures']): string {
  switch (trouble.kind) {
    case 'blocked':
      return failures.blocked(trouble.command);
    case 'rejected':
      return failures.rejected;
    case 'timed-out':
      return failures.timedOut(trouble.seconds);
    case 'too-many':
      return failures.tooMany;
    case 'killed':
      return failures.killed(trouble.exitCode);
    case 'unreadable':
      return failures.unreadable;
    default:
      return unreachable(trouble);
  }
}

/** Share of the cap from which on the card mentions it. */
const NEAR_CAP = 0.8;

/** Set from four fifths of the cap on; undefined before, and without a cap. */
export function nearCapLine(
  session: SessionRecord,
  limits: Pick<RunLimits, 'maxCostMicroUsd'>,
): string | undefined {
  const cap = moneyCapOf(session, limits);
  const { costKnown, costMicroUsd } = session.usage;
  if (cap === undefined || !costKnown || costMicroUsd < cap * NEAR_CAP) return undefined;
  const { atCap, nearCap } = texts(session.locale).money;
  const line = costMicroUsd < cap ? nearCap : atCap;
  return line(formatMoney(costMicroUsd), formatMoney(cap));
}

/** What the task does right now; undefined when the event begins nothing that a card shows. */
export function activityText(event: RunEvent, locale: Locale): string | undefined {
  const { progress } = texts(locale);
  switch (event.kind) {
    case 'preparing':
      return progress.makingCopy;
    case 'model-asked':
      return progress.thinking;
    case 'model-retry':
      return progress.modelRetry[event.why](Math.ceil(event.waitMs / 1000));
    case 'tool-started':
      return `${event.doing[locale]} ${inlineCode(titleLine(event.label, 60))}`.trim();
    case 'model-said':
    case 'tool-ended':
    case 'round-ended':
      return undefined;
  }
}
