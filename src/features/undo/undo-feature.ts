import type { Checkpoints } from '../../contracts/checkpoints.ts';
import type { ProgramFacts } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import { undoActionHandlers } from './actions.ts';
import { undoByReaction, undoCommands } from './commands.ts';
import { UndoWorker, type UndoWorkerParts } from './undo-worker.ts';

export interface UndoFeatureParts extends UndoWorkerParts {
  readonly program: Pick<ProgramFacts, 'workspaces' | 'worktrees'>;
  readonly checkpoints: Pick<Checkpoints, 'plan' | 'apply' | 'revert' | 'diff'>;
}

/** Takes back what a task did, and shows what it changed: `/undo`, `/diff`, and the reaction on a report. */
export function undoFeature(parts: UndoFeatureParts): Feature {
  const { rows, store, program, checkpoints, instance } = parts;
  const worker = new UndoWorker(parts);
  const { mostParallel } = program.worktrees;
  const diffs = { store, mostParallel, checkpoints };
  return {
    name: 'undo',
    commands: undoCommands(rows),
    actions: undoActionHandlers({ rows, instance, worker, diffs }),
    answers: [(message, context) => undoByReaction(message, { ...context, rows })],
    answered: (approval, isYes) => worker.answered(approval, isYes),
    runs: { isBusy: ({ workspace }) => rows.isBusy(workspace) },
    workers: [
      {
        recover: () => worker.recover(),
        idle: () => worker.idle(),
        unfinished: () => rows.unfinished(instance).length,
      },
    ],
  };
}
