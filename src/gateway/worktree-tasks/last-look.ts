import type { OutboundBody } from '../../contracts/channel.ts';
import type { ChangedLines, Checkpoints } from '../../contracts/checkpoints.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import { messageOf } from '../../core/failure.ts';
import type { SessionId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { type DiffParts, findDiff } from '../report/find-diff.ts';

export interface LastLookParts extends DiffParts {
  readonly store: Pick<Store, 'sessions' | 'checkpoints' | 'worktrees'>;
  readonly checkpoints: Pick<Checkpoints, 'diff' | 'changedLines'>;
  readonly log: Log;
}

/** Facts from git, collected before a session ended. */
export interface LookedUp {
  /** The diff of a dry run, to be shown with its report. */
  readonly diff: readonly OutboundBody[];
  readonly lines: ReadonlyMap<string, ChangedLines>;
}

const NOTHING: LookedUp = { diff: [], lines: new Map() };

/**
 * Looks up a session's changes before its end: its report is stored in one commit, which cannot wait for git. Without
 * them the report has no diff, which /diff shows, and counts the lines of each edit.
 */
export class LastLook {
  readonly #parts: LastLookParts;
  readonly #found = new Map<SessionId, LookedUp>();

  constructor(parts: LastLookParts) {
    this.#parts = parts;
  }

  /** Never throws for failures of git. */
  async look(session: SessionRecord): Promise<void> {
    const { store, checkpoints } = this.#parts;
    const steps = store.checkpoints.standing(session.id);
    if (steps.length === 0) return;
    const isDryRun = store.worktrees.of(session)?.kind === 'dry-run';
    try {
      this.#found.set(session.id, {
        diff: isDryRun ? await findDiff(this.#parts, session.id, session.locale) : [],
        lines: await checkpoints.changedLines(session.workspace, steps),
      });
    } catch (error) {
      this.#parts.log.warn('gateway.diff.failed', { session_id: session.id, error: messageOf(error) });
    }
  }

  /** Returns the facts once: by a later end something else has changed. */
  take({ id }: SessionRecord): LookedUp {
    const found = this.#found.get(id) ?? NOTHING;
    this.#found.delete(id);
    return found;
  }
}
