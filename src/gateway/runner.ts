import type { ProgramFacts } from '../contracts/commands.ts';
import type { FeatureInSessions } from '../contracts/feature.ts';
import type { RunControl } from '../contracts/run-events.ts';
import { type Outcome, type SessionRecord, withChange } from '../contracts/session.ts';
import type { Store, TaskStores, Transactions } from '../contracts/store.ts';
import { type Clock, MINUTE_MS } from '../core/clock.ts';
import { isFailure, messageOf, sentenceIn } from '../core/failure.ts';
import type { InstanceId, SessionId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import { formatDuration } from '../core/texts/format.ts';
import { texts } from '../core/texts/texts.ts';
import { backoffMs } from '../core/waiting.ts';
import { type Address, addressOf } from './conversation.ts';
import { isBusyWithFiles } from './feature-actions.ts';
import type { OutgoingMessages } from './outgoing/outgoing.ts';
import { openAgain } from './questions/question-text.ts';
import { numberingOf, taskName } from './tasks/task-name.ts';
import { firstInLine, isAtLimit, isNonBlocking, mustNotOverlap } from './tasks/task-queue.ts';

/** What is shown of a start goes out behind its first request, which it would hold up; but not later than this. */
const SHOWN_AFTER_MS = 50;

const STORAGE_RETRY = { firstMs: 5000, mostMs: MINUTE_MS };

interface RunnerParts {
  readonly store: Transactions & TaskStores & Pick<Store, 'approvals'>;
  readonly outgoing: OutgoingMessages;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  readonly program: Pick<ProgramFacts, 'worktrees'>;
  readonly features: readonly FeatureInSessions[];
  /** Sessions that may run at the same time. */
  readonly maxParallel: number;
  /**
   * Works on a session and stores how it ended; throws for bugs, and Failure `unavailable` when nothing can be stored.
   */
  runSession(id: SessionId, control: RunControl): Promise<Outcome>;
  /** Ends background commands of a session. */
  endCommands(session: SessionRecord): Promise<void>;
  /** Ends background commands of stopped sessions. */
  recordEnds(): Promise<void>;
}

interface SessionRun {
  readonly session: SessionRecord;
  readonly abort: AbortController;
  /** Aborts with the first event. */
  readonly heard: AbortController;
}

/**
 * Schedules sessions: at most one holds a folder (running, waiting or paused), those behind it follow in order;
 * sessions in different folders run in parallel. Which session may run is read from the rows each time; only running
 * ones are in memory.
 */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #runs = new Map<SessionId, SessionRun>();
  /** Paused sessions with the time at which each continues, also by the monotonic clock. */
  readonly #wakes = new Map<SessionId, { readonly wakeAtMs: number; readonly upMs: number }>();
  /** Aborts the sleep until the next of them is due. */
  #nextLook = new AbortController();
  readonly #stopping = new AbortController();
  #idle: (() => void)[] = [];

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Number of runs, including those that wait for room on the disk, and those that continue after a wait. */
  get busy(): number {
    return this.#runs.size + (this.#stopping.signal.aborted ? 0 : this.#paused().length);
  }

  /**
   * Starts queued sessions whose folder is free; conversations with the fewest runs come first.
   * @returns true when one began: waiting messages are sent in a moment
   */
  wake(): boolean {
    const { store, instance, maxParallel } = this.#parts;
    // Called after every message: while all places are taken, no rows are read.
    if (this.#stopping.signal.aborted || this.#runs.size >= maxParallel) return false;
    const queued = store.sessions.listByStatus(['queued'], instance);
    let begun = false;
    for (let next = this.#next(queued); next !== undefined; next = this.#next(queued)) {
      this.#start(next);
      begun = true;
    }
    return begun;
  }

  /** Continues sessions that ran or paused when another program ended, and tells their owners. */
  recover(): void {
    const { store, instance, clock } = this.#parts;
    for (const session of store.sessions.listByStatus(['running'], instance)) {
      if (this.#runs.has(session.id)) continue;
      store.atomically(() => {
        store.sessions.update(session.id, { state: { status: 'queued' }, atMs: clock.nowMs() });
        if (!session.state.cancelRequested) this.#notifyRestart(session);
      });
    }
    for (const session of this.#paused()) {
      // A session that this program knows was paused by this program.
      if (this.#runs.has(session.id) || this.#wakes.has(session.id)) continue;
      store.atomically(() => this.#notifyRestart(session));
    }
    this.wakeDue();
  }

  /** Starts paused sessions whose time has come, and sets a timer for the next. */
  wakeDue(): void {
    if (this.#stopping.signal.aborted) return;
    const { store, clock } = this.#parts;
    let nextMs = Number.POSITIVE_INFINITY;
    for (const session of this.#paused()) {
      const leftMs = this.#leftMs(session);
      if (leftMs > 0) nextMs = Math.min(nextMs, leftMs);
      else {
        this.#wakes.delete(session.id);
        store.sessions.update(session.id, {
          state: { status: 'queued', wakeAtMs: undefined },
          atMs: clock.nowMs(),
        });
      }
    }
    this.#lookAgainIn(nextMs);
    this.wake();
    this.#resolveIdle();
  }

  #paused(): readonly SessionRecord[] {
    const { store, instance } = this.#parts;
    return store.sessions.listByStatus(['paused'], instance);
  }

  /** The smaller of the stored and the elapsed wait: a clock that was set back would delay the stored one. */
  #leftMs({ id, state: { wakeAtMs = 0 } }: SessionRecord): number {
    const { clock } = this.#parts;
    const leftMs = wakeAtMs - clock.nowMs();
    const known = this.#wakes.get(id);
    const upMs = known?.wakeAtMs === wakeAtMs ? known.upMs : clock.upMs() + leftMs;
    this.#wakes.set(id, { wakeAtMs, upMs });
    return Math.min(leftMs, upMs - clock.upMs());
  }

  #lookAgainIn(ms: number): void {
    const { clock, log } = this.#parts;
    this.#nextLook.abort();
    if (ms === Number.POSITIVE_INFINITY) return;
    const look = new AbortController();
    this.#nextLook = look;
    clock
      .sleep(ms, look.signal)
      .then(() => (look.signal.aborted ? undefined : this.wakeDue()))
      // Maintenance also looks every few seconds, so a failure is tried again.
      .catch((error: unknown) => log.error('gateway.wake.failed', { error: messageOf(error) }));
  }

  /**
   * Stores that the person wants the session stopped; inside a transaction. A running one ends itself and reports;
   * any other ends here. Call the returned function after the commit.
   */
  cancel(session: SessionRecord): () => void {
    const { store, clock, outgoing } = this.#parts;
    const atMs = clock.nowMs();
    // A waiting session does nothing more, even if its run is just being cleaned up.
    const run = session.state.status === 'waiting' ? undefined : this.#runs.get(session.id);
    if (run !== undefined || session.state.status === 'running') {
      store.sessions.update(session.id, { state: { cancelRequested: true }, atMs });
      return () => {
        run?.abort.abort('cancel');
        this.endBackground();
      };
    }
    // Search all conversations: the approval may have been sent to an owner's chat.
    for (const approval of store.approvals.listAllPending(session.instance)) {
      if (approval.session !== session.id) continue;
      store.approvals.decide(approval.id, { state: 'withdrawn', answer: '', atMs });
    }
    const ended = { status: 'cancelled', reason: undefined, wakeAtMs: undefined, endedAtMs: atMs } as const;
    store.sessions.update(session.id, { state: ended, atMs });
    outgoing.announcer.announceEnd(withChange(session, { state: ended }), { kind: 'cancelled' });
    return () => {
      this.wakeDue();
      this.endBackground();
    };
  }

  /** Ends background commands that must not continue; maintenance tries again after a failure. */
  endBackground(): void {
    const { recordEnds, log } = this.#parts;
    recordEnds().catch((error: unknown) =>
      log.error('gateway.cancel.incomplete', { error: messageOf(error) }),
    );
  }

  /** Stops runs of sessions that another program has taken over and continues. */
  letGo(): void {
    for (const run of this.#runs.values()) if (this.#isTakenOver(run)) run.abort.abort('taken-over');
  }

  #isTakenOver({ session }: SessionRun): boolean {
    const { store, instance } = this.#parts;
    return !store.sessions.isHeldBy(session.id, instance);
  }

  /** Resolves when nothing runs or will continue after a wait. */
  async idle(): Promise<void> {
    while (this.busy > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /**
   * Asks every run to stop at its next step; interrupted sessions stay `running` in the rows and continue next time.
   */
  async shutdown(): Promise<void> {
    this.#stopping.abort();
    this.#nextLook.abort();
    this.#resolveIdle();
    for (const run of this.#runs.values()) run.abort.abort('shutdown');
    await this.idle();
  }

  /** Picks the oldest session that may run, of the conversation with the fewest runs. */
  #next(queued: readonly SessionRecord[]): SessionRecord | undefined {
    return firstInLine(queued.filter(({ id }) => !this.#runs.has(id)))
      .toSorted((one, other) => this.#runsOf(one) - this.#runsOf(other))
      .find((session) => this.#hasPlace(session) && this.#isFree(session));
  }

  #runsOf({ conversation }: Pick<SessionRecord, 'conversation'>): number {
    return [...this.#runs.values()].filter(({ session }) => session.conversation === conversation).length;
  }

  /** The last place is kept for a conversation without runs: no chat can take all of them. */
  #hasPlace(session: SessionRecord): boolean {
    const { maxParallel } = this.#parts;
    return this.#runs.size < (this.#runsOf(session) === 0 ? maxParallel : maxParallel - 1);
  }

  #isFree(session: SessionRecord): boolean {
    const { store, features } = this.#parts;
    if (isBusyWithFiles(session, features)) return false;
    // A run that has just begun is still queued in its row.
    if ([...this.#runs.values()].some((run) => mustNotOverlap(run.session, session))) return false;
    const holders = store.sessions.listHolders(session.workspace).filter(({ id }) => id !== session.id);
    if (holders.some((holder) => mustNotOverlap(session, holder) && !isNonBlocking(holder))) return false;
    return !isAtLimit(session, this.#workingBeside(session), this.#parts.program.worktrees.maxParallelTasks);
  }

  /** Sessions of the same chat that run, or hold a folder while they wait. */
  #workingBeside({ conversation }: SessionRecord): readonly SessionRecord[] {
    const begun = [...this.#runs.values()].map(({ session }) => session);
    const open = this.#parts.store.sessions.listOpen(conversation);
    return [...begun, ...open.filter(({ state: { status } }) => status !== 'queued')];
  }

  #start(session: SessionRecord): void {
    const { log } = this.#parts;
    const { id, conversation } = session;
    const { channel, chat } = addressOf(conversation);
    const run: SessionRun = { session, abort: new AbortController(), heard: new AbortController() };
    // An earlier program was killed before it could stop this session.
    if (session.state.cancelRequested) run.abort.abort('cancel');
    this.#runs.set(id, run);
    void this.#showStart(run, { channel, chat });
    this.#runUntilStored(id, run)
      .catch((error: unknown) => log.error('gateway.run.lost', { session_id: id, error: messageOf(error) }))
      .then(() => this.#finish(session, { channel, chat }))
      .catch((error: unknown) => log.error('gateway.wake.failed', { error: messageOf(error) }));
  }

  async #showStart(run: SessionRun, { channel, chat }: Address): Promise<void> {
    const { outgoing, clock, log } = this.#parts;
    await clock.sleep(SHOWN_AFTER_MS, run.heard.signal);
    try {
      if (this.#runs.get(run.session.id) === run) outgoing.channels.get(channel)?.setTyping(chat, true);
      outgoing.nudge();
    } catch (error) {
      // The next sent message takes the marks with it.
      log.warn('gateway.start.not_shown', { session_id: run.session.id, error: messageOf(error) });
    }
  }

  #finish(session: SessionRecord, { channel, chat }: Address): void {
    const { outgoing } = this.#parts;
    outgoing.progress.end(session.id);
    this.#runs.delete(session.id);
    if (this.#runsOf(session) === 0) outgoing.channels.get(channel)?.setTyping(chat, false);
    try {
      this.wakeDue();
    } finally {
      this.#resolveIdle();
    }
  }

  /** Repeats while nothing can be stored: the rows are unchanged, so nothing is lost. */
  async #runUntilStored(id: SessionId, run: SessionRun): Promise<void> {
    const { clock, outgoing, log } = this.#parts;
    const control: RunControl = {
      signal: run.abort.signal,
      onEvent(event) {
        outgoing.progress.showEvent(id, event);
        run.heard.abort();
      },
    };
    for (let attempt = 0; !this.#stopping.signal.aborted; attempt += 1) {
      try {
        await this.#parts.runSession(id, control);
        return this.#isTakenOver(run) ? this.#notifyTakenOver(run.session) : undefined;
      } catch (error) {
        if (this.#isTakenOver(run)) return this.#notifyTakenOver(run.session);
        log.error('gateway.run.failed', { session_id: id, error: messageOf(error) });
        if (!isFailure(error) || error.kind !== 'unavailable') return this.#storeBug(id, error);
      }
      outgoing.storageNotice.notify(run.session.conversation, run.session.locale, 'kept');
      await clock.sleep(backoffMs(attempt, STORAGE_RETRY), this.#stopping.signal);
    }
  }

  /** A run must not end silently, not even after a bug. */
  #storeBug(id: SessionId, error: unknown): void {
    const { store, clock, outgoing } = this.#parts;
    const session = store.sessions.get(id);
    if (session === undefined) return;
    const atMs = clock.nowMs();
    const failed = { status: 'failed', reason: 'bug', endedAtMs: atMs } as const;
    store.atomically(() => {
      store.sessions.update(id, { state: failed, atMs });
      const outcome = { kind: 'failed', detail: sentenceIn(session.locale, error) } as const;
      outgoing.announcer.announceEnd(withChange(session, { state: failed }), outcome);
    });
    outgoing.nudge();
  }

  #notifyRestart(session: SessionRecord): void {
    const { outgoing, instance, store, clock } = this.#parts;
    const words = texts(session.locale);
    const { report } = words;
    const name = taskName(session, numberingOf(this.#parts));
    const open = store.approvals.listPending(session.conversation);
    const leftMs = Math.max(0, (session.state.wakeAtMs ?? 0) - clock.nowMs());
    const lines = [
      ...(session.state.status === 'paused'
        ? [
            report.restartedWaiting(name),
            leftMs > 0 ? report.pausedHow(formatDuration(leftMs)) : report.pauseOver,
          ]
        : [report.restarted(name, Math.max(1, session.usage.round))]),
      ...openAgain(open, words),
    ];
    outgoing.outbox.enqueue({
      conversation: session.conversation,
      key: `restart:${session.id}:${instance}`,
      body: { kind: 'text', text: lines.join('\n') },
    });
  }

  #notifyTakenOver(session: SessionRecord): void {
    const { outgoing, instance, log, endCommands } = this.#parts;
    endCommands(session).catch((error: unknown) =>
      log.error('gateway.commands.not_ended', { session_id: session.id, error: messageOf(error) }),
    );
    const { report } = texts(session.locale);
    log.error('gateway.run.taken_over', { session_id: session.id });
    outgoing.outbox.enqueue({
      conversation: session.conversation,
      key: `taken-over:${session.id}:${instance}`,
      body: { kind: 'text', text: report.takenOver(taskName(session, numberingOf(this.#parts))) },
    });
    outgoing.nudge();
  }

  #resolveIdle(): void {
    if (this.#runs.size > 0) return;
    const waiting = this.#idle;
    this.#idle = [];
    for (const resolve of waiting) resolve();
  }
}
