import type { InboundMessage, MessageIdentity, MessageWords } from '../../../contracts/channel.ts';
import { type CommandContext, replyWith } from '../../../contracts/commands.ts';
import type { InboxRow } from '../../../contracts/store.ts';
import { HOUR_MS } from '../../../core/clock.ts';
import { plainYesOrNo } from '../../../gateway/questions/answer-words.ts';
import { type CronAnswer, type CronLookup, type CronRecord, UNDELETE_MS } from '../cron.ts';
import { parseCronCommand } from '../schedule/parse-cron-command.ts';
import type { CronRequest } from '../schedule/plan-cron.ts';
import { cronTexts } from '../texts/texts.ts';
import { setActions } from './add.ts';
import { verbIn } from './cron.ts';
import { zoneHere } from './zone.ts';

type CronAnswerMessage = MessageIdentity & MessageWords;

/**
 * `/cron yes` and `/cron no`, for an hour after a proposal, whatever was written since; undefined for other messages.
 */
export function cronCommandAnswer(
  message: CronAnswerMessage,
  context: CommandContext,
  rows: CronLookup,
): readonly CronAnswer[] | undefined {
  if (message.forwarded === true || message.gesture !== undefined) return undefined;
  const answer = parseNamedAnswer(message.text);
  if (answer === undefined) return undefined;
  const row = lastCommand(message, context);
  const proposal = row && proposalIn(row, context);
  if (proposal === undefined) return replyWith(cronTexts(context.texts).nothingAsked);
  return answerProposal(proposal, answer, context, rows);
}

/** A second yes changes nothing: the reply repeats the result of the first. */
export function repeatedCronAnswer(
  message: CronAnswerMessage,
  context: CommandContext,
  rows: CronLookup,
): readonly CronAnswer[] | undefined {
  const { store, nowMs } = context;
  if (message.forwarded === true) return undefined;
  const isAbout = message.gesture === undefined && isAboutProposal(message, context);
  const answer = isAbout ? plainYesOrNo(message.text) : undefined;
  if (answer === undefined) return undefined;
  const before = store.inbox.listEarlier(message, nowMs - PROPOSAL_WAIT_MS);
  const row = before.find((one) => plainYesOrNo(one.message.text) !== answer);
  const proposal = row && proposalIn(row, context);
  return proposal && answerProposal(proposal, answer, context, rows);
}

export function answerProposal(
  proposal: CronProposal,
  answer: boolean,
  context: CommandContext,
  rows: CronLookup,
): readonly CronAnswer[] {
  return answer ? confirmProposal(proposal, context, rows) : replyWith(cronTexts(context.texts).dropped);
}

function lastCommand(message: CronAnswerMessage, { store, nowMs }: CommandContext): InboxRow | undefined {
  const before = store.inbox.listEarlier(message, nowMs - PROPOSAL_WAIT_MS);
  return before.find((row) => CRON_COMMAND.test(row.message.text.trim()));
}

/** `/cron yes`. */
function parseNamedAnswer(text: string): boolean | undefined {
  const [, rest] = CRON_COMMAND.exec(text.trim()) ?? [];
  const { verb, words } = verbIn(rest ?? '');
  return words === '' && (verb === 'yes' || verb === 'no') ? verb === 'yes' : undefined;
}

function confirmProposal(
  { request, atMs }: CronProposal,
  context: CommandContext,
  rows: CronLookup,
): readonly CronAnswer[] {
  const { conversation, sender, nowMs, texts } = context;
  const isThat = (cron: CronRecord) =>
    // Rows keep whole seconds.
    cron.sender === sender &&
    cron.createdAtMs + 1000 > atMs &&
    cron.schedule === request.schedule &&
    cron.message === request.message;
  const there = [
    ...rows.listOfChat(conversation),
    ...rows.listDeletedSince(conversation, nowMs - UNDELETE_MS),
  ].find(isThat);
  return there === undefined
    ? setActions(request, context, rows)
    : replyWith(cronTexts(texts).already(there.name));
}

/** How long a proposal waits for its answer. */
const PROPOSAL_WAIT_MS = HOUR_MS;

/** `/cron …` and its other names, as a whole message. */
const CRON_COMMAND = /^\/(?:crons?|programar)\s+([\s\S]+)$/i;

/** What a person wrote that was answered with a question. */
export interface CronProposal {
  readonly request: CronRequest;
  /** When it was written, in milliseconds since 1970. */
  readonly atMs: number;
}

/**
 * The proposal that this message of a person led to. Nothing is stored for it: the message is read again, as of then.
 */
export function proposalIn(
  { message, receivedAtMs }: InboxRow,
  context: CommandContext,
): CronProposal | undefined {
  const [, rest] = CRON_COMMAND.exec(message.text.trim()) ?? [];
  const timezone = zoneHere(context);
  const { verb, words } = verbIn(rest ?? '');
  if (verb !== 'add' || timezone === undefined) return undefined;
  const order = parseCronCommand(words, { nowMs: receivedAtMs, timezone });
  return order.kind === 'words' ? { request: { ...order, timezone }, atMs: receivedAtMs } : undefined;
}

/** True for a message that is no reply, or one to the question about a proposal. */
export function isAboutProposal(
  { quotedId, quoted }: Pick<InboundMessage, 'quotedId' | 'quoted'>,
  { texts }: Pick<CommandContext, 'texts'>,
): boolean {
  return quotedId === undefined || quoted?.text.startsWith(cronTexts(texts).ask) === true;
}
