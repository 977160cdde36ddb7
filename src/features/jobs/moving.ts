import type { UnfinishedWorks } from '../../contracts/machines.ts';
import type { InstanceId } from '../../core/ids.ts';
import { texts } from '../../core/texts/texts.ts';
import type { JobStore } from './job.ts';
import { jobTexts } from './texts/texts.ts';

/** Jobs of a chat that moves of which the plan is being made. */
export function unfinishedJobs(
  rows: Pick<JobStore, 'listUnfinished'>,
  instance: InstanceId,
): UnfinishedWorks {
  return {
    kinds: ['plan'],
    list: (conversation) =>
      rows
        .listUnfinished(instance)
        .filter((job) => job.conversation === conversation)
        .map(({ request }) => ({ kind: 'plan', name: request })),
    line: ({ name }, locale) => jobTexts(texts(locale)).unfinished(name),
  };
}
