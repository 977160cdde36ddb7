import type { UnfinishedWorks } from '../../contracts/machines.ts';
import type { InstanceId } from '../../core/ids.ts';
import { texts } from '../../core/texts/texts.ts';
import type { RewindStore } from './rewind.ts';
import { rewindTexts } from './texts/texts.ts';

/** Rewinds that are under way in a chat that moves: the task goes along as it was before. */
export function unfinishedRewinds(
  rows: Pick<RewindStore, 'listUnfinished'>,
  instance: InstanceId,
): UnfinishedWorks {
  return {
    kinds: ['rewind'],
    list: (conversation) =>
      rows
        .listUnfinished(instance)
        .filter((rewind) => rewind.conversation === conversation)
        .map(({ session }) => ({ kind: 'rewind', session })),
    line: ({ task }, locale) => rewindTexts(texts(locale)).unfinished(task),
  };
}
