import type { UnfinishedWorks } from '../../contracts/machines.ts';
import { texts } from '../../core/texts/texts.ts';
import type { NewWorkspaceStore } from './new-workspace.ts';
import { workspaceTexts } from './texts/texts.ts';

/** Projects that are cloned or made for a chat that moves. */
export function unfinishedWorkspaces(rows: Pick<NewWorkspaceStore, 'listOpen'>): UnfinishedWorks {
  return {
    kinds: ['project'],
    list: (conversation) =>
      rows.listOpen(conversation).map(({ name, url }) => ({ kind: 'project', name, url })),
    line({ name, url }, locale) {
      const { unfinished } = workspaceTexts(texts(locale));
      return url === undefined ? unfinished.project(name) : unfinished.clone(name, url);
    },
  };
}
