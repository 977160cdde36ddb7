import { questionIdOf } from '../base/ids.ts';
import { LOCALES, texts as textsIn } from '../base/texts/texts.ts';
import type { InboundMessage } from '../contracts/channel.ts';
import type { Action, CommandContext } from '../contracts/commands.ts';
import type { JobRecord } from '../contracts/jobs.ts';
import { runOnly, waitingJobs } from './job.ts';
import { giveUpActions, runActions } from './job-run.ts';
import type { YesOrNo } from './worktree-answer.ts';

type Message = Pick<InboundMessage, 'sender' | 'text' | 'quotedId' | 'gesture' | 'forwarded'>;

const JUST_NOW_MS = 10 * 60_000;
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

/**
 * Undefined for a message that answers no plan of a job; most are none.
 * @param yesOrNo reads a bare word that can mean nothing else; without it, such a word is none
 */
export function jobAnswerActions(
  message: Message,
  context: CommandContext,
  yesOrNo: YesOrNo | undefined,
): readonly Action[] | undefined {
  if (message.forwarded === true) return undefined;
  const answer = yesOrNo?.(message.text);
  if (answer !== undefined) return answeredBare(answer, context);
  const choice = choiceIn(message);
  if (choice === undefined) return undefined;
  const { store, conversation } = context;
  const target = message.gesture?.target ?? message.quotedId;
  const meant = target === undefined ? undefined : store.jobs.ofMessage(conversation, questionIdOf(target));
  if (meant !== undefined)
    return choice === 'run' ? runActions(meant, context) : giveUpActions(meant, context);
  // A reply to something else, or a vote on it, means that; and a bare "no" may be for anything.
  if (target !== undefined || choice === 'cancel') return undefined;
  return runWithoutTarget(message.sender, context);
}

/** Of several, the code has been asked for. */
function answeredBare(answer: boolean, context: CommandContext): readonly Action[] | undefined {
  const [job] = waitingJobs(context);
  if (job === undefined) return undefined;
  return answer ? runActions(job, context) : giveUpActions(job, context);
}

function runWithoutTarget(sender: string, context: CommandContext): readonly Action[] | undefined {
  const { store, conversation, nowMs } = context;
  const own = waitingJobs(context);
  if (own.length > 0) return runOnly(own, context);
  const [latest] = store.jobs.ofConversation(conversation, 1);
  const isMeant = latest?.owner === sender && isRecent(latest, nowMs);
  return isMeant ? runActions(latest, context) : undefined;
}

/** Being planned, or run just now: whoever says it twice is told. */
function isRecent({ state, createdAtMs, plannedAtMs = createdAtMs }: JobRecord, nowMs: number): boolean {
  return state === 'planning' || (state === 'started' && nowMs - plannedAtMs < JUST_NOW_MS);
}

function choiceIn({ gesture, text }: Message): 'run' | 'cancel' | undefined {
  if (gesture === undefined) return choiceNamed(text);
  if (gesture.kind !== 'vote' || gesture.choices.length !== 1) return undefined;
  return choiceNamed(gesture.choices[0] ?? '');
}

/** In any language: a poll is worded in that of its job. */
function choiceNamed(text: string): 'run' | 'cancel' | undefined {
  if (text.length > 40) return undefined;
  const said = plain(text);
  const isWord = (choice: 'run' | 'cancel') =>
    LOCALES.some((locale) => plain(textsIn(locale).jobRuns.choices[choice]) === said);
  if (RUN.includes(said) || isWord('run')) return 'run';
  return CANCEL.includes(said) || isWord('cancel') ? 'cancel' : undefined;
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replace(/[.!"”]+$/u, '')
    .replace(/^["“]/u, '');
}
