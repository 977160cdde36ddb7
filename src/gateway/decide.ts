import { isPlanned } from '../contracts/assignment.ts';
import type { InboundMessage } from '../contracts/channel.ts';
import { type Action, type ChatCommand, type CommandContext, replyAction } from '../contracts/commands.ts';
import type { Enclosure } from '../contracts/enclosures.ts';
import type { Feature } from '../contracts/feature.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { ApprovalRecord } from '../contracts/store.ts';
import { unreachable } from '../core/failure.ts';
import { commandName, type Texts } from '../core/texts/texts.ts';
import { isIrreversible } from '../policy/irreversible.ts';
import { enclosureOf, enclosureReplies } from './incoming/enclosure-notes.ts';
import { messageAwaitingTask, WHICH_TASK } from './incoming/message-batches.ts';
import { amendmentActions, amendmentIn } from './incoming/message-edits.ts';
import {
  findAddressed,
  intentOf,
  MAX_MESSAGE_LENGTH,
  type MessageIntent,
  shownCommandNames,
} from './incoming/message-intent.ts';
import { enforceDailyBudget, withinAuthority } from './people/authority.ts';
import { outsideName } from './people/person.ts';
import { withinProjects } from './people/project-of.ts';
import { answerActions, chooseReply, lateAnswer } from './questions/answer.ts';
import { asksHelp } from './questions/help-questions.ts';
import {
  LEFT_OPEN,
  type QuestionResolution,
  type QuestionScope,
  resolveQuestion,
  WHICH_QUESTION,
} from './questions/open-questions.ts';
import { choicesText, openAgain } from './questions/question-text.ts';
import { addressableSessions, isAtRest } from './tasks/conversation-sessions.ts';
import { whichTask } from './tasks/resolve-task.ts';
import { resumeActions } from './tasks/resume-task.ts';
import { taskLine } from './tasks/session-text.ts';
import { talkActions } from './tasks/start-talk.ts';
import { numberingOf, taskName, taskTag } from './tasks/task-name.ts';
import { statusLines } from './tasks/task-status.ts';
import {
  answerToAside,
  explainQuestion,
  leftOpenText,
  meaningsOf,
  questionsToLeaveOpen,
  whichMeaning,
} from './unclear-answer.ts';

export interface Decision {
  readonly state: 'done' | 'refused';
  readonly reason: string | undefined;
  readonly actions: readonly Action[];
}

/** What to do about one message of an admitted person. Reads rows, changes none. */
export function decideMessage(
  message: InboundMessage,
  context: CommandContext,
  features: readonly Feature[],
): Decision {
  return withOpenSessionsOnce(context, (here) => decideHere(message, { context: here, features }));
}

function decideHere(message: InboundMessage, { context, features }: QuestionScope): Decision {
  const { program, texts } = context;
  const decision =
    takeFirstDecision(message, { context, features }) ??
    routeMessage(withPlaceholderText(message, texts), { context, features });
  const aboutEnclosures = enclosureReplies(message.enclosed ?? [], {
    texts,
    writeEnabled: program.writeEnabled,
  });
  const taken = withoutSpokenAnswer(decision.actions, message, context);
  const possible = withinProjects(possibleActions(taken, { context, features }), message, {
    context,
    features,
  });
  const within = enforceDailyBudget(withinAuthority(possible, context, features), context, features);
  const actions = features.reduce(
    (so, { messages }) => messages?.adjust?.(so, message, context) ?? so,
    within,
  );
  if (aboutEnclosures.length === 0) return { ...decision, actions };
  // What was sent could not be used, and the reply says so: the hint that the message has no words would add nothing.
  if (decision.reason === 'empty') return { ...decision, actions: [replyAction(aboutEnclosures.join('\n'))] };
  return { ...decision, actions: [replyAction(aboutEnclosures.join('\n')), ...actions] };
}

/** The decision of the first feature that takes the message before anything else looks at it. */
function takeFirstDecision(
  message: InboundMessage,
  { context, features }: QuestionScope,
): Decision | undefined {
  for (const { messages } of features) {
    const taken = messages?.takeFirst?.(message, context);
    if (taken === undefined) continue;
    const { actions, refused } = taken;
    return { state: refused === undefined ? 'done' : 'refused', reason: refused, actions };
  }
  return undefined;
}

/** Returns all of the actions, or the reason why one of them is impossible. */
function possibleActions(
  actions: readonly Action[],
  { context, features }: QuestionScope,
): readonly Action[] {
  for (const action of actions) {
    for (const { messages } of features) {
      const obstacle = messages?.findObstacle?.(action, context);
      if (obstacle !== undefined) return [replyAction(obstacle)];
    }
  }
  return actions;
}

/** Gives words to a message without words of its own. A forwarded text is no task: it becomes part of the enclosure. */
function withPlaceholderText(message: InboundMessage, { replies }: Texts): InboundMessage {
  const { forwarded, enclosed = [], text } = message;
  const { wordless } = replies.enclosed;
  if (forwarded === true && text.trim() !== '')
    return text.length > MAX_MESSAGE_LENGTH ? message : { ...message, text: wordless.forwarded };
  const [first] = enclosed.flatMap(({ kind }) => (kind === 'image' || kind === 'document' ? [kind] : []));
  return text.trim() === '' && first !== undefined ? { ...message, text: wordless[first] } : message;
}

function routeMessage(message: InboundMessage, { context: given, features }: QuestionScope): Decision {
  if (outsideName(message.sender) !== undefined)
    return decideAgentCall(message, { context: given, features });
  const addressed = findAddressed(message, given);
  const meant = addressed?.kind === 'unknown' ? undefined : addressed?.session;
  const context = contextWith(given, { meant, store: given.store });
  const amendment = amendmentIn(message);
  if (amendment !== undefined) return done(amendmentActions(message, amendment, { context, features }));
  const found = resolveQuestion(
    message,
    { context, features },
    addressed?.kind === 'number' ? addressed : undefined,
  );
  const waiting = questionsToLeaveOpen(message, found, { context, features });
  if (waiting.length > 0)
    return { state: 'done', reason: LEFT_OPEN, actions: [replyAction(leftOpenText(waiting, context))] };
  const meanings = meaningsOf(message, found, context);
  const isUnclear = found.kind === 'which' || (found.kind === 'one' && meanings.length > 1);
  if (isUnclear)
    return { state: 'done', reason: WHICH_QUESTION, actions: [replyAction(whichMeaning(meanings, context))] };
  const answered = answerToFeature(found, message, { context, features });
  if (answered !== undefined) return done(answered);
  const atWork = addressableSessions(context);
  const said = found.kind === 'one' && addressed === undefined ? found.message : message;
  const intent = intentOf(said, {
    pending: context.store.approvals.listPending(context.conversation),
    meant: approvalIn(found),
    active: atWork[0],
    several: atWork,
    addressed,
    commands: context.commands.flatMap((command) => [command.name, ...command.aliases]),
    commandsOfChat: shownCommandNames(context.texts, context.commands),
    asksHelp: asksHelp(message, context.commands),
    found: context.found,
  });
  return decisionFor(intent, message, { context, features });
}

/** The same context for another task that the message names, or with other stores. */
function contextWith(
  given: CommandContext,
  { meant, store }: Pick<CommandContext, 'meant' | 'store'>,
): CommandContext {
  const { conversation, workspace, sender, person, isGroup, texts, nowMs } = given;
  const { program, commands, isBusy, awaitsBareWord, found } = given;
  return {
    conversation,
    workspace,
    sender,
    person,
    isGroup,
    texts,
    nowMs,
    program,
    store,
    meant,
    commands,
    isBusy,
    awaitsBareWord,
    found,
  };
}

/** Another agent's words are neither a command nor an answer, whatever they say: only what it calls for counts. */
function decideAgentCall(message: InboundMessage, { context, features }: QuestionScope): Decision {
  for (const { messages } of message.call === undefined ? [] : features) {
    const actions = messages?.takeFromAgent?.(message, context);
    if (actions !== undefined) return done(actions);
  }
  return { state: 'refused', reason: 'another agent wrote it, and it is no call', actions: [] };
}

/**
 * The actions of a message that is for a feature: it answers a question of one, or one reads it; undefined for all
 * others, and for the answer to an approval, which `intentOf` reads.
 */
function answerToFeature(
  found: QuestionResolution,
  message: InboundMessage,
  { context, features }: QuestionScope,
): readonly Action[] | undefined {
  const answered =
    found.kind === 'one' && found.question.kind !== 'approval'
      ? found.question.question.answer(found.message)
      : undefined;
  if (answered !== undefined) return answered;
  // Features read every gesture, even one on an approval: it may be about the task of that message (an undo).
  const isForReaders = found.kind === 'none' || message.gesture !== undefined;
  return isForReaders ? readByFeatures(message, { context, features }) : undefined;
}

function approvalIn(found: QuestionResolution): ApprovalRecord | undefined {
  return found.kind === 'one' && found.question.kind === 'approval' ? found.question.approval : undefined;
}

/** The actions of the first feature whose readers take the message. */
function readByFeatures(
  message: InboundMessage,
  { context, features }: QuestionScope,
): readonly Action[] | undefined {
  for (const read of features.flatMap(({ answers = [] }) => answers)) {
    const actions = read(message, context);
    if (actions !== undefined) return actions;
  }
  return undefined;
}

/** The actions of the first feature that takes these plain words. */
function plainWords(
  message: InboundMessage,
  { context, features }: QuestionScope,
): readonly Action[] | undefined {
  for (const { messages } of features) {
    const actions = messages?.takePlainWords?.(message, context);
    if (actions !== undefined) return actions;
  }
  return undefined;
}

function decisionFor(
  intent: MessageIntent,
  message: InboundMessage,
  { context, features }: QuestionScope,
): Decision {
  const { replies } = context.texts;
  switch (intent.kind) {
    case 'answer':
      return done(
        answerActions(intent.approval, { scope: intent.scope, words: message.text.trim() }, context),
      );
    case 'late-answer':
      return done([replyAction(lateAnswer(intent.approval, context.texts))]);
    case 'aside':
      return { state: 'done', reason: LEFT_OPEN, actions: [replyAction(answerToAside(intent, context))] };
    case 'choose':
      return done([chooseReply(intent.approval, context.texts)]);
    case 'not-yours':
      return {
        state: 'refused',
        reason: 'answer of another person',
        actions: [replyAction(replies.notYours)],
      };
    case 'stray-answer':
      return done([replyAction(replies.nothingPending)]);
    case 'command':
      return done(commandNamed(intent.name, context.commands).run(intent.rest, context));
    case 'found-command':
      return done(context.found?.named?.(intent.rest, context) ?? []);
    case 'unknown-command':
      return done([replyAction(unknownCommand(intent, context.texts))]);
    case 'steering':
      return done(steerTask(intent.session, { text: intent.text }, context));
    case 'task':
      return done(taskNamed(intent.session, message, context));
    case 'which-task':
      return { state: 'done', reason: WHICH_TASK, actions: [replyAction(whichTask(context))] };
    case 'ended-task':
      return done(forEndedTask(intent, message, { context, features }));
    case 'no-such-task': {
      const number = `#${intent.number}`;
      const hint = intent.words === '' ? [] : [context.texts.tasks.notATask(number)];
      return done([replyAction([replies.noSuchSession(number), ...hint].join('\n'))]);
    }
    case 'request':
      return done(
        plainWords({ ...message, text: intent.text }, { context, features }) ??
          talkActions(intent.text, context),
      );
    case 'nothing':
      return done([]);
    case 'empty':
      return { state: 'refused', reason: 'empty', actions: [replyAction(replies.empty)] };
    case 'too-long': {
      const text = replies.tooLong(groupDigits(intent.length), groupDigits(MAX_MESSAGE_LENGTH));
      return { state: 'refused', reason: 'too long', actions: [replyAction(text)] };
    }
    default:
      return unreachable(intent);
  }
}

/** Answers words for a task that has ended: a feature may offer to continue it. */
function forEndedTask(
  { session, text, isNumbered }: Extract<MessageIntent, { kind: 'ended-task' }>,
  message: InboundMessage,
  { context, features }: QuestionScope,
): readonly Action[] {
  for (const { messages } of features) {
    const actions = messages?.takeForEnded?.(session, { ...message, text }, context);
    if (actions !== undefined) return actions;
  }
  if (!isNumbered)
    return plainWords({ ...message, text }, { context, features }) ?? talkActions(text, context);
  const name = `#${session.number} ${taskLine(session)}`;
  const { commands, tasks } = context.texts;
  const resume = `${commandName(commands['agent-resume'])} #${session.number}`;
  return [replyAction(tasks.ended(name, resume))];
}

function done(actions: readonly Action[]): Decision {
  return { state: 'done', reason: undefined, actions };
}

/** The intent names a command only when it is in this list. */
function commandNamed(name: string, commands: readonly ChatCommand[]): ChatCommand {
  const found = commands.find((command) => command.name === name || command.aliases.includes(name));
  if (found === undefined)
    throw new Error(`the command ${name} is not in the list that the intent was read with`);
  return found;
}

function unknownCommand(
  { name, suggestion }: Extract<MessageIntent, { kind: 'unknown-command' }>,
  { replies }: Texts,
): string {
  return suggestion === undefined ? replies.unknownCommand(name) : replies.didYouMean(name, suggestion);
}

interface TaskWords {
  readonly text: string;
  /** What came with the words, when they are from an earlier message. */
  readonly enclosure?: Enclosure | undefined;
}

/** Hands words to a task; one at rest goes on with them. */
function steerTask(session: SessionRecord, words: TaskWords, context: CommandContext): readonly Action[] {
  const { replies } = context.texts;
  if (isPlanned(session)) return [replyAction(replies.cannotListen(taskName(session, numberingOf(context))))];
  if (isAtRest(session)) return goOn(session, words, context);
  const question = context.store.approvals
    .listPending(context.conversation)
    .find((approval) => approval.session === session.id);
  const tag = taskTag(session, numberingOf(context));
  const taken: Action = { kind: 'steer', session: session.id, ...words };
  // The task gets the words as well: they may ask for something.
  if (question !== undefined && isQuestion(words.text)) {
    const lines = [replies.steeringTaken, ...explainQuestion(question, context)];
    return [taken, replyAction(`${tag}${lines.join('\n')}`)];
  }
  const isQueued = session.state.status === 'queued';
  if (!isQueued && question === undefined)
    return [taken, { kind: 'reply', text: `${tag}${replies.steeringTaken}`, instead: 'reaction' }];
  const lines = [`${tag}${isQueued ? replies.steeringQueued : replies.steeringTaken}`];
  if (question !== undefined) lines.push(...openAgain([question], context.texts));
  return [taken, replyAction(lines.join('\n'))];
}

/** `what does it do?`, `¿qué hace?`: asked while something waits for an answer, it is about that. */
function isQuestion(text: string): boolean {
  return /[?？][\s"'”»)]*$/u.test(text) || /^\s*¿/u.test(text);
}

function goOn(
  session: SessionRecord,
  { text, enclosure }: TaskWords,
  context: CommandContext,
): readonly Action[] {
  const actions = resumeActions(session, { extraMicroUsd: 0, instructions: text }, context);
  return actions.map((action) =>
    action.kind === 'resume' || action.kind === 'steer' ? { ...action, enclosure } : action,
  );
}

/**
 * A number alone sends the words that were asked about to that task; without such words it asks how the task is going.
 */
function taskNamed(
  session: SessionRecord,
  message: InboundMessage,
  context: CommandContext,
): readonly Action[] {
  const waiting = messageAwaitingTask(message, context);
  if (waiting === undefined) return [replyAction(statusLines(session, context).join('\n'))];
  const { text } = withPlaceholderText(waiting.message, context.texts);
  return steerTask(session, { text: text.trim(), enclosure: enclosureOf(waiting.rows) }, context);
}

/** `20,000`: digits in groups, the same in both languages. */
function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/**
 * Works with open sessions that are read once: many parts of a decision ask for the same rows, and nothing changes
 * while it is made. A context that is kept reads anew when the work is over.
 */
function withOpenSessionsOnce<Result>(
  given: CommandContext,
  work: (context: CommandContext) => Result,
): Result {
  const { store, meant } = given;
  const { listOpen, listOpenIn } = store.sessions;
  let known: Map<string, readonly SessionRecord[]> | undefined = new Map();
  const once = <Key extends string>(name: string, read: (key: Key) => readonly SessionRecord[]) => {
    return (key: Key): readonly SessionRecord[] => {
      const rows = known?.get(`${name} ${key}`) ?? read(key);
      known?.set(`${name} ${key}`, rows);
      return rows;
    };
  };
  const sessions = {
    ...store.sessions,
    listOpen: once('chat', listOpen),
    listOpenIn: once('folder', listOpenIn),
  };
  try {
    return work(contextWith(given, { meant, store: { ...store, sessions } }));
  } finally {
    known = undefined;
  }
}

/**
 * The actions of a message, unless it was spoken and would answer a question about what can't be undone: speech may be
 * misheard, and anybody nearby can say yes. Judged by what the message would do, whatever words led to that; typed
 * words that came together with spoken ones do not count either.
 */
export function withoutSpokenAnswer(
  actions: readonly Action[],
  { enclosed = [] }: Pick<InboundMessage, 'enclosed'>,
  { store, texts }: Pick<CommandContext, 'store' | 'texts'>,
): readonly Action[] {
  if (!enclosed.some(({ kind }) => kind === 'voice')) return actions;
  const answered = actions.flatMap((action) =>
    action.kind === 'answer' ? (store.approvals.get(action.approval) ?? []) : [],
  );
  const held = answered.find((approval) => isIrreversible(approval.question));
  if (held === undefined) return actions;
  return [{ kind: 'reply', text: [texts.replies.writtenOnly, choicesText(held, texts)].join('\n') }];
}
