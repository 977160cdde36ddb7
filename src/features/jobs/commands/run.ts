import { type Action, type CommandContext, replyWith } from '../../../contracts/commands.ts';
import { cancelTask } from '../../../gateway/tasks/cancel-task.ts';
import { isAtRest, isTheirs } from '../../../gateway/tasks/conversation-sessions.ts';
import { placeNow } from '../../../gateway/tasks/places.ts';
import { projectName } from '../../../gateway/tasks/projects.ts';
import { startActions } from '../../../gateway/tasks/start-task.ts';
import type { JobAnswer, JobRecord } from '../job.ts';
import { readShownPlan, serializeOutputs } from '../plan/stored-plan.ts';
import { jobTexts } from '../texts/texts.ts';
import { jobName, jobOutcome } from './text.ts';

/** Begins the plan that was shown, exactly once; or says why not. */
export function runActions(job: JobRecord, context: CommandContext): readonly JobAnswer[] {
  const words = jobTexts(context.texts).chat;
  if (!isTheirs(job, context)) return replyWith(words.notYours(job.id));
  switch (job.state) {
    case 'planning':
      return replyWith(words.stillPlanning(job.id));
    case 'started':
      return replyWith(words.alreadyRun(job.id));
    case 'refused':
    case 'cancelled':
      return replyWith(words.alreadyOver(job.id));
    case 'planned':
      return beginActions(job, undefined, context);
  }
}

/** Runs what failed, and what did not run because of it, in a new session; never what was done. */
export function retryActions(job: JobRecord, context: CommandContext): readonly JobAnswer[] {
  const words = jobTexts(context.texts).chat;
  if (!isTheirs(job, context)) return replyWith(words.notYours(job.id));
  // A plan runs once a person says so, and "again" is not that.
  if (job.state === 'planned') return replyWith(words.howToRun(job.id));
  if (job.state !== 'started') return runActions(job, context);
  const session = job.session && context.store.sessions.get(job.session);
  if (session === undefined || !isAtRest(session) || session.state.status === 'parked')
    return replyWith(words.notOver(job.id));
  const outcome = jobOutcome(job, context);
  // Without the records of its calls it could repeat finished work.
  if (outcome === undefined) return replyWith(words.forgotten(job.id));
  const left = outcome.plan.tasks.filter(({ id }) => outcome.states.get(id)?.kind !== 'done').length;
  if (left === 0) return replyWith(words.nothingToRetry(job.id));
  const retrying: Action = { kind: 'reply', text: words.retrying(job.id, jobName(job), left) };
  return [retrying, ...beginActions(job, serializeOutputs(outcome.outputs), context)];
}

/** Gives up a job that is being planned or waits to be run; stops one that has begun. */
export function giveUpActions(job: JobRecord, context: CommandContext): readonly JobAnswer[] {
  const words = jobTexts(context.texts).chat;
  if (!isTheirs(job, context)) return replyWith(words.notYours(job.id));
  if (job.state === 'planning' || job.state === 'planned')
    return [{ kind: 'jobs.cancel', job: job.id }, ...replyWith(words.cancelled(job.id))];
  if (job.state !== 'started') return replyWith(words.alreadyOver(job.id));
  const session = job.session && context.store.sessions.get(job.session);
  const isOver = session === undefined || (isAtRest(session) && session.state.status !== 'parked');
  return isOver ? replyWith(words.alreadyRun(job.id)) : cancelTask(session, context);
}

function beginActions(
  job: JobRecord,
  outputs: string | undefined,
  context: CommandContext,
): readonly JobAnswer[] {
  const { plan, workspace } = job;
  if (plan === undefined) throw new Error(`the job ${job.id} has no plan`);
  if (readShownPlan(plan) === undefined)
    return [{ kind: 'jobs.cancel', job: job.id }, ...replyWith(jobTexts(context.texts).chat.changed)];
  if (workspace !== context.workspace)
    return replyWith(jobTexts(context.texts).chat.otherProject(job.id, projectName(workspace)));
  const kept = outputs === undefined ? {} : { outputs };
  return startActions(jobName(job), placeNow(context), context).map((action) =>
    action.kind === 'start'
      ? {
          ...action,
          assignment: { kind: 'job', plan: plan.text, hash: plan.hash, job: job.id, ...kept },
        }
      : action,
  );
}
