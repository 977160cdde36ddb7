import type { OutboundBody } from '../../../contracts/channel.ts';
import type { ReportHooks } from '../../../contracts/feature.ts';
import type { SessionId } from '../../../core/ids.ts';
import { code } from '../../../core/text.ts';
import { type DiffParts, findDiff } from '../../../gateway/report/find-diff.ts';
import { type TellEndParts, tellEnd } from './tell-end.ts';

export interface WorktreeReportParts extends TellEndParts {
  readonly diffs: DiffParts;
}

/** What reports and cards say of a task in a worktree; a dry run's diff goes before its question. */
export function worktreeReports(parts: WorktreeReportParts): ReportHooks {
  const { store, diffs } = parts;
  const found = new Map<SessionId, readonly OutboundBody[]>();
  return {
    async look(session) {
      if (store.worktrees.of(session)?.kind !== 'dry-run') return;
      found.set(session.id, await findDiff(diffs, session.id, session.locale));
    },
    added(end) {
      const { id } = end.session;
      const diff = found.get(id) ?? [];
      // By a later end something else has changed.
      found.delete(id);
      return tellEnd(end, diff, parts);
    },
    cardLine(session, { worktrees: { card } }) {
      const record = store.worktrees.of(session);
      if (record === undefined) return undefined;
      return record.kind === 'dry-run' ? card.dryRun : card.branch(code(record.branch ?? ''));
    },
  };
}
