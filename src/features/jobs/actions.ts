import type { HandlersOf } from '../../contracts/feature.ts';
import { type InstanceId, newMessageId } from '../../core/ids.ts';
import { localeOf } from '../../core/texts/texts.ts';
import type { Outgoing } from '../../gateway/outgoing/outgoing.ts';
import { startRefusal } from '../../gateway/people/authority.ts';
import type { JobAction, JobStore } from './job.ts';
import { type JobWorker, noticeIdOf } from './planning/plan-worker.ts';
import { jobTexts } from './texts/texts.ts';

export interface JobActionPorts {
  readonly rows: Pick<JobStore, 'add' | 'cancel'>;
  readonly worker: Pick<JobWorker, 'begin' | 'drop'>;
  readonly outgoing: Pick<Outgoing, 'postbox'>;
  readonly instance: InstanceId;
}

/** How what people decide about jobs is carried out. */
export function jobActions({ rows, worker, outgoing, instance }: JobActionPorts): HandlersOf<JobAction> {
  return {
    'jobs.plan': {
      refusal: (_action, context) => startRefusal({ mode: 'agent' }, context),
      // The model makes the plan, which costs money.
      payer: (_action, { sender }) => sender,
      beginsWork: true,
      /** A row first: what somebody asked for is planned, by whichever program. */
      apply({ source, request }, { row, context }) {
        const { conversation, workspace, nowMs, texts } = context;
        const messageId = newMessageId();
        const id = rows.add({
          instance,
          conversation,
          owner: row.message.sender,
          locale: localeOf(texts),
          workspace,
          source,
          request,
          messageId,
          createdAtMs: nowMs,
        });
        outgoing.postbox.add({
          conversation,
          key: `job:${id}`,
          id: noticeIdOf({ messageId }),
          body: { kind: 'text', text: jobTexts(texts).chat.planning(id) },
        });
        return [() => worker.begin(id)];
      },
    },
    'jobs.cancel': {
      apply({ job }) {
        rows.cancel(job);
        return [() => worker.drop(job)];
      },
    },
  };
}
