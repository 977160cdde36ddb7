import { code, oneLine } from '../base/text.ts';
import type { InboundMessage } from '../contracts/channel.ts';
import type { Action, CommandContext } from '../contracts/commands.ts';
import { type CronRecord, UNDELETE_MS } from '../contracts/crons.ts';
import type { InboxRow } from '../contracts/store.ts';
import type { CronWish } from '../schedule/plan-cron.ts';
import { readOrder } from '../schedule/read-order.ts';
import { setActions } from './cron-add.ts';
import { verbIn } from './cron-verbs.ts';
import { zoneHere } from './cron-zone.ts';
import type { OpenQuestion } from './open-questions.ts';
import type { YesOrNo } from './worktree-answer.ts';

/** A proposal waits for so long. */
const WAIT_MS = 60 * 60_000;

/** Of that message where it is shown again, in UTF-16 code units. */
const MAX_COMMAND = 80;

/** `/cron …` and its other names, as a whole message. */
const COMMAND = /^\/(?:crons?|programar)\s+([\s\S]+)$/i;

/** How words are read as an answer. */
export interface WordReader {
  readonly yesOrNo: YesOrNo;
  /** True for nothing but a yes, a no or a number. */
  isBare(text: string): boolean;
}

/** What a person wrote that was answered with a question. */
interface Proposal {
  readonly wish: CronWish;
  /** When it was written, in milliseconds since 1970. */
  readonly atMs: number;
}

/**
 * A yes or a no to a schedule in words; undefined for every other message. A bare one counts right after it, `/cron
 * yes` for an hour, whatever was written since. Nothing is stored for that: what the person wrote is read again, as of
 * then.
 */
export function cronAnswerActions(
  message: InboundMessage,
  context: CommandContext,
  words: WordReader,
): readonly Action[] | undefined {
  if (message.forwarded === true || message.gesture !== undefined) return undefined;
  const named = namedAnswer(message.text);
  return named === undefined
    ? bareAnswer(message, context, words)
    : answered(named, lastCommand(message, context), context);
}

function bareAnswer(
  message: InboundMessage,
  context: CommandContext,
  { yesOrNo, isBare }: WordReader,
): readonly Action[] | undefined {
  const answer = isAboutProposal(message, context) ? yesOrNo(message.text) : undefined;
  const row = answer === undefined ? undefined : rowBefore(message, context, isBare);
  const proposal = row && proposalIn(row, context);
  if (answer === undefined || proposal === undefined) return undefined;
  // A no that comes after the yes means something else.
  if (!answer && cronOf(proposal, context) !== undefined) return undefined;
  return answered(answer, row, context);
}

/** The message that other bare words have not come after, but for those that were asked about. */
function rowBefore(
  message: InboundMessage,
  { store, nowMs }: CommandContext,
  isBare: WordReader['isBare'],
): InboxRow | undefined {
  return store.inbox.before(message, nowMs - WAIT_MS).find((one) => !isBare(one.message.text));
}

/** The proposed cron that a bare word could answer now. */
export function askedCron(
  message: InboundMessage,
  context: CommandContext,
  isBare: WordReader['isBare'],
): OpenQuestion | undefined {
  const row = rowBefore(message, context, isBare);
  const proposal = row && proposalIn(row, context);
  if (row === undefined || proposal === undefined || cronOf(proposal, context) !== undefined)
    return undefined;
  const lines = [code(oneLine(row.message.text, MAX_COMMAND)), '   /cron yes · /cron no'];
  return { kind: 'cron', takes: (word) => typeof word === 'string' || word <= 2, lines };
}

function lastCommand(message: InboundMessage, { store, nowMs }: CommandContext): InboxRow | undefined {
  const before = store.inbox.before(message, nowMs - WAIT_MS);
  return before.find((row) => COMMAND.test(row.message.text.trim()));
}

function answered(answer: boolean, row: InboxRow | undefined, context: CommandContext): readonly Action[] {
  const { crons } = context.texts;
  const proposal = row && proposalIn(row, context);
  if (proposal === undefined) return reply(crons.nothingAsked);
  return answer ? confirmed(proposal, context) : reply(crons.dropped);
}

/** `/cron yes`. */
function namedAnswer(text: string): boolean | undefined {
  const [, rest] = COMMAND.exec(text.trim()) ?? [];
  const { verb, words } = verbIn(rest ?? '');
  return words === '' && (verb === 'yes' || verb === 'no') ? verb === 'yes' : undefined;
}

/** A reply to some other message means that one. */
function isAboutProposal({ quotedId, quoted }: InboundMessage, { texts }: CommandContext): boolean {
  return quotedId === undefined || quoted?.text.startsWith(texts.crons.ask) === true;
}

function proposalIn({ message, receivedAtMs }: InboxRow, context: CommandContext): Proposal | undefined {
  const [, rest] = COMMAND.exec(message.text.trim()) ?? [];
  const timezone = zoneHere(context);
  const { verb, words } = verbIn(rest ?? '');
  if (verb !== 'add' || timezone === undefined) return undefined;
  const order = readOrder(words, { nowMs: receivedAtMs, timezone });
  return order.kind === 'words' ? { wish: { ...order, timezone }, atMs: receivedAtMs } : undefined;
}

function confirmed(proposal: Proposal, context: CommandContext): readonly Action[] {
  const there = cronOf(proposal, context);
  if (there === undefined) return setActions(proposal.wish, context);
  return reply(context.texts.crons.already(there.name));
}

/** What was set, or set and deleted again, because of it. */
function cronOf({ wish, atMs }: Proposal, context: CommandContext): CronRecord | undefined {
  const { store, conversation, sender, nowMs } = context;
  const isThat = (cron: CronRecord) =>
    // Rows keep whole seconds.
    cron.sender === sender &&
    cron.createdAtMs + 1000 > atMs &&
    cron.schedule === wish.schedule &&
    cron.message === wish.message;
  return [
    ...store.crons.ofConversation(conversation),
    ...store.crons.deletedSince(conversation, nowMs - UNDELETE_MS),
  ].find(isThat);
}

function reply(text: string): readonly Action[] {
  return [{ kind: 'reply', text }];
}
