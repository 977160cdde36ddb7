import type { UnfinishedWorks } from '../../contracts/machines.ts';
import type { InstanceId } from '../../core/ids.ts';
import { texts } from '../../core/texts/texts.ts';
import { undoTexts } from './texts/texts.ts';
import type { UndoStore } from './undo.ts';

/** Undos that are under way in a chat that moves: the changes are on this machine. */
export function unfinishedUndos(
  rows: Pick<UndoStore, 'listUnfinished'>,
  instance: InstanceId,
): UnfinishedWorks {
  return {
    kinds: ['undo'],
    list: (conversation) =>
      rows
        .listUnfinished(instance)
        .filter((undo) => undo.conversation === conversation)
        .map(({ session }) => ({ kind: 'undo', session })),
    line: ({ task }, locale) => undoTexts(texts(locale)).unfinished(task),
  };
}
