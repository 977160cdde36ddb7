import type { RunSession } from '../../../contracts/feature.ts';
import type { SessionStatus } from '../../../contracts/session.ts';
import type { WorktreeRecord } from '../../../contracts/worktrees.ts';
import { DAY_MS } from '../../../core/clock.ts';
import { messageOf, unreachable } from '../../../core/failure.ts';
import type { SessionId } from '../../../core/ids.ts';
import { texts } from '../../../core/texts/texts.ts';
import { createKeyedQueue } from '../../../core/work-queues.ts';
import { workDone } from '../../../gateway/report/work-done.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import { whyFailed } from '../../../gateway/workers.ts';
import { choiceLine } from '../choices.ts';
import { worktreeTexts } from '../texts/texts.ts';
import { landTask, outcomeKey } from './land.ts';
import {
  clearWorktree,
  discardWorktree,
  keepBranch,
  makeFor,
  NO_CHOOSER,
  readyToPush,
} from './worktree-folder.ts';
import { endOfRun, hasChanged, type WorktreeTask, type WorktreeTaskParts } from './worktree-task.ts';

export interface WorktreeWorkerParts extends WorktreeTaskParts {
  /** Called when work in these files may begin again. */
  wake(): void;
}

/**
 * Makes worktrees before their tasks begin, carries out people's choices about them, and removes them. A choice is
 * stored before anything is touched; the next program continues an unfinished one. One step at a time in a project.
 */
export class WorktreeWorker {
  readonly #parts: WorktreeWorkerParts;
  /** By project. */
  readonly #queue = createKeyedQueue();
  /** Sessions that this program works on, so that recovery does not begin them again. */
  readonly #begun = new Set<SessionId>();
  /** Tasks whose run has begun in this program, with their folders. */
  readonly #running = new Map<SessionId, string>();

  constructor(parts: WorktreeWorkerParts) {
    this.#parts = parts;
  }

  /** Wraps a run so that its folder exists before it begins. */
  around(run: RunSession): RunSession {
    return async (id, control) => {
      const session = this.#parts.store.sessions.get(id);
      this.#running.set(id, session?.workspace ?? '');
      try {
        // A landing or removal in the project must finish before a new worktree is made.
        await this.#queue.run(session?.project ?? '', async () => undefined);
        return (await makeFor(id, control, this.#parts)) ?? (await run(id, control));
      } finally {
        this.#running.delete(id);
        this.#takeUpLater(id);
      }
    };
  }

  /** Call it after a commit that stored a choice, or after the end of a task: begins all pending work. */
  takeUp(): void {
    const { store, instance, clock } = this.#parts;
    for (const { session } of store.worktrees.listUnfinished(instance)) this.#begin(session);
    for (const { session } of store.worktrees.listOlderThan(clock.nowMs() + 1)) {
      if (this.#tidyStep(session) !== 'none') this.#begin(session);
    }
  }

  /** The end of a run is stored, whatever happens to its folder. */
  #takeUpLater(id: SessionId): void {
    try {
      this.takeUp();
    } catch (error) {
      this.#parts.log.error('worktrees.failed', { session_id: id, error: messageOf(error) });
    }
  }

  /** Continues what an earlier program left. */
  recover(): void {
    const { store, instance, outgoing } = this.#parts;
    for (const { session: id, choice } of store.worktrees.listUnfinished(instance)) {
      const session = store.sessions.get(id);
      if (session === undefined || this.#begun.has(id)) continue;
      const key = `worktree-restart:${id}:${choice}:${instance}`;
      const text = worktreeTexts(texts(session.locale)).resumed(taskLine(session));
      outgoing.outbox.enqueue({ conversation: session.conversation, key, body: { kind: 'text', text } });
    }
    this.takeUp();
  }

  /** Resolves when no landing or removal is running. */
  async idle(): Promise<void> {
    await this.#queue.idle();
  }

  #begin(id: SessionId): void {
    const project = this.#parts.store.worktrees.get(id)?.project;
    if (project === undefined || this.#begun.has(id)) return;
    this.#begun.add(id);
    void this.#queue.run(project, () => this.#work(id));
  }

  async #work(id: SessionId): Promise<void> {
    const { log } = this.#parts;
    try {
      await this.#next(id);
      this.#begun.delete(id);
      this.#notifyAndWake();
    } catch (error) {
      // Storing or removing a folder failed: the rows stay, and it is tried again later.
      log.error('worktrees.failed', { session_id: id, error: messageOf(error) });
    } finally {
      this.#begun.delete(id);
    }
  }

  #notifyAndWake(): void {
    this.#parts.outgoing.nudge();
    this.#parts.wake();
  }

  async #next(id: SessionId): Promise<void> {
    const worktree = this.#worktreeTask(id);
    if (worktree === undefined) return;
    const { landing } = worktree.record;
    if (landing === 'wanted' || landing === 'acting') {
      await this.#carryOut(worktree);
      // Removing a large folder takes a while: nothing waits for it.
      this.#notifyAndWake();
    }
    // A finished task needs no folder; the choice may have been to finish.
    const step = this.#running.has(id) ? 'none' : this.#tidyStep(id);
    if (step !== 'none') await this.#tidy(id, step);
  }

  async #carryOut(worktree: WorktreeTask): Promise<void> {
    try {
      await this.#choice(worktree);
    } catch (error) {
      this.#fail(worktree, error);
    }
  }

  async #choice(worktree: WorktreeTask): Promise<void> {
    const { choice, landing, project } = worktree.record;
    // Commands that still write would be missing in the landing, and would lose their folder.
    await this.#parts.endCommands(worktree.session);
    switch (choice) {
      case 'apply':
      case 'merge': {
        const worker = landing === 'wanted' ? this.#workerIn(project) : undefined;
        return worker === undefined ? landTask(worktree, this.#parts) : this.#busy(worktree, worker);
      }
      case 'pull-request':
        return readyToPush(worktree, this.#parts);
      case 'keep':
        return keepBranch(worktree, this.#parts);
      case 'discard':
        return discardWorktree(worktree, this.#parts);
      case undefined:
        throw new Error(`a choice about ${worktree.session.id} is to be carried out, and there is none`);
      default:
        return unreachable(choice);
    }
  }

  /** A run that began before the choice was stored, and is not yet running in the rows. */
  #workerIn(project: string): SessionId | undefined {
    const found = [...this.#running].find(([, workspace]) => workspace === project);
    return found?.[0] ?? this.#parts.store.sessions.listHolders(project)[0]?.id;
  }

  #busy({ session }: WorktreeTask, worker: SessionId): void {
    const { store } = this.#parts;
    const other = store.sessions.get(worker) ?? session;
    this.#notify(session.id, worktreeTexts(texts(session.locale)).busy(taskLine(other)));
  }

  #fail({ session, record }: WorktreeTask, error: unknown): void {
    const { log, canOpenPullRequests, store } = this.#parts;
    log.warn('worktrees.choice_failed', { session_id: session.id, error: messageOf(error) });
    const words = texts(session.locale);
    const { failed, failedMidway, stillOpen } = worktreeTexts(words);
    // Once its plan is stored, parts of it may have been applied.
    const isMidway = store.worktrees.get(session.id)?.plan !== undefined;
    const lines = [
      failed(taskLine(session), whyFailed(error, session.locale)),
      ...(isMidway ? [failedMidway] : []),
    ];
    this.#notify(
      session.id,
      [...lines, stillOpen(choiceLine(record, { canOpenPullRequests }, words))].join('\n'),
    );
  }

  /** The person can choose again. */
  #notify(id: SessionId, text: string): void {
    const { store, outgoing } = this.#parts;
    const conversation = store.sessions.get(id)?.conversation;
    store.atomically(() => {
      store.worktrees.finish(id, 'refused');
      if (conversation !== undefined)
        outgoing.outbox.enqueue({ conversation, key: outcomeKey(id), body: { kind: 'text', text } });
    });
  }

  #tidyStep(id: SessionId): TidyStep {
    const { store, clock } = this.#parts;
    const worktree = this.#worktreeTask(id);
    if (worktree === undefined || this.#running.has(id) || !this.#isOurs(worktree)) return 'none';
    const { record, session } = worktree;
    return tidyStep({
      record,
      status: session.state.status,
      hasChanged: hasChanged(store.checkpoints.listCurrent(id)),
      hasPullRequest: workDone(session, store).pullRequest !== undefined,
      ageMs: clock.nowMs() - session.state.updatedAtMs,
    });
  }

  /**
   * True when the worktree belongs to this program or to one that has ended: another running program works with its
   * own.
   */
  #isOurs({ session }: WorktreeTask): boolean {
    const { store, instance } = this.#parts;
    return session.instance === instance || !store.instances.all().some(({ id }) => id === session.instance);
  }

  async #tidy(id: SessionId, step: Exclude<TidyStep, 'none'>): Promise<void> {
    const worktree = this.#worktreeTask(id);
    if (worktree === undefined) return;
    switch (step) {
      case 'put-away':
        return clearWorktree(worktree, { withBranch: false }, this.#parts);
      case 'clear':
        return clearWorktree(worktree, { withBranch: true }, this.#parts);
      case 'keep':
        return this.#unasked(worktree, 'keep');
      case 'discard':
        return this.#unasked(worktree, 'discard');
      default:
        return unreachable(step);
    }
  }

  /** Without a choice for a long time, the program stores one for nobody. */
  async #unasked({ session: { id } }: WorktreeTask, choice: 'keep' | 'discard'): Promise<void> {
    const { store, instance, clock } = this.#parts;
    store.atomically(() => {
      if (store.worktrees.choose(id, choice, NO_CHOOSER))
        store.sessions.update(id, { instance, atMs: clock.nowMs() });
    });
    const worktree = this.#worktreeTask(id);
    if (worktree !== undefined) await this.#carryOut(worktree);
    if (this.#tidyStep(id) === 'put-away') await this.#tidy(id, 'put-away');
  }

  #worktreeTask(id: SessionId): WorktreeTask | undefined {
    const { store } = this.#parts;
    const record = store.worktrees.get(id);
    const session = store.sessions.get(id);
    return record === undefined || session === undefined ? undefined : { record, session };
  }
}

/** How long a finished worktree waits for a choice. */
export const CHOICE_TIMEOUT_MS = 14 * DAY_MS;

/**
 * The next step for the worktree of an idle task. `put-away`: remove the folder, keep the branch. `clear`: remove the
 * branch too. `keep`, `discard`: what happens without a choice for so long.
 */
type TidyStep = 'none' | 'put-away' | 'clear' | 'keep' | 'discard';

interface TidyFacts {
  readonly record: Pick<WorktreeRecord, 'kind' | 'state' | 'choice' | 'landing'>;
  readonly status: SessionStatus;
  readonly hasChanged: boolean;
  readonly hasPullRequest: boolean;
  /** Milliseconds since the task became idle. */
  readonly ageMs: number;
}

export function tidyStep({ record, status, hasChanged, hasPullRequest, ageMs }: TidyFacts): TidyStep {
  const { kind, choice, landing, state } = record;
  const isAtRest = status === 'done' || status === 'cancelled' || status === 'parked' || status === 'failed';
  if (!isAtRest || state === 'gone' || landing === 'wanted' || landing === 'acting') return 'none';
  const end = endOfRun({ kind, outcome: status, hasChanged, hasPullRequest });
  if (landing === 'done' && choice !== 'pull-request') return choice === 'keep' ? 'put-away' : 'clear';
  if (end === 'pull-request') return 'put-away';
  if (end === 'nothing') return 'clear';
  if (ageMs < CHOICE_TIMEOUT_MS) return 'none';
  if (!hasChanged) return 'clear';
  return kind === 'dry-run' ? 'discard' : 'keep';
}
