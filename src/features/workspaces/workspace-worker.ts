import type { ProgramFacts } from '../../contracts/commands.ts';
import type { Worker } from '../../contracts/feature.ts';
import type { Transactions } from '../../contracts/store.ts';
import { type Clock, HOUR_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { InstanceId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { texts } from '../../core/texts/texts.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { createProgressUpdater } from '../../gateway/outgoing/progress-message.ts';
import { KeyedWork, whyFailed } from '../../gateway/workers.ts';
import type { NewWorkspace, NewWorkspaceStore } from './new-workspace.ts';
import { type WorkspaceTexts, workspaceTexts } from './texts/texts.ts';

export interface WorkspaceWorkerParts {
  readonly rows: NewWorkspaceStore;
  readonly store: Transactions;
  readonly program: Pick<ProgramFacts, 'workspaces'>;
  readonly outgoing: Pick<OutgoingMessages, 'channels' | 'outbox' | 'nudge'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
}

/** Longer than any clone takes. */
const HALF_MADE_MS = 3 * HOUR_MS;

/**
 * Creates the requested projects, in parallel: each is complete or absent. The next program begins an interrupted one
 * again.
 */
export class WorkspaceWorker implements Worker {
  readonly #parts: WorkspaceWorkerParts;
  readonly #making = new KeyedWork<number>();

  constructor(parts: WorkspaceWorkerParts) {
    this.#parts = parts;
  }

  /** Call it after the commit that stored the request. */
  begin(seq: number): void {
    const requested = this.#parts.rows.get(seq);
    if (requested?.state !== 'wanted' || this.#making.has(seq)) return;
    this.#making.begin(seq, (signal) => this.#make(requested, signal));
  }

  /**
   * Gives up a project that does not exist yet; inside a transaction. Call the returned function after the commit.
   */
  cancel(seq: number): () => void {
    const requested = this.#parts.rows.get(seq);
    if (requested !== undefined)
      this.#end(requested, 'cancelled', (words) => words.cancelled(requested.name));
    return () => this.#making.drop(seq);
  }

  /** Continues what an earlier program left. */
  recover(): void {
    const { rows, instance, outgoing } = this.#parts;
    for (const requested of rows.listUnfinished(instance)) {
      if (this.#making.has(requested.seq)) continue;
      const text = workspaceTexts(texts(requested.locale)).beganAgain(requested.name);
      const key = `workspace-restart:${requested.seq}:${instance}`;
      outgoing.outbox.enqueue({ conversation: requested.conversation, key, body: { kind: 'text', text } });
      this.begin(requested.seq);
    }
  }

  /** Resolves when no project is being made. */
  idle(): Promise<void> {
    return this.#making.idle();
  }

  countUnfinished(): number {
    const { rows, instance } = this.#parts;
    return rows.listUnfinished(instance).length;
  }

  /** Leaves unfinished work to the next program. */
  stop(): Promise<void> {
    return this.#making.stop();
  }

  async #make(requested: NewWorkspace, signal: AbortSignal): Promise<void> {
    const { program, log, outgoing } = this.#parts;
    const { url, name, token, seq } = requested;
    try {
      const notify = createProgressUpdater(this.#parts, {
        conversation: requested.conversation,
        target: requested.messageId,
      });
      const onProgress = (progress: string): void => notify(`⬇️ ${name} · ${progress}`);
      await program.workspaces.make({ url, name, token, signal, onProgress });
      this.#there(requested);
    } catch (error) {
      this.#failed(requested, error, signal);
    }
    log.info('workspaces.made', {
      name,
      state: this.#parts.rows.get(seq)?.state ?? '',
    });
    outgoing.nudge();
  }

  /** A project that was given up too late exists all the same: a message corrects the earlier one. */
  #there(requested: NewWorkspace): void {
    if (this.#end(requested, 'done', (words) => words.added(requested.name))) return;
    const { outgoing } = this.#parts;
    const { added } = workspaceTexts(texts(requested.locale));
    const body = { kind: 'text', text: added(requested.name) } as const;
    outgoing.outbox.enqueue({
      conversation: requested.conversation,
      key: `workspace:${requested.seq}:all-the-same`,
      body,
    });
  }

  /** At the program's end the request stays; for a cancelled one the person has had a message. */
  #failed(requested: NewWorkspace, error: unknown, signal: AbortSignal): void {
    const { log } = this.#parts;
    if (signal.aborted) return;
    log.warn('workspaces.failed', { name: requested.name, error: messageOf(error) });
    try {
      const why = whyFailed(error, requested.locale);
      this.#end(requested, 'failed', (words) => words.notAdded(requested.name, why));
    } catch (broken) {
      // Storing failed: the row stays wanted, and the next program tries again.
      log.error('workspaces.lost', { name: requested.name, error: messageOf(broken) });
    }
  }

  /** Removes half-made projects that no program will finish. */
  async tidy(): Promise<void> {
    const { program, clock, log } = this.#parts;
    const count = await program.workspaces.removeHalfMade(clock.nowMs() - HALF_MADE_MS);
    if (count > 0) log.info('workspaces.removed', { count });
  }

  /** One commit; the first caller decides how it ends. False for every later one. */
  #end(
    requested: NewWorkspace,
    state: 'done' | 'failed' | 'cancelled',
    textIn: (words: WorkspaceTexts) => string,
  ): boolean {
    const { rows, store, outgoing } = this.#parts;
    const workspaces = workspaceTexts(texts(requested.locale));
    return store.atomically(() => {
      if (!rows.end(requested.seq, state)) return false;
      const body = { kind: 'text', text: textIn(workspaces) } as const;
      outgoing.outbox.enqueue({
        conversation: requested.conversation,
        key: `workspace:${requested.seq}:${state}`,
        body,
      });
      return true;
    });
  }
}
