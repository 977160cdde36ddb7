import type { Queues } from '../../cluster/queues/queues.ts';
import { FrontAnswer } from '../../cluster/queues/wire.ts';
import type { FailureKind } from '../../core/failure.ts';

interface AwaitedAnswer {
  readonly queue: string;
  settle(answer: FrontAnswer): void;
}

/**
 * The answers of fronts to jobs of this cell. An answer is the output of its job. NOTIFY only brings it sooner: after a
 * restart, or when a NOTIFY was missed, it is read from the job.
 */
export class FrontAnswers {
  readonly #queues: Pick<Queues, 'readOutputs'>;
  readonly #waiting = new Map<string, AwaitedAnswer>();

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
