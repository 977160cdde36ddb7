import type { OutboundBody } from '../../../contracts/channel.ts';
import type { ReportedEnd } from '../../../contracts/feature.ts';
import { addressOf } from '../../../gateway/address.ts';
import type { Outgoing } from '../../../gateway/outgoing/outgoing.ts';
import { planSvg } from '../plan/plan-svg.ts';
import { readPlan } from '../plan/stored-plan.ts';

/** Draws the state of each task of a job where pictures are shown; the report says the same in words. */
export function endPicture(
  { session, outcome, plan }: ReportedEnd,
  { channels }: Pick<Outgoing, 'channels'>,
): readonly OutboundBody[] {
  const { assignment, conversation } = session;
  if (assignment?.kind !== 'job' || outcome.kind !== 'done') return [];
  if (channels.get(addressOf(conversation).channel)?.capabilities.image !== true) return [];
  const job = readPlan(assignment.plan);
  const statuses = plan?.steps.map(({ status }) => status) ?? [];
  // When one step covers several tasks, the state of the single boxes is unknown.
  const svg = statuses.length === job.tasks.length ? planSvg(job, statuses) : undefined;
  return svg === undefined ? [] : [{ kind: 'drawing', svg, caption: '' }];
}
