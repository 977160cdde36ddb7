import type { InboundMessage, MessageIdentity } from '../../contracts/channel.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { FeatureQuestion, QuestionSource } from '../../contracts/feature.ts';
import { HOUR_MS } from '../../core/clock.ts';
import { plainYesOrNo } from '../../gateway/questions/answer-words.ts';
import { lastWritten } from '../../gateway/questions/open-questions.ts';
import { resumeActions } from '../../gateway/tasks/resume-task.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { chosenActions } from './commands.ts';
import type { RewindAction, RewindLookup, RewindRecord, RoundQuestion, RoundQuestions } from './rewind.ts';
import { readRoundRequest } from './round-meant.ts';
import { rewindTexts } from './texts/texts.ts';

/** After this time a bare word no longer answers the list of rounds. */
const MAX_AGE_MS = HOUR_MS;

type RewindQuestionRows = RewindLookup & RoundQuestions;

/** The questions of a rewind: which round to go back to, and what to do instead after it. */
export function rewindQuestions(rows: RewindQuestionRows): QuestionSource {
  return {
    listOpen(context, before) {
      const asked = rows.findOpenQuestion(context.conversation, context.sender);
      const waiting = rows
        .listAwaitingWords(context.conversation)
        .filter(({ requester }) => requester === context.sender);
      return [
        ...(asked === undefined ? [] : [whichRound(asked, { rows, context, before })]),
        ...waiting.map((rewind) => whatInstead(rewind, { rows, context, before })),
      ];
    },
    findQuoted({ gesture, quotedId }, context) {
      const target = gesture?.target ?? quotedId;
      if (target === undefined) return undefined;
      const asked = rows.findQuestion(context.conversation, target);
      if (asked !== undefined) return whichRound(asked, { rows, context, before: undefined });
      const rewind = rows
        .listAwaitingWords(context.conversation)
        .find(({ messageId }) => messageId === target);
      return rewind && whatInstead(rewind, { rows, context, before: undefined });
    },
  };
}

interface QuestionContext {
  readonly rows: RewindQuestionRows;
  readonly context: CommandContext;
  /** The answering message, where it does not quote the question. */
  readonly before: MessageIdentity | undefined;
}

/** True when nothing was written between the message that led to the question and this one. */
function isNext(inboxSeq: number, { before, context }: QuestionContext): boolean {
  return before !== undefined && lastWritten(before, context)?.seq === inboxSeq;
}

function whichRound(asked: RoundQuestion, asking: QuestionContext): FeatureQuestion {
  const { context } = asking;
  const { store, nowMs } = context;
  const session = store.sessions.get(asked.session);
  const name = session === undefined ? '' : taskLine(session);
  return {
    code: asked.about,
    choices: Math.max(...asked.rounds),
    messageId: asked.id,
    askedAtMs: asked.askedAtMs,
    isPassed: () => nowMs - asked.askedAtMs > MAX_AGE_MS,
    lines: [`⏪ ${name}`, `   ${asked.about} <n>`],
    reads: ({ text }) => isNext(asked.inboxSeq, asking) && numberIn(text, asked) !== undefined,
    answer: (message) => answerRound(asked, message, asking),
  };
}

/** A number of the list, and how to go on. */
function numberIn(
  text: string,
  { rounds }: RoundQuestion,
): { readonly round: number; readonly words: string } | undefined {
  const { target, words } = readRoundRequest(text);
  return typeof target === 'number' && rounds.includes(target) ? { round: target, words } : undefined;
}

function answerRound(
  asked: RoundQuestion,
  { text, gesture, quotedId }: InboundMessage,
  { rows, context }: QuestionContext,
): readonly Action[] | undefined {
  if (gesture !== undefined) return undefined;
  const texts = rewindTexts(context.texts);
  const reply = (said: string): readonly Action[] => [{ kind: 'reply', text: said }];
  if (asked.requester !== context.sender) return reply(context.texts.replies.notYours);
  if (asked.state !== 'open') return quotedId === asked.id ? reply(texts.passed) : undefined;
  const closing: RewindAction = { kind: 'rewind.close-question', question: asked.id };
  const session = context.store.sessions.get(asked.session);
  const chosen = numberIn(text, asked);
  // A 2 is a no where nothing else can be chosen.
  const isNo = plainYesOrNo(text) === false && typeof readRoundRequest(text).target !== 'number';
  if (isNo) return [closing, ...reply(texts.leftAsIs)];
  if (chosen === undefined || session === undefined) return reply(texts.notARound);
  const words = chosen.words === '' ? asked.words : chosen.words;
  return chosenActions(
    session,
    { round: chosen.round, words, question: asked.id },
    { about: asked.about, rows, context },
  );
}

/** Any words in reply to the report, or right after it. */
function whatInstead(rewind: RewindRecord, asking: QuestionContext): FeatureQuestion {
  const { context } = asking;
  const session = context.store.sessions.get(rewind.session);
  const isMeant = ({ quotedId }: Pick<InboundMessage, 'quotedId'>) =>
    quotedId === rewind.messageId || isNext(rewind.inboxSeq, asking);
  return {
    code: 'rewind',
    choices: 0,
    takesBareWords: false,
    ...(rewind.messageId === undefined ? {} : { messageId: rewind.messageId }),
    askedAtMs: session?.state.updatedAtMs ?? 0,
    lines: [`⏪ ${session === undefined ? '' : taskLine(session)}`, '   rewind …'],
    reads: isMeant,
    answer(message) {
      const instructions = message.text.trim();
      if (message.gesture !== undefined || instructions === '' || session === undefined) return undefined;
      if (!isMeant(message)) return undefined;
      return resumeActions(session, { extraMicroUsd: 0, instructions }, context);
    },
  };
}
