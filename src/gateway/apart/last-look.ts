import { messageOf } from '../../base/failure.ts';
import type { SessionId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { OutboundBody } from '../../contracts/channel.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import { type DiffParts, findDiff } from '../actions/find-diff.ts';

export interface LastLookParts extends DiffParts {
  readonly store: Pick<Store, 'sessions' | 'checkpoints' | 'worktrees'>;
  readonly log: Log;
}

/**
 * What a dry run changed, looked up while it may still end: its report is stored in one commit, which cannot wait for
 * git. Without a look the report has no diff, and /diff shows it.
 */
export class LastLook {
  readonly #parts: LastLookParts;
  readonly #found = new Map<SessionId, readonly OutboundBody[]>();

  constructor(parts: LastLookParts) {
    this.#parts = parts;
  }

  /** Never throws for what git may say. */
  async look(session: SessionRecord): Promise<void> {
    if (this.#parts.store.worktrees.of(session)?.kind !== 'dry-run') return;
    try {
      this.#found.set(session.id, await findDiff(this.#parts, session.id, session.locale));
    } catch (error) {
      this.#parts.log.warn('gateway.diff.failed', { session_id: session.id, error: messageOf(error) });
    }
  }

  /** What was found, once: a later end has changed something else. */
  take({ id }: SessionRecord): readonly OutboundBody[] {
    const found = this.#found.get(id) ?? [];
    this.#found.delete(id);
    return found;
  }
}
