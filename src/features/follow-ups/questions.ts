import type { MessageIdentity, MessageWords } from '../../contracts/channel.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { FeatureQuestion, QuestionSource } from '../../contracts/feature.ts';
import { plainYesOrNo } from '../../gateway/questions/answer-words.ts';
import { lastWritten } from '../../gateway/questions/open-questions.ts';
import { resumeActions } from '../../gateway/tasks/resume-task.ts';
import type { FollowUp, FollowUpAction, FollowUpStore } from './follow-up.ts';
import { followUpTexts } from './texts/texts.ts';

type FollowUpRows = Pick<FollowUpStore, 'listOpen' | 'findByMessage'>;

/** The offers that were made, until they are answered. */
export function followUpQuestions(rows: FollowUpRows): QuestionSource {
  return {
    listOpen: (context, before) =>
      rows
        .listOpen(context.conversation)
        .filter(({ owner }) => owner === context.sender)
        .map((followUp) => followUpQuestion(followUp, context, before)),
    findQuoted({ gesture, quotedId }, context) {
      const target = gesture?.target ?? quotedId;
      const followUp = target === undefined ? undefined : rows.findByMessage(context.conversation, target);
      return followUp && followUpQuestion(followUp, context, undefined);
    },
  };
}

/** Its name where several are open: `f3`. */
export function codeOf({ seq }: Pick<FollowUp, 'seq'>): string {
  return `f${seq}`;
}

function followUpQuestion(
  followUp: FollowUp,
  context: CommandContext,
  before: MessageIdentity | undefined,
): FeatureQuestion {
  const code = codeOf(followUp);
  const toldAtMs = followUp.toldAtMs ?? 0;
  return {
    code,
    choices: 0,
    askedAtMs: toldAtMs,
    // The program made the offer by itself: a yes after later words is not meant for it.
    isPassed: () => {
      const last = before && lastWritten(before, context);
      return last !== undefined && last.receivedAtMs > toldAtMs;
    },
    lines: [followUp.line, `   ${followUpTexts(context.texts).named(code)}`],
    reads: () => false,
    answer: (message) => answerFollowUp(followUp, message, context),
  };
}

function answerFollowUp(
  followUp: FollowUp,
  { text, gesture }: MessageWords,
  context: CommandContext,
): readonly Action[] | undefined {
  const answer = plainYesOrNo(gesture?.kind === 'reaction' ? gesture.emoji : text);
  if (answer === undefined || gesture?.kind === 'vote') return undefined;
  const texts = followUpTexts(context.texts);
  const reply = (said: string): Action => ({ kind: 'reply', text: said });
  if (followUp.owner !== context.sender) return [reply(context.texts.replies.notYours)];
  if (followUp.state !== 'told') return [reply(texts.answered)];
  const closing: FollowUpAction = { kind: 'follow-ups.answer', followUp: followUp.seq };
  if (!answer) return [closing, reply(texts.declined)];
  const session = context.store.sessions.get(followUp.session);
  if (session === undefined) return [closing, reply(texts.answered)];
  const going = resumeActions(session, { extraMicroUsd: 0, instructions: followUp.instruction }, context);
  return [closing, ...going];
}
