import type { Gesture, InboundMessage, MessageWords } from '../../contracts/channel.ts';
import type { ChatCommand, CommandContext, CommandLookup } from '../../contracts/commands.ts';
import type { ApprovalScope } from '../../contracts/grants.ts';
import { MONEY_QUESTION, type SessionRecord } from '../../contracts/session.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import { questionIdOf } from '../../core/ids.ts';
import { nearestName } from '../../core/nearest-name.ts';
import { withoutAccents } from '../../core/text.ts';
import { LOCALES, type Texts, texts } from '../../core/texts/texts.ts';
import {
  asksBack,
  type BareAnswer,
  bareAnswer,
  isWait,
  readApprovalAnswer,
} from '../questions/answer-words.ts';
import { bareCommand } from '../questions/bare-commands.ts';
import { isAlive, unfinishedTasks } from '../tasks/conversation-sessions.ts';
import { readNumbered } from '../tasks/task-name.ts';
import { isGoAhead } from './go-ahead.ts';

/** Longest message that is read, in UTF-16 code units. */
export const MAX_MESSAGE_LENGTH = 20_000;

/** State of the conversation when a message arrives. */
export interface ConversationSituation {
  /** Questions that can still be answered, oldest first, whichever person they were addressed to. */
  readonly pending: readonly ApprovalRecord[];
  /** The question that the message is about, in whatever state: see `resolveQuestion`. */
  readonly meant: ApprovalRecord | undefined;
  /** The session that words are for which name none: the first one at work; see `addressableSessions`. */
  readonly active: SessionRecord | undefined;
  /** All that are at work, when the message names none: with more than one, the words may be for any of them. */
  readonly several?: readonly SessionRecord[];
  /** The task that the message names, by number or by replying. */
  readonly addressed?: AddressedTask | undefined;
  /** Names and aliases of all commands. */
  readonly commands: readonly string[];
  /** The names that `/help` shows in the language of the chat; none when missing. */
  readonly commandsOfChat?: readonly string[];
  /** True for a question that `/help` answers: see `asksHelp`. */
  readonly asksHelp?: boolean;
  /** Commands beyond these that were looked up for the message. */
  readonly found?: Pick<CommandLookup, 'named' | 'names'> | undefined;
}

export type MessageIntent =
  | {
      readonly kind: 'answer';
      readonly approval: ApprovalRecord;
      /** How far the yes reaches; undefined = no. */
      readonly scope: ApprovalScope | undefined;
    }
  | { readonly kind: 'late-answer'; readonly approval: ApprovalRecord }
  /** Words about open questions that answer none of them: they ask for more time, or what the question is about. */
  | { readonly kind: 'aside'; readonly approvals: readonly ApprovalRecord[]; readonly asksBack: boolean }
  /** A yes or a no to a question with other answers. */
  | { readonly kind: 'choose'; readonly approval: ApprovalRecord }
  | { readonly kind: 'not-yours' }
  | { readonly kind: 'stray-answer' }
  | { readonly kind: 'command'; readonly name: string; readonly rest: string }
  /** The command that was looked up for the message. */
  | { readonly kind: 'found-command'; readonly rest: string }
  | { readonly kind: 'unknown-command'; readonly name: string; readonly suggestion: string | undefined }
  | { readonly kind: 'steering'; readonly session: SessionRecord; readonly text: string }
  /** A task without words: asks how it is going, or says which task the words before were for. */
  | { readonly kind: 'task'; readonly session: SessionRecord }
  /** Words for one of several tasks; which one is never guessed. */
  | { readonly kind: 'which-task' }
  /** Words for a task that has ended; `isNumbered`: they name it by its number, else they reply to it. */
  | {
      readonly kind: 'ended-task';
      readonly session: SessionRecord;
      readonly text: string;
      readonly isNumbered: boolean;
    }
  /** Words that begin with a number that no task has. */
  | { readonly kind: 'no-such-task'; readonly number: number; readonly words: string }
  | { readonly kind: 'request'; readonly text: string }
  /** A reaction or a vote that answers no question. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-long'; readonly length: number };

type IntentMessage = MessageWords & Pick<InboundMessage, 'scheduled' | 'sender'>;

/** The person's intent, decided once from the message and the rows. */
export function intentOf(message: IntentMessage, situation: ConversationSituation): MessageIntent {
  if (message.gesture !== undefined) return gestureIntent(message.gesture, message, situation);
  const text = message.text.trim();
  if (text === '') return { kind: 'empty' };
  if (message.text.length > MAX_MESSAGE_LENGTH) return { kind: 'too-long', length: message.text.length };
  if (message.forwarded === true) return wordsIntent(text, situation);
  const { addressed } = situation;
  switch (addressed?.kind) {
    case 'number':
      return numberedIntent(addressed, message, situation);
    case 'ended':
      return lateAnswer(text, message, situation) ?? endedIntent(addressed, message, situation);
    case 'unknown':
      return { kind: 'no-such-task', number: addressed.number, words: addressed.words };
    default:
      return (
        answerIntent(text, message, situation) ??
        commandIntent(text, situation) ??
        bareIntent(message, situation) ??
        helpIntent(text, situation) ??
        asideIntent(message, situation) ??
        wordsIntent(text, situation)
      );
  }
}

/** `help`, `STOP!!`: commands that people type without a slash. What is written at a set time is a message. */
function bareIntent(
  { text, scheduled }: IntentMessage,
  { commands }: ConversationSituation,
): MessageIntent | undefined {
  const command = scheduled === undefined ? bareCommand(text) : undefined;
  return command !== undefined && commands.includes(command.name)
    ? { kind: 'command', ...command }
    : undefined;
}

/** `how do I undo?`: what `/help` answers as well is no request, and nothing for a task. */
function helpIntent(text: string, { asksHelp }: ConversationSituation): MessageIntent | undefined {
  return asksHelp === true ? { kind: 'command', name: 'help', rest: text } : undefined;
}

/** The question that was replied to, else all that are open: asking about one decides nothing, whoever asks. */
function asideIntent(
  { text, quotedId }: IntentMessage,
  { meant, pending }: ConversationSituation,
): MessageIntent | undefined {
  const all = quotedId === undefined ? pending : [];
  const approvals = meant?.state === 'pending' ? [meant] : all;
  const isAside = approvals.length > 0 && (isWait(text) || asksBack(text));
  return isAside ? { kind: 'aside', approvals, asksBack: asksBack(text) } : undefined;
}

/** An answer to a question of a task that has ended; the question's message was replied to. */
function lateAnswer(
  text: string,
  message: IntentMessage,
  situation: ConversationSituation,
): MessageIntent | undefined {
  return situation.meant === undefined ? undefined : answerIntent(text, message, situation);
}

/** A task that has ended takes commands, such as `/undo`. */
function endedIntent(
  { session, words, isNumbered }: Extract<AddressedTask, { kind: 'ended' }>,
  message: IntentMessage,
  situation: ConversationSituation,
): MessageIntent {
  const command = commandIntent(words, situation) ?? bareIntent({ ...message, text: words }, situation);
  return command ?? { kind: 'ended-task', session, text: words, isNumbered };
}

/** Words for one task, which may answer its question. */
function numberedIntent(
  { session, words, isShown }: Extract<AddressedTask, { kind: 'number' }>,
  message: IntentMessage,
  situation: ConversationSituation,
): MessageIntent {
  if (words === '' || bareCommand(words)?.name === 'status') return { kind: 'task', session };
  const mine = situation.pending.filter((approval) => approval.session === session.id);
  const alone = { ...situation, pending: mine, active: session, several: [], addressed: undefined };
  const intent = intentOf({ ...message, text: words }, alone);
  // If the number may be about something else, the task gets the whole text.
  return intent.kind === 'steering' && !isShown ? { ...intent, text: message.text.trim() } : intent;
}

/** Words that neither answer nor command: they steer a task at work, or ask for something new. */
function wordsIntent(
  text: string,
  { active, several = [], addressed }: ConversationSituation,
): MessageIntent {
  if (addressed !== undefined && addressed.kind !== 'unknown')
    return { kind: 'steering', session: addressed.session, text };
  if (several.length > 1) return { kind: 'which-task' };
  if (beginsFromTalk(text, active)) return { kind: 'request', text };
  return active === undefined ? { kind: 'request', text } : { kind: 'steering', session: active, text };
}

/** A talk that is still being answered changes nothing: words that ask to begin are no hint for it. */
function beginsFromTalk(text: string, active: SessionRecord | undefined): boolean {
  return active?.mode === 'talk' && isGoAhead(text);
}

/** A gesture is only about the message that it was made on. */
function gestureIntent(
  gesture: Gesture,
  message: IntentMessage,
  { meant }: ConversationSituation,
): MessageIntent {
  const answer = gestureAnswer(gesture);
  if (answer === undefined || meant === undefined) return { kind: 'nothing' };
  const isUnclear = meant.question.tool === MONEY_QUESTION && gesture.kind === 'reaction';
  return approvalAnswer(meant, isUnclear ? 'choose' : answer, message);
}

/** Undefined when nothing is asked and nothing runs: then "yes" is ordinary talk. */
function answerIntent(
  text: string,
  message: IntentMessage,
  { meant, pending, active }: ConversationSituation,
): MessageIntent | undefined {
  const answer = meant === undefined ? bareAnswer(text) : readApprovalAnswer(text, meant.question);
  if (answer === undefined) return undefined;
  if (meant !== undefined) return approvalAnswer(meant, answer, message);
  if (pending.length > 0) return { kind: 'not-yours' };
  return active === undefined || beginsFromTalk(text, active) ? undefined : { kind: 'stray-answer' };
}

function approvalAnswer(
  approval: ApprovalRecord,
  answer: BareAnswer | 'choose',
  { sender }: IntentMessage,
): MessageIntent {
  if (approval.requester !== sender) return { kind: 'not-yours' };
  if (approval.state !== 'pending') return { kind: 'late-answer', approval };
  if (answer === 'choose') return { kind: 'choose', approval };
  return { kind: 'answer', approval, scope: answer.approved ? answer.scope : undefined };
}

interface TypedCommand {
  readonly name: string;
  /** The text after the name, trimmed. */
  readonly rest: string;
}

/** `/name …`, with the case that it was typed in: file names may have dots, and colons between their folders. */
export function parseTypedCommand(text: string): TypedCommand | undefined {
  const [, name, rest = ''] = /^\/(\S+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
  if (name === undefined || !(PLAIN_NAME.test(name) || isAnyName(name))) return undefined;
  return { name, rest: rest.trim() };
}

const PLAIN_NAME = /^[\w-][\w.:-]*\??$/;

/** The runtime needs 20 ms to prepare it: only for names that are not plain. */
function isAnyName(name: string): boolean {
  return /^[\p{Letter}\p{Number}_-][\p{Letter}\p{Mark}\p{Number}._:-]*\??$/u.test(name);
}

/**
 * A name may hold letters, digits and dashes: `/etc/hosts is wrong` is a sentence, not a command, and so is `/12:30`
 * unless a command has that name. A question mark is part of a command's name only if the command has one; otherwise
 * it makes a question.
 */
function commandIntent(
  text: string,
  { commands, commandsOfChat = [], found }: ConversationSituation,
): MessageIntent | undefined {
  const typed = parseTypedCommand(text);
  if (typed === undefined) return undefined;
  const name = withoutAccents(typed.name.toLowerCase());
  if (commands.includes(name)) return { kind: 'command', name, rest: typed.rest };
  if (name.endsWith('?')) return undefined;
  if (found?.named !== undefined) return { kind: 'found-command', rest: typed.rest };
  const suggestion = nearestCommand(name, [...commandsOfChat, ...(found?.names ?? [])], commands);
  if (suggestion === undefined && /[.:]/.test(name)) return undefined;
  return { kind: 'unknown-command', name: typed.name, suggestion };
}

const SCOPES: readonly ApprovalScope[] = ['once', 'session', 'always', 'prefix', 'finish'];

/**
 * Reads a vote or a reaction as an answer to its question. A withdrawn vote, and every emoji that does not plainly
 * mean yes or no, is no answer.
 */
function gestureAnswer(gesture: Gesture): BareAnswer | undefined {
  if (gesture.kind === 'reaction') return bareAnswer(gesture.emoji);
  if (gesture.kind !== 'vote' || gesture.choices.length !== 1) return undefined;
  const [choice = ''] = gesture.choices;
  for (const locale of LOCALES) {
    const { grants, money } = texts(locale);
    const poll = { ...grants.poll, finish: money.poll.finish };
    const scopes = [...SCOPES.map((one) => [poll[one], one] as const), [poll.parts, 'session'] as const];
    if (choice === poll.no || choice === money.poll.no) return { approved: false };
    if (choice === money.poll.once) return { approved: true, scope: 'once' };
    const [, scope] = scopes.find(([words]) => words === choice) ?? [];
    if (scope !== undefined) return { approved: true, scope };
  }
  return undefined;
}

/** The task that a message names. */
type AddressedTask =
  /** By its number; `words` is the rest of the text. `isShown`: numbers are shown, so nothing else can be meant. */
  | {
      readonly kind: 'number';
      readonly session: SessionRecord;
      readonly words: string;
      readonly isShown: boolean;
    }
  /** By replying to something about it. */
  | { readonly kind: 'reply'; readonly session: SessionRecord }
  /** By the number of a task that has ended and takes no more messages, or by replying to something about it. */
  | {
      readonly kind: 'ended';
      readonly session: SessionRecord;
      readonly words: string;
      readonly isNumbered: boolean;
    }
  /** By a number that no task has. */
  | { readonly kind: 'unknown'; readonly number: number; readonly words: string };

/** Larger numbers are those of issues and pull requests. */
const MAX_TASK_NUMBER = 99;

interface AddressContext extends Pick<CommandContext, 'conversation'> {
  readonly store: Pick<CommandContext['store'], 'sessions' | 'taskNumbers' | 'worktrees'>;
  readonly program: Pick<CommandContext['program'], 'worktrees'>;
}

/** Undefined for a message that names none; a forwarded message names nothing. */
export function findAddressed(message: MessageWords, context: AddressContext): AddressedTask | undefined {
  if (message.gesture !== undefined || message.forwarded === true) return undefined;
  return byNumber(message.text, context) ?? byReply(message, context);
}

/** The task that this message replies to. */
function byReply(
  { quotedId, text }: MessageWords,
  { conversation, store }: AddressContext,
): AddressedTask | undefined {
  if (quotedId === undefined) return undefined;
  const { sessions } = store;
  const session =
    sessions.findByMessage(conversation, quotedId) ??
    sessions.findByMessage(conversation, questionIdOf(quotedId));
  if (session?.mode !== 'agent') return undefined;
  if (isAlive(session, store)) return { kind: 'reply', session };
  return { kind: 'ended', session, words: text.trim(), isNumbered: false };
}

/** With a single task in the workspace no number is shown: `#1 is the bug` may then be about something else. */
function byNumber(text: string, context: AddressContext): AddressedTask | undefined {
  const { conversation, store, program } = context;
  const numbered = readNumbered(lineWithNumber(text));
  if (numbered === undefined) return undefined;
  const words = lineWithNumber(text) === text ? numbered.words : wordsAround(text);
  const { number } = numbered;
  const session = store.taskNumbers.findHolder(conversation, number);
  if (session === undefined) return number > MAX_TASK_NUMBER ? undefined : { kind: 'unknown', number, words };
  const others = unfinishedTasks(context).filter(({ id }) => id !== session.id);
  const hasWorktree = store.worktrees.findActive(session) !== undefined;
  const isShown = hasWorktree || (program.worktrees.maxParallelTasks > 1 && others.length > 0);
  if (isAlive(session, store)) return { kind: 'number', session, words, isShown };
  return isShown ? { kind: 'ended', session, words, isNumbered: true } : undefined;
}

/** The last of several lines, if it is only a number: people add it as an afterthought. */
function lineWithNumber(text: string): string {
  const last = text.trim().split('\n').at(-1) ?? '';
  return readNumbered(last)?.words === '' ? last : text;
}

function wordsAround(text: string): string {
  return text.trim().split('\n').slice(0, -1).join('\n').trim();
}

/** The names under which `/help` shows these commands in one language. */
export function shownCommandNames(texts: Texts, commands: readonly ChatCommand[]): readonly string[] {
  return commands.map((command) => command.describe(texts).usage.split(' ', 1).join('').replace(/^\//, ''));
}

/**
 * The command that a typing slip most likely meant. Names in the chat's language come first. A name in another language
 * must be a single slip away: otherwise an English chat would be offered `/confiar` for `/config`.
 * @param ofChat names in the language of the chat
 * @param all every name of a command
 */
export function nearestCommand(
  typed: string,
  ofChat: readonly string[],
  all: readonly string[],
): string | undefined {
  return nearestName(typed, ofChat) ?? nearestName(typed, all, 1);
}

/** The command that a message types, known or not; undefined for gestures, forwarded words and questions. */
export function commandIn({ text, gesture, forwarded }: MessageWords): TypedCommand | undefined {
  if (gesture !== undefined || forwarded === true) return undefined;
  const typed = parseTypedCommand((readNumbered(text)?.words ?? text).trim());
  return typed === undefined || typed.name.endsWith('?') ? undefined : typed;
}

/** The command of the chat that this name means. */
export function builtInCommand(commands: readonly ChatCommand[], typed: string): ChatCommand | undefined {
  return commands.find(({ name, aliases }) => [name, ...aliases].includes(typed.toLowerCase()));
}
