import type { InboundMessage, MessageWords } from '../../../contracts/channel.ts';
import { type Action, type CommandContext, replyWith } from '../../../contracts/commands.ts';
import { MINUTE_MS } from '../../../core/clock.ts';
import { foldAnswer } from '../../../core/text.ts';
import { LOCALES, texts as textsIn } from '../../../core/texts/texts.ts';
import { plainYesOrNo } from '../../../gateway/questions/answer-words.ts';
import { isStopWord } from '../../../gateway/questions/bare-commands.ts';
import { cancelTask } from '../../../gateway/tasks/cancel-task.ts';
import { isAtRest, isTheirs } from '../../../gateway/tasks/conversation-sessions.ts';
import { projectName } from '../../../gateway/tasks/projects.ts';
import { startActions } from '../../../gateway/tasks/start-task.ts';
import { placementNow } from '../../../gateway/tasks/task-queue.ts';
import type { JobAnswer, JobRecord, JobStore } from '../job.ts';
import { readShownPlan, serializeOutputs } from '../plan/stored-plan.ts';
import { jobTexts } from '../texts/texts.ts';
import { jobName, jobOutcome } from './job-text.ts';

type JobAnswerMessage = MessageWords & Pick<InboundMessage, 'sender'>;

const JUST_NOW_MS = 10 * MINUTE_MS;
const RUN: readonly string[] = [
  'run',
  'run it',
  'run the job',
  'ejecuta',
  'ejecutalo',
  'ejecutar',
  'corre',
  'correlo',
];
const CANCEL: readonly string[] = ['cancel', 'cancela', 'cancelalo', 'no', "don't run", 'no lo ejecutes'];

/** Undefined for a message that is no answer to its plan. */
export function answerJob(
  job: JobRecord,
  message: JobAnswerMessage,
  context: CommandContext,
): readonly JobAnswer[] | undefined {
  const choice = choiceIn(message) ?? plainChoice(message);
  if (choice === undefined) return undefined;
  return choice === 'run' ? runActions(job, context) : giveUpActions(job, context);
}

/** Numbers and a yes are only read here where they cannot mean anything else. */
function plainChoice({ gesture, text }: JobAnswerMessage): 'run' | 'cancel' | undefined {
  const answer = gesture === undefined ? plainYesOrNo(text) : undefined;
  return answer === undefined ? undefined : answer ? 'run' : 'cancel';
}

/** True for words that run a plan. */
export function readsJobAnswer(text: string): boolean {
  return choiceNamed(text) === 'run';
}

/** Answers a repeated message, or one while the job is still being planned. */
export function repeatedJobAnswer(
  message: JobAnswerMessage,
  context: CommandContext,
  rows: JobStore,
): readonly JobAnswer[] | undefined {
  if (message.gesture !== undefined || message.quotedId !== undefined || message.forwarded === true)
    return undefined;
  if (!readsJobAnswer(message.text)) return undefined;
  const { conversation, nowMs } = context;
  const [latest] = rows.listOfChat(conversation, 1);
  const isMeant = latest?.owner === message.sender && isRecent(latest, nowMs);
  return isMeant ? runActions(latest, context) : undefined;
}

/** The job is being planned, or has just been run. */
function isRecent({ state, plan, createdAtMs }: JobRecord, nowMs: number): boolean {
  return state === 'planning' || (state === 'started' && nowMs - (plan?.atMs ?? createdAtMs) < JUST_NOW_MS);
}

function choiceIn({ gesture, text }: JobAnswerMessage): 'run' | 'cancel' | undefined {
  if (gesture === undefined) return choiceNamed(text);
  if (gesture.kind !== 'vote' || gesture.choices.length !== 1) return undefined;
  return choiceNamed(gesture.choices[0] ?? '');
}

/** In any language: a poll is in the language of its job. */
function choiceNamed(text: string): 'run' | 'cancel' | undefined {
  if (text.length > 40 || text.startsWith('/')) return undefined;
  const said = normalizeWords(text);
  const isWord = (choice: 'run' | 'cancel') =>
    LOCALES.some((locale) => normalizeWords(jobTexts(textsIn(locale)).chat.choices[choice]) === said);
  if (RUN.includes(said) || isWord('run')) return 'run';
  return CANCEL.includes(said) || isWord('cancel') || isStopWord(text) ? 'cancel' : undefined;
}

function normalizeWords(text: string): string {
  return foldAnswer(text)
    .replace(/[.!"”]+$/u, '')
    .replace(/^["“]/u, '');
}

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
  return startActions(jobName(job), placementNow(context), context).map((action) =>
    action.kind === 'start'
      ? {
          ...action,
          assignment: { kind: 'job', plan: plan.text, hash: plan.hash, job: job.id, ...kept },
        }
      : action,
  );
}
