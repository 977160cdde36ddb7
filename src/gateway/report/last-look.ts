import type { ChangedLines, Checkpoints } from '../../contracts/checkpoints.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import { messageOf } from '../../core/failure.ts';
import type { SessionId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';

export interface LastLookParts {
  readonly store: Pick<Store, 'checkpoints'>;
  readonly checkpoints: Pick<Checkpoints, 'changedLines'>;
  readonly log: Log;
  features(): readonly Pick<Feature, 'reports'>[];
}

/**
 * Looks up a session's changes before its end: its report is stored in one commit, which cannot wait for git. Without
 * them the report counts the lines of each edit.
 */
export class LastLook {
  readonly #parts: LastLookParts;
  readonly #lines = new Map<SessionId, ReadonlyMap<string, ChangedLines>>();

  constructor(parts: LastLookParts) {
    this.#parts = parts;
  }

  /** Never throws for failures of git. */
  async look(session: SessionRecord): Promise<void> {
    const { store, checkpoints, features, log } = this.#parts;
    const steps = store.checkpoints.standing(session.id);
    if (steps.length === 0) return;
    try {
      for (const { reports } of features()) await reports?.look?.(session);
      this.#lines.set(session.id, await checkpoints.changedLines(session.workspace, steps));
    } catch (error) {
      log.warn('gateway.diff.failed', { session_id: session.id, error: messageOf(error) });
    }
  }

  /** Returns the lines once: by a later end something else has changed. */
  take({ id }: SessionRecord): ReadonlyMap<string, ChangedLines> {
    const lines = this.#lines.get(id) ?? new Map<string, ChangedLines>();
    this.#lines.delete(id);
    return lines;
  }
}
