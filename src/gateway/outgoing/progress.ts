import { moneyCapOf } from '../../agent/budget/limits.ts';
import { type TestRun, testsIn } from '../../agent/calls/test-proof.ts';
import type { Channel } from '../../contracts/channel.ts';
import type { FeatureInSessions } from '../../contracts/feature.ts';
import type { CommandTrouble, RoundProgress, RunEvent } from '../../contracts/run-events.ts';
import { type Outcome, type RunLimits, type SessionRecord, UNPROVEN } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf, unreachable } from '../../core/failure.ts';
import type { SessionId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { inlineCode } from '../../core/text.ts';
import { formatDuration, formatMoney } from '../../core/texts/format.ts';
import { type Locale, type Texts, texts } from '../../core/texts/texts.ts';
import { titleLine } from '../../policy/redaction.ts';
import { addressOf } from '../conversation.ts';
import { testsLine } from '../report/report.ts';
import { type Estimate, estimateOf, estimateText } from '../tasks/estimate.ts';
import { planLines, stepsDone, taskLine, timeAndCost } from '../tasks/session-text.ts';
import { taskTag } from '../tasks/task-name.ts';
import type { LiveCards } from './live-cards.ts';
import type { Outbox } from './outbox.ts';

/** Longer activities show how long they have been running, again and again: a card that never changes looks hung. */
const LONG_MS = 30_000;

interface Activity {
  readonly words: string;
  /** See `Clock.upMs`. */
  readonly sinceUpMs: number;
}

interface WatchedSession {
  readonly session: SessionRecord;
  readonly estimate: Estimate | undefined;
  last: RoundProgress | undefined;
  /** When that was reported, by the monotonic clock: the running round counts from there. */
  lastUpMs: number;
  /** The newest round that was shown: a card never goes back to an earlier one. */
  round: number;
  activity: Activity | undefined;
  /** The model's last announcement of what it is about to do; may be empty. */
  words: string;
  tests: TestRun | undefined;
}

interface ProgressParts {
  readonly store: Pick<Store, 'sessions' | 'history' | 'spending' | 'worktrees'>;
  readonly limits: Pick<RunLimits, 'maxCostMicroUsd'>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly cards: LiveCards;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
  readonly mostParallel: number;
  features(): readonly FeatureInSessions[];
}

/** The end of a task as its card shows it; the report has the words. */
type CardEnd = Exclude<Outcome['kind'], 'waiting' | 'suspended' | 'paused'> | typeof UNPROVEN;

interface ShownEnd {
  readonly how: CardEnd;
  /** Counted as in the report. */
  readonly rounds: number;
}

/** Shows the progress of a task: a live card where messages can be edited, else one line per round. */
export class TaskProgress {
  readonly #parts: ProgressParts;
  readonly #watched = new Map<SessionId, WatchedSession>();
  /** Aborted when the timed activity ends. */
  readonly #timed = new Map<SessionId, AbortController>();
  /**
   * Sessions without a card that were warned in a line that most of their money is spent: once, or again after a
   * restart.
   */
  readonly #warned = new Set<SessionId>();
  /** Lines of the checklist as they were last shown where there is no card. */
  readonly #shownPlans = new Map<SessionId, readonly string[]>();

  constructor(parts: ProgressParts) {
    this.#parts = parts;
  }

  /** Shows an event between rounds; only on a card. */
  showEvent(id: SessionId, event: RunEvent): void {
    const watched = this.#watched.get(id) ?? this.#watch(id);
    if (watched === undefined || !this.hasCard(watched.session)) return;
    if (event.kind === 'tool-ended') watched.tests = testsIn(event.data) ?? watched.tests;
    if (event.kind === 'model-said') watched.words = event.words;
    const words = activityOf(event, watched.session.locale);
    if (words === undefined) return;
    // A reply that ends the task is no round: its number is shown once it calls a tool.
    const round = 'round' in event && event.kind !== 'model-asked' ? event.round : undefined;
    watched.activity = { words, sinceUpMs: this.#parts.clock.upMs() };
    this.#showCard(watched, round);
    void this.#time(watched, round).catch((error: unknown) =>
      this.#parts.log.warn('gateway.card.failed', {
        conversation: watched.session.conversation,
        error: messageOf(error),
      }),
    );
  }

  /** Called after a round, inside its transaction. A talk needs no progress: its answer comes soon. */
  showRound(progress: RoundProgress): void {
    const { session, round } = progress;
    if (session.mode === 'talk') return;
    if (!this.hasCard(session)) {
      const line = `${taskTag(session, this.#parts)}${roundLine(progress, texts(session.locale))}`;
      const text = [line, ...this.#changedSteps(progress), ...this.#warning(session)].join('\n');
      const key = `progress:${session.id}:${round}`;
      const { conversation } = session;
      this.#parts.outbox.enqueue({ conversation, key, body: { kind: 'text', text }, ephemeral: true });
      return;
    }
    this.#untimed(session.id);
    const before = this.#watched.get(session.id);
    const estimate = before?.estimate ?? estimateOf(session, this.#parts.store.spending);
    const { words = '', tests } = before ?? {};
    const lastUpMs = this.#parts.clock.upMs();
    const watched = { session, estimate, last: progress, lastUpMs, round, activity: undefined, words, tests };
    this.#watched.set(session.id, watched);
    this.#showCard(watched, round);
  }

  /** The card keeps its last text without the running tool; a waiting run shows for what, an ended one how. */
  end(id: SessionId, waitsFor?: 'person' | { readonly modelUntilMs: number }, over?: ShownEnd): void {
    this.#untimed(id);
    const watched = this.#watched.get(id);
    if (watched !== undefined) {
      const { progress } = texts(watched.session.locale);
      const { clock } = this.#parts;
      const words =
        typeof waitsFor === 'object'
          ? progress.waitingForModel(formatDuration(waitsFor.modelUntilMs - clock.nowMs()))
          : progress.waiting;
      watched.activity = waitsFor && { words, sinceUpMs: clock.upMs() };
      if (waitsFor === undefined) watched.words = '';
      this.#showCard(watched, undefined, over);
    }
    this.#parts.cards.close(id);
    this.#watched.delete(id);
  }

  /** The session has ended: anything later begins with a new card. */
  forget({ id, usage }: Pick<SessionRecord, 'id' | 'usage'>, how: CardEnd): void {
    this.end(id, undefined, { how, rounds: usage.round });
    this.#parts.cards.forget(id);
    this.#shownPlans.delete(id);
  }

  /** Shows nothing more; later events are in the rows. */
  stop(): void {
    for (const id of this.#timed.keys()) this.#untimed(id);
  }

  /** Shows how long the present activity takes, until the next one. */
  async #time(watched: WatchedSession, round: number | undefined): Promise<void> {
    const { id } = watched.session;
    this.#untimed(id);
    const timed = new AbortController();
    this.#timed.set(id, timed);
    while (true) {
      await this.#parts.clock.sleep(this.#tickMs(watched), timed.signal);
      if (timed.signal.aborted) return;
      this.#showCard(watched, round);
    }
  }

  /**
   * A card ticks only while it is the only one of its chat: two would push each other up with every tick.
   */
  #tickMs({ session: { conversation } }: WatchedSession): number {
    const { tickMs } = this.#parts.channels.get(addressOf(conversation).channel)?.capabilities ?? {};
    const ofChat = [...this.#watched.values()].filter(({ session }) => session.conversation === conversation);
    return tickMs === undefined || ofChat.length > 1 ? LONG_MS : tickMs;
  }

  #untimed(id: SessionId): void {
    this.#timed.get(id)?.abort();
    this.#timed.delete(id);
  }

  /** A session that continues after an answer or a restart shows its earlier progress. */
  #watch(id: SessionId): WatchedSession | undefined {
    const { sessions, history } = this.#parts.store;
    const session = sessions.get(id);
    if (session === undefined) return undefined;
    const { round, activeMs: elapsedMs } = session.usage;
    const plan = history.plan(id);
    const last: RoundProgress = {
      session,
      round,
      elapsedMs,
      plan,
      isLastRound: false,
      tools: [],
      troubles: [],
    };
    const watched: WatchedSession = {
      session,
      estimate: estimateOf(session, this.#parts.store.spending),
      last: round === 0 ? undefined : last,
      lastUpMs: this.#parts.clock.upMs(),
      round,
      activity: undefined,
      words: '',
      tests: undefined,
    };
    this.#watched.set(id, watched);
    return watched;
  }

  /** The whole checklist when it is new, then the steps that are no longer as they were shown. */
  #changedSteps({ session: { id }, plan }: RoundProgress): readonly string[] {
    const shown = this.#shownPlans.get(id) ?? [];
    const lines = plan === undefined ? [] : planLines(plan);
    this.#shownPlans.set(id, lines);
    return lines.filter((line, step) => line !== shown[step]);
  }

  #warning(session: SessionRecord): readonly string[] {
    const line = nearCapLine(session, this.#parts.limits);
    if (line === undefined || this.#warned.has(session.id)) return [];
    this.#warned.add(session.id);
    return [line];
  }

  #activityLine(watched: WatchedSession): string | undefined {
    const { activity } = watched;
    if (activity === undefined) return undefined;
    const lastedMs = this.#parts.clock.upMs() - activity.sinceUpMs;
    return lastedMs < this.#tickMs(watched)
      ? activity.words
      : `${activity.words} · ${formatDuration(lastedMs)}`;
  }

  /** True when progress can be shown there by editing a message. */
  hasCard({ mode, conversation }: SessionRecord): boolean {
    const channel = this.#parts.channels.get(addressOf(conversation).channel);
    return mode === 'agent' && channel !== undefined && channel.capabilities.edit !== 'no';
  }

  #showCard(watched: WatchedSession, round: number | undefined, over?: ShownEnd): void {
    const { session } = watched;
    watched.round = Math.max(watched.round, round ?? 1);
    const runningMs = this.#parts.clock.upMs() - watched.lastUpMs;
    const nearCap = nearCapLine(watched.last?.session ?? session, this.#parts.limits);
    const added = cardLines(session, this.#parts.features());
    const tag = taskTag(session, this.#parts);
    const activity = this.#activityLine(watched);
    this.#parts.cards.show(
      session.id,
      session.conversation,
      `${tag}${cardText(watched, { runningMs, over, activity, nearCap, added })}`,
    );
  }
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

function roundLine(progress: RoundProgress, words: Texts): string {
  const { session, round, elapsedMs } = progress;
  const done = `${signOf(progress)} ${roundText(round, progress, words)}`;
  const line = `${done} · ${timeAndCost(session.usage, elapsedMs, words)}`;
  return [line, ...troubleLines(progress.troubles, words)].join('\n');
}

/** Share of the cap from which on the card mentions it. */
const NEAR_CAP = 0.8;

/** Set from four fifths of the cap on; undefined before, and without a cap. */
function nearCapLine(session: SessionRecord, limits: Pick<RunLimits, 'maxCostMicroUsd'>): string | undefined {
  const cap = moneyCapOf(session, limits);
  const { costKnown, costMicroUsd } = session.usage;
  if (cap === undefined || !costKnown || costMicroUsd < cap * NEAR_CAP) return undefined;
  const { atCap, nearCap } = texts(session.locale).money;
  const line = costMicroUsd < cap ? nearCap : atCap;
  return line(formatMoney(costMicroUsd), formatMoney(cap));
}

function cardLines(session: SessionRecord, features: readonly FeatureInSessions[]): readonly string[] {
  const words = texts(session.locale);
  return features.flatMap(({ reports }) => reports?.cardLine?.(session, words) ?? []);
}

interface CardContent {
  /** Milliseconds since the last round ended. */
  readonly runningMs: number;
  /** Undefined while the task goes on. */
  readonly over: ShownEnd | undefined;
  readonly activity: string | undefined;
  readonly nearCap: string | undefined;
  /** Lines of features. */
  readonly added: readonly string[];
}

/** How much of the model's narration is shown, in UTF-16 code units: two lines on a phone. */
const MAX_WORDS_LENGTH = 120;

const END_SIGNS: Readonly<Record<CardEnd, string>> = {
  done: '✅',
  [UNPROVEN]: '⚠️',
  parked: '⏸',
  cancelled: '🛑',
  failed: '❌',
};

function cardText(
  { session, estimate, last, round, words: said, tests }: WatchedSession,
  { runningMs, over, activity, nearCap, added }: CardContent,
): string {
  const words = texts(session.locale);
  const title = taskLine(session);
  const lines =
    over === undefined
      ? [`${signOf(last)} ${title}`, roundText(round, last, words)]
      : [`${END_SIGNS[over.how]} ${title}`, ...roundsText(over.rounds, last, words)];
  if (session.origin.scheduledAs !== undefined) lines.push(words.fired.label(session.origin.scheduledAs));
  lines.push(...added);
  if (last?.plan !== undefined) lines.push(...planLines(last.plan));
  if (tests !== undefined) lines.push(testsLine(tests, words));
  if (last !== undefined) lines.push(...troubleLines(last.troubles, words));
  if (said !== '') lines.push(`💬 ${titleLine(said, MAX_WORDS_LENGTH)}`);
  if (activity !== undefined) lines.push(`⚙️ ${activity}`);
  if (nearCap !== undefined) lines.push(nearCap);
  if (last !== undefined)
    lines.push(`⏱️ ${timeAndCost(last.session.usage, last.elapsedMs + runningMs, words)}`);
  if (estimate !== undefined) lines.push(`💰 ${estimateText(estimate, words)}`);
  return lines.join('\n');
}

function activityOf(event: RunEvent, locale: Locale): string | undefined {
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
