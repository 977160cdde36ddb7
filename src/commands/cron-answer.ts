import type { InboundMessage } from '../contracts/channel.ts';
import type { Action, CommandContext } from '../contracts/commands.ts';
import { type CronRecord, UNDELETE_MS } from '../contracts/crons.ts';
import type { InboxRow } from '../contracts/store.ts';
import type { CronWish } from '../schedule/plan-cron.ts';
import { readOrder } from '../schedule/read-order.ts';
import { setActions } from './cron-add.ts';
import { verbIn } from './cron-verbs.ts';
import { waitsElsewhere } from './cron-waits.ts';
import { zoneHere } from './cron-zone.ts';
import type { YesOrNo } from './worktree-answer.ts';

/** A proposal waits for so long. */
const WAIT_MS = 60 * 60_000;

/** `/cron …` and its other names, as a whole message. */
const COMMAND = /^\/(?:crons?|programar)\s+([\s\S]+)$/i;

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
  yesOrNo: YesOrNo,
): readonly Action[] | undefined {
  if (message.forwarded === true || message.gesture !== undefined) return undefined;
  const named = namedAnswer(message.text);
  return named === undefined
    ? bareAnswer(message, context, yesOrNo)
    : answered(named, lastCommand(message, context), context);
}

/** Only while nothing else can be meant. */
function bareAnswer(
  message: InboundMessage,
  context: CommandContext,
  yesOrNo: YesOrNo,
): readonly Action[] | undefined {
  const { store, nowMs, texts } = context;
  const answer = isAboutProposal(message, context) ? yesOrNo(message.text) : undefined;
  const before = answer === undefined ? [] : store.inbox.before(message, nowMs - WAIT_MS);
  // Said twice is the same answer.
  const row = before.find((one) => yesOrNo(one.message.text) !== answer);
  if (answer === undefined || row === undefined || proposalIn(row, context) === undefined) return undefined;
  if (!waitsElsewhere(context)) return answered(answer, row, context);
  const { whichYes, whichNo } = texts.crons;
  return row === before[0] ? reply(answer ? whichYes : whichNo) : undefined;
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

function confirmed({ wish, atMs }: Proposal, context: CommandContext): readonly Action[] {
  const { store, conversation, sender, nowMs, texts } = context;
  const isThat = (cron: CronRecord) =>
    // Rows keep whole seconds.
    cron.sender === sender &&
    cron.createdAtMs + 1000 > atMs &&
    cron.schedule === wish.schedule &&
    cron.message === wish.message;
  const there = [
    ...store.crons.ofConversation(conversation),
    ...store.crons.deletedSince(conversation, nowMs - UNDELETE_MS),
  ].find(isThat);
  return there === undefined ? setActions(wish, context) : reply(texts.crons.already(there.name));
}

function reply(text: string): readonly Action[] {
  return [{ kind: 'reply', text }];
}
