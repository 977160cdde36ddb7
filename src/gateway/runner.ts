import { backoffMs } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import { isFailure, messageOf } from '../base/failure.ts';
import type { ConversationId, InstanceId, SessionId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import { texts } from '../base/texts/texts.ts';
import { taskLine } from '../commands/session-text.ts';
import type { RunControl } from '../contracts/run-events.ts';
import type { Outcome, SessionRecord } from '../contracts/session.ts';
import type { Store } from '../contracts/store.ts';
import { type Address, addressOf } from './address.ts';
import type { Outgoing } from './outgoing.ts';
import { markWorking } from './reactions.ts';

const STORAGE_RETRY = { firstMs: 5000, mostMs: 60_000 };

export interface RunnerParts {
  readonly store: Store;
  readonly outgoing: Outgoing;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  /** Conversations that may run at the same time. */
  readonly maxParallel: number;
  /** Works on a session and stores how it ended; throws for bugs, and Failure `unavailable` when nothing can be stored. */
  runSession(id: SessionId, control: RunControl): Promise<Outcome>;
  /** Ends background commands of sessions that were stopped. */
  recordEnds(): Promise<void>;
}

interface Run {
  readonly conversation: ConversationId;
  readonly abort: AbortController;
  /** Waits for room on the disk; does not count as running when the program wants to end. */
  stalled: boolean;
}

/**
 * Gives sessions their turn: at most one of a conversation holds its slot (running, waiting or paused), queued ones
 * follow in order. Which session may run is read from the rows each time; only what runs right now is in memory.
 */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #runs = new Map<SessionId, Run>();
  readonly #stopping = new AbortController();
  #idle: (() => void)[] = [];

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Runs that are under way, without those that wait for room on the disk. */
  get busy(): number {
    return [...this.#runs.values()].filter((run) => !run.stalled).length;
  }

  /** Starts queued sessions whose conversation is free. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    const { store, instance, maxParallel } = this.#parts;
    for (const session of store.sessions.withStatus(['queued'], instance)) {
      if (this.#runs.size >= maxParallel) return;
      if (this.#isFree(session)) this.#start(session);
    }
  }

  /** Sessions that ran when another program ended go on by themselves, and their owners are told. */
  recover(): void {
    const { store, instance, clock } = this.#parts;
    for (const session of store.sessions.withStatus(['running'], instance)) {
      if (this.#runs.has(session.id)) continue;
      store.atomically(() => {
        store.sessions.update(session.id, { status: 'queued', atMs: clock.nowMs() });
        if (!session.cancelRequested) this.#tellRestart(session);
      });
    }
    this.wake();
  }

  /** Paused sessions whose time has come. */
  wakeDue(): void {
    const { store, instance, clock } = this.#parts;
    const nowMs = clock.nowMs();
    for (const session of store.sessions.withStatus(['paused'], instance)) {
      if (session.wakeAtMs !== undefined && session.wakeAtMs > nowMs) continue;
      store.sessions.update(session.id, { status: 'queued', wakeAtMs: undefined, atMs: nowMs });
    }
    this.wake();
  }

  /**
   * Inside a transaction: stores that the person wants it stopped. One that runs ends itself and reports; any other
   * ends here. The returned function belongs after the commit.
   */
  cancel(session: SessionRecord): () => void {
    const { store, clock, outgoing } = this.#parts;
    const atMs = clock.nowMs();
    const run = this.#runs.get(session.id);
    if (run !== undefined || session.status === 'running') {
      store.sessions.update(session.id, { cancelRequested: true, atMs });
      return () => run?.abort.abort('cancel');
    }
    // Not by conversation: it may be asked of an owner elsewhere.
    for (const approval of store.approvals.allPending(session.instance)) {
      if (approval.session !== session.id) continue;
      store.approvals.decide(approval.id, { state: 'withdrawn', answer: '', atMs });
    }
    const ended = { status: 'cancelled', reason: undefined, wakeAtMs: undefined, endedAtMs: atMs } as const;
    store.sessions.update(session.id, { ...ended, atMs });
    outgoing.announcer.ended({ ...session, ...ended }, { kind: 'cancelled' });
    return () => {
      this.wake();
      this.#endCommands();
    };
  }

  /** What a session left running in the background goes with it; what fails here is tried again by the house. */
  #endCommands(): void {
    const { recordEnds, log } = this.#parts;
    recordEnds().catch((error: unknown) =>
      log.error('gateway.cancel.incomplete', { error: messageOf(error) }),
    );
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    while (this.busy > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Asks every run to stop at its next step; what they were at stays `running` in the rows and goes on next time. */
  async shutdown(): Promise<void> {
    this.#stopping.abort();
    for (const run of this.#runs.values()) run.abort.abort('shutdown');
    await this.idle();
  }

  #isFree({ id, conversation, workspace }: SessionRecord): boolean {
    const { undos, worktrees } = this.#parts.store;
    if (undos.isBusy(workspace) || worktrees.isBusy(id, workspace)) return false;
    const runsHere = [...this.#runs.values()].some((run) => run.conversation === conversation);
    if (runsHere) return false;
    const holders = this.#parts.store.sessions.inConversation(conversation, ['running', 'waiting', 'paused']);
    return holders.length === 0;
  }

  #start(session: SessionRecord): void {
    const { outgoing, log } = this.#parts;
    const { id, conversation } = session;
    const { channel, chat } = addressOf(conversation);
    const run: Run = { conversation, abort: new AbortController(), stalled: false };
    this.#runs.set(id, run);
    outgoing.channels.get(channel)?.typing(chat, true);
    markWorking(session, outgoing.postbox);
    outgoing.nudge();
    this.#runUntilStored(id, run)
      .catch((error: unknown) => log.error('gateway.run.lost', { session_id: id, error: messageOf(error) }))
      .then(() => this.#finish(id, { channel, chat }))
      .catch((error: unknown) => log.error('gateway.wake.failed', { error: messageOf(error) }));
  }

  #finish(id: SessionId, { channel, chat }: Address): void {
    const { outgoing } = this.#parts;
    outgoing.channels.get(channel)?.typing(chat, false);
    outgoing.progress.end(id);
    this.#runs.delete(id);
    try {
      this.wake();
    } finally {
      this.#tellIdle();
    }
  }

  /** Again and again while nothing can be stored: the rows are as they were, so nothing is lost. */
  async #runUntilStored(id: SessionId, run: Run): Promise<void> {
    const { clock, outgoing, log, store } = this.#parts;
    const control: RunControl = {
      signal: run.abort.signal,
      onEvent: (event) => outgoing.progress.event(id, event),
    };
    for (let attempt = 0; !this.#stopping.signal.aborted; attempt += 1) {
      try {
        await this.#parts.runSession(id, control);
        return;
      } catch (error) {
        log.error('gateway.run.failed', { session_id: id, error: messageOf(error) });
        if (!isFailure(error) || error.kind !== 'unavailable') return this.#storeBug(id, error);
      }
      outgoing.storageNotice.tell(run.conversation, store.sessions.get(id)?.locale ?? 'en');
      run.stalled = true;
      this.#tellIdle();
      await clock.sleep(backoffMs(attempt, STORAGE_RETRY), this.#stopping.signal);
      run.stalled = false;
    }
  }

  /** A run may not end without a word, not even by a mistake of ours. */
  #storeBug(id: SessionId, error: unknown): void {
    const { store, clock, outgoing } = this.#parts;
    const session = store.sessions.get(id);
    if (session === undefined) return;
    const atMs = clock.nowMs();
    const failed = { status: 'failed', reason: 'bug', endedAtMs: atMs } as const;
    store.atomically(() => {
      store.sessions.update(id, { ...failed, atMs });
      outgoing.announcer.ended({ ...session, ...failed }, { kind: 'failed', detail: messageOf(error) });
    });
    outgoing.nudge();
  }

  #tellRestart(session: SessionRecord): void {
    const { outgoing, instance } = this.#parts;
    const { report } = texts(session.locale);
    outgoing.postbox.add({
      conversation: session.conversation,
      key: `restart:${session.id}:${instance}`,
      body: { kind: 'text', text: report.restarted(taskLine(session), Math.max(1, session.round)) },
    });
  }

  #tellIdle(): void {
    if (this.busy > 0) return;
    const waiting = this.#idle;
    this.#idle = [];
    for (const resolve of waiting) resolve();
  }
}
