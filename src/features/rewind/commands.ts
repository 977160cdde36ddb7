import { isPlanned } from '../../contracts/assignment.ts';
import type { InboundMessage, MessageIdentity } from '../../contracts/channel.ts';
import { type Action, type ChatCommand, type CommandContext, replyWith } from '../../contracts/commands.ts';
import type { FeatureQuestion, QuestionSource } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { HOUR_MS } from '../../core/clock.ts';
import { sessionIdOf } from '../../core/ids.ts';
import { oneLine } from '../../core/text.ts';
import { commandName } from '../../core/texts/texts.ts';
import { plainYesOrNo } from '../../gateway/questions/answer-words.ts';
import { lastWritten } from '../../gateway/questions/open-questions.ts';
import { isAtRest, sessionHere } from '../../gateway/tasks/conversation-sessions.ts';
import {
  noSuchTask,
  readLeadingTask,
  resolveTaskAmong,
  type TaskResolution,
} from '../../gateway/tasks/resolve-task.ts';
import { resumeActions } from '../../gateway/tasks/resume-task.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { cancelFor, nameFor } from '../../gateway/tasks/task-name.ts';
import { readRoundRequest, resolveRound } from './resolve-round.ts';
import type {
  AboutRounds,
  RewindAction,
  RewindLookup,
  RewindRecord,
  RoundQuestion,
  RoundQuestions,
} from './rewind.ts';
import { type RewindRound, type RewindRounds, roundsOf } from './rounds.ts';
import { type RewindTexts, rewindTexts } from './texts/texts.ts';

/** How many sessions are searched for the latest task. */
const MAX_SESSIONS_SEARCHED = 50;
/** How many rounds a message lists. */
const MAX_LISTED = 30;
/** Longest part of the person's words that is repeated, in UTF-16 code units. */
const MAX_WORDS_LENGTH = 40;

/** `/rewind` and `/fork`, each about the newest task unless another one is named. */
export function rewindCommands(rows: RewindLookup): readonly ChatCommand[] {
  return [
    {
      name: 'rewind',
      aliases: ['rebobinar', 'rebobina'],
      topic: 'results',
      describe: (texts) => rewindTexts(texts).commands.rewind,
      run: (rest, context) => aboutTask(rest, { about: 'rewind', rows, context }),
    },
    {
      name: 'fork',
      aliases: ['bifurcar', 'bifurca'],
      topic: 'results',
      describe: (texts) => rewindTexts(texts).commands.fork,
      run: (rest, context) => aboutTask(rest, { about: 'fork', rows, context }),
    },
  ];
}

interface RoundsContext {
  readonly about: AboutRounds;
  readonly rows: RewindLookup;
  readonly context: CommandContext;
}

function aboutTask(rest: string, asked: RoundsContext): readonly Action[] {
  const { about, context } = asked;
  const { meant, words } = taskIn(rest, commandName(rewindTexts(context.texts).commands[about]), context);
  switch (meant.kind) {
    case 'task':
      return aboutRounds(meant.session, words, asked);
    case 'reply':
      return replyWith(meant.text);
    case 'none':
      return replyWith(rewindTexts(context.texts).nothingHere);
  }
}

/** The task that is named first, else the newest one of the chat; and the text after it. */
function taskIn(
  rest: string,
  command: string,
  context: CommandContext,
): { readonly meant: TaskResolution; readonly words: string } {
  const numbered = readLeadingTask(rest, context);
  if (numbered !== undefined)
    return { meant: { kind: 'task', session: numbered.session }, words: numbered.words };
  const [name = ''] = rest.split(/\s/, 1);
  const id = /^\d{8}-[0-9a-f]{8}$/.test(name) ? sessionIdOf(name) : undefined;
  if (id === undefined)
    return { meant: resolveTaskAmong(command, tasksWithRounds(context), context), words: rest };
  const session = sessionHere(context, id);
  const meant: TaskResolution =
    session === undefined ? { kind: 'reply', text: noSuchTask(name, context) } : { kind: 'task', session };
  return { meant, words: rest.slice(name.length).trim() };
}

/** Newest first. */
function tasksWithRounds({ conversation, store }: CommandContext): readonly SessionRecord[] {
  return store.sessions
    .listNewest(conversation, MAX_SESSIONS_SEARCHED)
    .filter(({ mode, usage: { round } }) => mode === 'agent' && round > 0);
}

function aboutRounds(session: SessionRecord, typed: string, asked: RoundsContext): readonly Action[] {
  const { context } = asked;
  const obstacle = rewindObstacle(session, asked);
  if (obstacle !== undefined) return replyWith(obstacle);
  const rounds = roundsOf(session, context.store);
  if (rounds.all.length === 0) return replyWith(rewindTexts(context.texts).noRounds(taskLine(session)));
  const { target, words } = readRoundRequest(typed);
  if (target === undefined) return askForRound(session, { rounds, words, head: undefined }, asked);
  const { noSuch, noMatch, several } = rewindTexts(context.texts);
  if (typeof target === 'number') {
    const round = rounds.all.find(({ number }) => number === target);
    return round === undefined
      ? askForRound(session, { rounds, words, head: noSuch(target) }, asked)
      : chosenActions(session, { round: round.number, words }, asked);
  }
  const meant = resolveRound(target, rounds.all);
  const shown = oneLine(target, MAX_WORDS_LENGTH);
  switch (meant.kind) {
    case 'one':
      return chosenActions(session, { round: meant.round.number, words }, asked);
    case 'several':
      return askForRound(
        session,
        { rounds: { ...rounds, all: meant.rounds }, words, head: several(shown) },
        asked,
      );
    case 'none':
      return askForRound(session, { rounds, words, head: noMatch(shown) }, asked);
  }
}

/** Why this task cannot be rewound, or copied, now. */
function rewindObstacle(session: SessionRecord, { about, rows, context }: RoundsContext): string | undefined {
  const { store, texts, program, isBusy } = context;
  const words = rewindTexts(texts);
  const name = taskLine(session);
  if (isPlanned(session)) return words.planned(name);
  if (rows.findUnderWay(session.id) !== undefined) return words.underWay(name);
  if (about === 'fork')
    return program.worktrees.hasRepository(session.project) ? undefined : words.noRepository;
  const worktree = store.worktrees.findActive(session);
  if (worktree?.state === 'gone' && store.checkpoints.listCurrent(session.id).length > 0)
    return words.putAway(name);
  const [other] = store.sessions.listHolders(session.workspace).filter(({ id }) => id !== session.id);
  if (other !== undefined) return words.busy(nameFor(other, context), cancelFor(other, context));
  return isBusy(session) ? texts.replies.filesBusy : undefined;
}

interface ChosenRound {
  readonly round: number;
  /** How to go on from there; may be empty. */
  readonly words: string;
  /** The question that it answers. */
  readonly question?: string | undefined;
}

/** The actions for the chosen round; the question may be an hour old, so everything is checked again. */
function chosenActions(
  session: SessionRecord,
  { round, words, question }: ChosenRound,
  asked: RoundsContext,
): readonly Action[] {
  const { about, context } = asked;
  const texts = rewindTexts(context.texts);
  const obstacle = rewindObstacle(session, asked);
  if (obstacle !== undefined) return replyWith(obstacle);
  if (!roundsOf(session, context.store).all.some(({ number }) => number === round))
    return replyWith(texts.gone);
  if (about === 'fork') return forkActions(session, { round, words, question }, context);
  const closing: readonly RewindAction[] =
    question === undefined ? [] : [{ kind: 'rewind.close-question', question }];
  const begin: RewindAction = { kind: 'rewind.begin', session: session.id, round, words };
  if (isAtRest(session)) return [...closing, begin];
  // Its run ends first, without a report of its own: see `replaces` in the feature.
  const stop: Action = { kind: 'cancel', session: session.id };
  return [...closing, begin, stop, ...replyWith(texts.stopping(round))];
}

function forkActions(
  session: SessionRecord,
  { round, words, question }: ChosenRound,
  { texts }: CommandContext,
): readonly Action[] {
  if (words === '') {
    const command = commandName(rewindTexts(texts).commands.fork);
    return replyWith(rewindTexts(texts).noWords(`${command} #${session.number}`));
  }
  const fork: RewindAction = { kind: 'rewind.fork', session: session.id, round, words, question };
  return [fork];
}

interface RoundList {
  readonly rounds: RewindRounds;
  readonly words: string;
  /** The first lines; when undefined, it asks which round. */
  readonly head: string | undefined;
}

/** Lists the rounds, one a line, and asks for one. */
function askForRound(
  session: SessionRecord,
  { rounds, words, head }: RoundList,
  { about, context }: RoundsContext,
): readonly Action[] {
  const texts = rewindTexts(context.texts);
  const shown = rounds.all.slice(-MAX_LISTED);
  const left = rounds.all.length - shown.length;
  const text = [
    head ?? texts.which[about](taskLine(session)),
    ...(rounds.why === undefined ? [] : [texts.noEarlier[rounds.why]]),
    ...(left > 0 ? [texts.more(left)] : []),
    ...shown.map((round) => roundLine(round, texts)),
    texts.howToAnswer,
  ].join('\n');
  const numbers = shown.map(({ number }) => number);
  const question: RewindAction = {
    kind: 'rewind.ask',
    session: session.id,
    about,
    rounds: numbers,
    words,
    text,
  };
  return [question];
}

function roundLine({ number, what }: RewindRound, texts: RewindTexts): string {
  return `${number} · ${number === 0 ? texts.beginning : what}`;
}

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
        ...waiting.map((rewind) => createInsteadQuestion(rewind, { rows, context, before })),
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
      return rewind && createInsteadQuestion(rewind, { rows, context, before: undefined });
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
function createInsteadQuestion(rewind: RewindRecord, asking: QuestionContext): FeatureQuestion {
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
