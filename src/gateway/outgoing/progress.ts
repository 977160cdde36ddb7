import { type TestRun, testsIn } from '../../agent/calls/test-proof.ts';
import type { Channel } from '../../contracts/channel.ts';
import type { FeatureInSessions } from '../../contracts/feature.ts';
import type { RoundProgress, RunEvent } from '../../contracts/run-events.ts';
import type { RunLimits, SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { SessionId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { formatDuration } from '../../core/texts/format.ts';
import { texts } from '../../core/texts/texts.ts';
import { addressOf } from '../conversation.ts';
import { type Estimate, estimateOf } from '../tasks/estimate.ts';
import { planLines } from '../tasks/session-text.ts';
import { taskTag } from '../tasks/task-name.ts';
import type { LiveCards } from './live-cards.ts';
import type { Outbox } from './outbox.ts';
import {
  activityText,
  type CardContent,
  type CardEnd,
  cardText,
  nearCapLine,
  roundLine,
} from './progress-text.ts';

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
  /** See `CardContent`. */
  announced: string;
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
  readonly maxParallelTasks: number;
  features(): readonly FeatureInSessions[];
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
    if (event.kind === 'model-said') watched.announced = event.words;
    const words = activityText(event, watched.session.locale);
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
    const { announced = '', tests } = before ?? {};
    const lastUpMs = this.#parts.clock.upMs();
    const watched = {
      session,
      estimate,
      last: progress,
      lastUpMs,
      round,
      activity: undefined,
      announced,
      tests,
    };
    this.#watched.set(session.id, watched);
    this.#showCard(watched, round);
  }

  /** The card keeps its last text without the running tool; a waiting run shows for what, an ended one how. */
  end(
    id: SessionId,
    waitsFor?: 'person' | { readonly modelUntilMs: number },
    ended?: CardContent['end'],
  ): void {
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
      if (waitsFor === undefined) watched.announced = '';
      this.#showCard(watched, undefined, ended);
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

  /** True when progress can be shown there by editing a message. */
  hasCard({ mode, conversation }: SessionRecord): boolean {
    const channel = this.#parts.channels.get(addressOf(conversation).channel);
    return mode === 'agent' && channel !== undefined && channel.capabilities.edit !== 'no';
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
      announced: '',
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

  #showCard(watched: WatchedSession, round: number | undefined, end?: CardContent['end']): void {
    const { session, estimate, last, announced, tests } = watched;
    watched.round = Math.max(watched.round, round ?? 1);
    const text = cardText({
      session,
      estimate,
      last,
      round: watched.round,
      runningMs: this.#parts.clock.upMs() - watched.lastUpMs,
      tests,
      announced,
      activity: this.#activityLine(watched),
      nearCap: nearCapLine(last?.session ?? session, this.#parts.limits),
      added: cardLines(session, this.#parts.features()),
      end,
    });
    this.#parts.cards.show(session.id, session.conversation, `${taskTag(session, this.#parts)}${text}`);
  }
}

function cardLines(session: SessionRecord, features: readonly FeatureInSessions[]): readonly string[] {
  const words = texts(session.locale);
  return features.flatMap(({ reports }) => reports?.cardLine?.(session, words) ?? []);
}
