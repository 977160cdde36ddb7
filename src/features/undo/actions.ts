import type { Action } from '../../contracts/commands.ts';
import type { HandlersOf } from '../../contracts/feature.ts';
import type { InstanceId } from '../../core/ids.ts';
import { sessionRefusal } from '../../gateway/people/authority.ts';
import { type DiffParts, findDiff } from '../../gateway/report/find-diff.ts';
import type { UndoAction, UndoStore } from './undo.ts';
import type { UndoWorker } from './undo-worker.ts';

export interface UndoActionPorts {
  readonly rows: Pick<UndoStore, 'add'>;
  readonly instance: InstanceId;
  readonly worker: Pick<UndoWorker, 'begin'>;
  readonly diffs: DiffParts;
}

/** How what people decide about undos is carried out. */
export function undoActionHandlers({
  rows,
  instance,
  worker,
  diffs,
}: UndoActionPorts): HandlersOf<UndoAction> {
  return {
    'undo.begin': {
      refusal: ({ session }, context) => sessionRefusal(session, context),
      // A row first: what is begun is finished, by whichever program.
      apply({ session, through }, { row, context: { conversation }, locale }) {
        const requester = row.message.sender;
        const seq = rows.add({ instance, session, conversation, locale, requester, through });
        return [() => worker.begin(seq)];
      },
    },
    'undo.show-diff': {
      async perform({ session }, { locale }) {
        const bodies = await findDiff(diffs, session, locale);
        return bodies.map((body): Action => ({ kind: 'show', body }));
      },
    },
  };
}
