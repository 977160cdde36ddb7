import type { Checkpoints } from '../../contracts/checkpoints.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import { holdSession, type RewindActionPorts, rewindActions } from './actions.ts';
import { rewindCommands } from './commands.ts';
import { rewindQuestions } from './questions.ts';
import type { RewindStore } from './rewind.ts';
import { isToEnd, RewindWorker, type RewindWorkerParts } from './rewind-worker.ts';

export interface RewindFeatureParts extends RewindWorkerParts {
  readonly rows: RewindStore;
  readonly store: RewindWorkerParts['store'] & RewindActionPorts['store'] & Pick<Store, 'sessions'>;
  readonly checkpoints: Pick<Checkpoints, 'plan' | 'apply' | 'readLeftFiles'>;
}

/** Takes a task back to an earlier round, or tries another way from there: `/rewind`, `/fork`. */
export function rewindFeature(parts: RewindFeatureParts): Feature {
  const { rows, store, checkpoints, outgoing, instance, clock } = parts;
  const worker = new RewindWorker(parts);
  return {
    name: 'rewind',
    commands: rewindCommands(rows),
    actions: rewindActions({ rows, store, checkpoints, outgoing, worker, instance, clock }),
    questions: rewindQuestions(rows),
    runs: {
      wrapRun: (run) => worker.around(run),
      // The run of the task itself has to end first.
      isBusy: ({ id, workspace }) =>
        rows.isBusy(workspace) && !(rows.findUnderWay(id) !== undefined && isToEnd(store.sessions.get(id))),
    },
    reports: {
      // The person who rewinds a task knows that it stops: the report of the rewind contains the rest.
      replaces(session, { kind }) {
        const rewind = kind === 'cancelled' ? rows.findUnderWay(session.id) : undefined;
        if (rewind === undefined) return false;
        // The person stopped it once more: it is taken back and then waits.
        if (rewind.isHeld) rows.dropWords(rewind.seq);
        rows.hold(rewind.seq);
        holdSession(session, { store, instance, clock });
        return true;
      },
    },
    workers: [
      {
        recover: () => worker.recover(),
        idle: () => worker.idle(),
        countUnfinished: () => rows.listUnfinished(instance).length,
      },
    ],
  };
}
