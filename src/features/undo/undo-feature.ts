import type { Checkpoints } from '../../contracts/checkpoints.ts';
import type { Action, ProgramFacts } from '../../contracts/commands.ts';
import type { Feature, HandlersOf } from '../../contracts/feature.ts';
import type { InstanceId } from '../../core/ids.ts';
import { nobodyRefused, sessionRefusal } from '../../gateway/people/authority.ts';
import { type DiffParts, findDiff } from '../../gateway/report/find-diff.ts';
import { undoByReaction, undoCommands, undoInWords } from './commands.ts';
import type { UndoAction, UndoStore } from './undo.ts';
import { UndoWorker, type UndoWorkerParts } from './undo-worker.ts';

interface UndoFeatureParts extends UndoWorkerParts {
  readonly program: Pick<ProgramFacts, 'workspaces' | 'worktrees'>;
  readonly checkpoints: Pick<Checkpoints, 'plan' | 'apply' | 'revert' | 'diff'>;
}

/** Takes back what a task did, and shows what it changed: `/undo`, `/diff`, and the reaction on a report. */
export function undoFeature(parts: UndoFeatureParts): Feature {
  const { rows, store, program, checkpoints, instance } = parts;
  const worker = new UndoWorker(parts);
  const { maxParallelTasks } = program.worktrees;
  const diffs = { store, maxParallelTasks, checkpoints };
  return {
    name: 'undo',
    commands: undoCommands(rows),
    actions: undoActionHandlers({ rows, instance, worker, diffs }),
    answers: [
      (message, context) => undoByReaction(message, context, rows),
      (message, context) => undoInWords(message, context, rows),
    ],
    takeAnswer: (approval, isYes) => worker.answered(approval, isYes),
    runs: { isBusy: ({ workspace }) => rows.isBusy(workspace) },
    workers: [
      {
        recover: () => worker.recover(),
        idle: () => worker.idle(),
        countUnfinished: () => rows.listUnfinished(instance).length,
      },
    ],
  };
}

interface UndoActionPorts {
  readonly rows: Pick<UndoStore, 'add'>;
  readonly instance: InstanceId;
  readonly worker: Pick<UndoWorker, 'begin' | 'ask'>;
  readonly diffs: DiffParts;
}

/** Carries out what people decide about undos. */
function undoActionHandlers({ rows, instance, worker, diffs }: UndoActionPorts): HandlersOf<UndoAction> {
  return {
    'undo.begin': {
      grants: () => false,
      refusal: ({ session }, context) => sessionRefusal(session, context),
      // The row comes first: any later program then finishes what is begun.
      apply({ session, through }, { row, context: { conversation }, locale }) {
        const requester = row.message.sender;
        const seq = rows.add({ instance, session, conversation, locale, requester, through });
        return [() => worker.begin(seq)];
      },
    },
    'undo.ask': {
      grants: () => false,
      refusal: ({ session }, context) => sessionRefusal(session, context),
      apply({ session, through }, { row, context: { conversation }, locale }) {
        worker.ask({ session, through, conversation, locale, requester: row.message.sender });
        return [];
      },
    },
    'undo.show-diff': {
      grants: () => false,
      refusal: nobodyRefused,
      async perform({ session }, { locale }) {
        const bodies = await findDiff(diffs, session, locale);
        return bodies.map((body): Action => ({ kind: 'show', body }));
      },
    },
  };
}
