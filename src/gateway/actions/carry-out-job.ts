import type { Action } from '../../contracts/commands.ts';
import { newMessageId } from '../../core/ids.ts';
import { texts } from '../../core/texts/texts.ts';
import { projectOf } from '../people/project-of.ts';
import { noticeIdOf } from '../workers/job-worker.ts';
import type { CarryOutParts, Cause } from './cause.ts';

export type JobAction = Extract<Action, { kind: 'plan-job' | 'cancel-job' }>;

/** Inside the caller's transaction. What it returns belongs after the commit. */
export function carryOutJob(action: JobAction, cause: Cause, parts: CarryOutParts): () => void {
  switch (action.kind) {
    case 'plan-job':
      return plan(action, cause, parts);
    case 'cancel-job':
      parts.store.jobs.cancel(action.job);
      return () => parts.jobs.drop(action.job);
  }
}

/** A row first: what somebody asked for is planned, by whichever program. */
function plan(
  { source, request }: Extract<JobAction, { kind: 'plan-job' }>,
  cause: Cause,
  parts: CarryOutParts,
): () => void {
  const { conversation, locale, row } = cause;
  const { store, postbox, instance, clock } = parts;
  const messageId = newMessageId();
  const id = store.jobs.add({
    instance,
    conversation,
    owner: row.message.sender,
    locale,
    workspace: projectOf(cause, parts),
    source,
    request,
    messageId,
    createdAtMs: clock.nowMs(),
  });
  const text = texts(locale).jobRuns.planning(id);
  postbox.add({
    conversation,
    key: `job:${id}`,
    id: noticeIdOf({ messageId }),
    body: { kind: 'text', text },
  });
  return () => parts.jobs.begin(id);
}
