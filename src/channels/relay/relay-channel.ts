import type { ClusterBackgroundTask, ClusterDatabase } from '../../cluster/cluster-database.ts';
import type { CellName } from '../../cluster/names.ts';
import type { Queues } from '../../cluster/queues/queues.ts';
import { FrontAnswer } from '../../cluster/queues/wire.ts';
import type { Channel } from '../../contracts/channel.ts';
import type { DueRuns, Ownership, RunClaim } from '../../contracts/machines.ts';
import type { Clock } from '../../core/clock.ts';
import type { FailureKind } from '../../core/failure.ts';
import type { SessionId } from '../../core/ids.ts';
import type { Json } from '../../core/json.ts';
import type { Log } from '../../core/log.ts';
import type { ChatMover } from './chat-mover.ts';
import type { RelayRows } from './relay-rows.ts';

export interface RelayParts {
  readonly cell: CellName;
  /** It is closed with the channel. */
  readonly cluster: ClusterDatabase;
  readonly rows: RelayRows;
  readonly version: string;
  /** Facts about this cell for the cluster: asked for when it joins, and about every 10 s. */
  facts(): Json;
  /** Other users of the connection: they end before it is closed. */
  readonly beside: readonly ClusterBackgroundTask[];
  /** Sessions of this chat that have not ended. */
  openSessions(chat: string): readonly SessionId[];
  readonly mover: ChatMover;
  readonly clock: Clock;
  readonly log: Log;
}

/** How a cell is connected with its cluster. */
export interface RelayReport {
  readonly cell: CellName;
  /** True while no other process can have the cell's name. */
  readonly isHeld: boolean;
  /** How long PostgreSQL has not answered; undefined while it answers. */
  readonly awayMs: number | undefined;
}

/** Another living cell that takes conversations. */
export interface OtherCell {
  readonly cell: CellName;
  readonly projects: readonly string[];
}

/** A chat that is to live in another cell, as its people have asked. */
export interface ChatMoveRequest {
  readonly chat: string;
  readonly project: string;
  /** The messages that ask for the move. They count as handled, so the other cell does not handle them again. */
  readonly messages: readonly { readonly sender: string; readonly id: string }[];
}

export interface RelayChannel extends Channel, Ownership {
  format(text: string): string;
  canDelete(chat: string): boolean;
  /**
   * Whether runs of a schedule of this chat begin here. They begin at most once, and rather late than twice: while
   * PostgreSQL is away, and while the chat is on its way to another cell, they wait.
   */
  claimRuns(chat: string, due: Omit<DueRuns, 'conversation'>): Promise<RunClaim>;
  report(): RelayReport;
  /** As last heard. */
  otherCells(): readonly OtherCell[];
  /** True while the chat is on its way to another cell: nothing may begin there. */
  isHandingOver(chat: string): boolean;
  /**
   * Moves a chat to a cell that has the project, once none of its work is under way here; false when some is: then it
   * stays.
   * @throws Failure `not-found` when no cell with the project takes it, `unavailable` while PostgreSQL is away
   */
  moveToProject(wanted: ChatMoveRequest): Promise<boolean>;
}

/**
 * The answers of fronts to jobs of this cell. An answer is the output of its job. NOTIFY only brings it sooner: after a
 * restart, or when a NOTIFY was missed, it is read from the job.
 */
export class FrontAnswers {
  readonly #queues: Pick<Queues, 'readOutputs'>;
  readonly #waiting = new Map<string, { readonly queue: string; settle(answer: FrontAnswer): void }>();

  constructor(queues: Pick<Queues, 'readOutputs'>) {
    this.#queues = queues;
  }

  /** The answer to this job, which need not exist yet. `forget` has to be called in every case. */
  await(id: string, queue: string): Promise<FrontAnswer> {
    return new Promise((settle) => this.#waiting.set(id, { queue, settle }));
  }

  forget(id: string): void {
    this.#waiting.delete(id);
  }

  /** True when this job of an earlier try is answered already. Rejects while PostgreSQL is away. */
  async isThere(id: string): Promise<boolean> {
    await this.lookUp([id]);
    return !this.#waiting.has(id);
  }

  heard(id: string, answer: FrontAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.settle(answer);
  }

  /** Takes the answers that are there. Rejects while PostgreSQL is away. */
  async lookUp(ids: readonly string[] = [...this.#waiting.keys()]): Promise<void> {
    for (const [queue, own] of this.#byQueue(ids))
      for (const [id, output] of await this.#queues.readOutputs(queue, own))
        this.heard(id, readAnswer(output));
  }

  #byQueue(ids: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, readonly string[]>();
    for (const id of ids) {
      const queue = this.#waiting.get(id)?.queue;
      if (queue !== undefined) found.set(queue, [...(found.get(queue) ?? []), id]);
    }
    return found;
  }
}

/** A job that the front has set aside, because it could not read it, has another output. */
function readAnswer(output: unknown): FrontAnswer {
  const read = FrontAnswer.safeParse(output);
  if (read.success) return read.data;
  return {
    ok: false,
    failure: 'invalid',
    reason: 'The front could not read it. Its version may be older than the one of this cell.',
  };
}

/** A job is answered only once: a further try would get the same answer, so none may be made. */
export function finalKind({ failure }: Extract<FrontAnswer, { ok: false }>): FailureKind {
  return failure === 'unavailable' || failure === 'timeout' ? 'denied' : failure;
}
