import type { UnfinishedWorks } from '../../contracts/machines.ts';
import type { InstanceId } from '../../core/ids.ts';
import { texts } from '../../core/texts/texts.ts';
import type { RoutingStore } from './routings.ts';
import { secretaryTexts } from './texts/texts.ts';

/** Requests in a chat that moves for which a specialist is looked for. */
export function unfinishedRoutings(
  rows: Pick<RoutingStore, 'listUnfinished'>,
  instance: InstanceId,
): UnfinishedWorks {
  return {
    kinds: ['routing'],
    list: (conversation) =>
      rows
        .listUnfinished(instance)
        .filter((routing) => routing.conversation === conversation)
        .map(({ request }) => ({ kind: 'routing', name: request })),
    line: ({ name }, locale) => secretaryTexts(texts(locale)).chat.unfinished(name),
  };
}
