import type { InboundMessage, MessageWords } from '../../../contracts/channel.ts';
import type { CommandContext } from '../../../contracts/commands.ts';
import { MINUTE_MS } from '../../../core/clock.ts';
import { foldAnswer } from '../../../core/text.ts';
import { LOCALES, texts as textsIn } from '../../../core/texts/texts.ts';
import { plainYesOrNo } from '../../../gateway/questions/answer-words.ts';
import { isStopWord } from '../../../gateway/questions/bare-words.ts';
import type { JobAnswer, JobRecord, JobStore } from '../job.ts';
import { jobTexts } from '../texts/texts.ts';
import { giveUpActions, runActions } from './run.ts';

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
