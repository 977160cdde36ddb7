import type { ModelReply } from '../contracts/model.ts';
import { costAndTokens } from '../models/profile.ts';
import type { AgentParts } from './parts.ts';
import type { SessionWrites } from './session-writes.ts';

/** Counts the money and the active time of a session. */
export class SessionSpending {
  readonly #parts: Pick<AgentParts, 'store' | 'models' | 'clock'>;
  readonly #writes: SessionWrites;
  readonly #startedUpMs: number;
  #activeBeforeMs: number;

  constructor(parts: Pick<AgentParts, 'store' | 'models' | 'clock'>, writes: SessionWrites) {
    this.#parts = parts;
    this.#writes = writes;
    this.#startedUpMs = parts.clock.upMs();
    this.#activeBeforeMs = writes.record.usage.activeMs;
  }

  /** Active time of the present run, in milliseconds. */
  activeMs(): number {
    return this.#activeBeforeMs + Math.round(this.#parts.clock.upMs() - this.#startedUpMs);
  }

  /** Counts what a command of an earlier program worked beyond the time that this one watched it. */
  addActive(ms: number): void {
    this.#activeBeforeMs += ms;
  }

  /** Counts the cost of a reply; stored with the next commit. Returns it in millionths of a dollar. */
  addReply(
    { usage }: Pick<ModelReply, 'usage'>,
    model = this.#writes.record.prompt.model,
    round = this.#writes.record.usage.round,
  ): number {
    const { id: session, owner: person, prompt, usage: before } = this.#writes.record;
    const { microUsd, tokens, isKnown } = costAndTokens(usage, this.#parts.models.priceOf(model));
    const costKnown = model === prompt.model ? isKnown : before.costKnown;
    const costMicroUsd = before.costMicroUsd + microUsd;
    this.#writes.change({ usage: { costMicroUsd, costKnown, tokens: before.tokens + tokens } });
    const atMs = this.#parts.clock.nowMs();
    const { spending } = this.#parts.store;
    this.#writes.defer(() => spending.add({ session, round, person, model, usage, microUsd, atMs }));
    return microUsd;
  }
}
