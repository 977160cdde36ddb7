import type { WAMessage } from '@whiskeysockets/baileys';
import type { JournalEntry, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { type Clock, DAY_MS, MINUTE_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import type { ArrivalOrder } from './arrival-order.ts';
import { inboundContent, journalKeyOf } from './inbound.ts';
import { type IntakeContext, sentAtMs, type UnreadableMessage, type WhatsAppIntake } from './intake.ts';
import type { Journal } from './journal.ts';

/** A phone that is asked for a message again has answered within this time, or will not for long. */
const PATIENCE_MS = MINUTE_MS;

interface SweepParts {
  readonly journal: Journal;
  readonly order: ArrivalOrder;
  readonly intake: WhatsAppIntake;
  readonly log: Log;
  notifyUnreadable(message: UnreadableMessage): Promise<void>;
}

interface SweepTime {
  readonly nowMs: number;
  /** True to include recently decrypted entries, because no connection is about to hand them over. */
  readonly everything: boolean;
  /** Since when there has been a link; without one nothing can be delivered again, so nothing is late. */
  readonly openSinceMs: number | undefined;
}

/**
 * Takes in the journal's remaining entries: the program died, or the connection closed, between the receipt and the
 * message. Messages that were not decrypted are delivered again, and later ones wait for them. A message that can
 * never be decrypted is reported once.
 */
export async function sweepJournal(
  context: IntakeContext,
  time: SweepTime,
  parts: SweepParts,
): Promise<void> {
  const left = parts.journal.listOpen().flatMap((entry) => {
    const message = readEntry(entry, context, parts);
    return message === undefined || parts.intake.isQueued(message) ? [] : [{ entry, message }];
  });
  if (time.everything) parts.order.awaitOnly(left.map(({ entry }) => entry));
  for (const { entry, message } of left) {
    const late = isLate(entry, time) && !parts.order.isPending(entry);
    const what = whatToDo(time, { late, readable: isReadable(entry, message, context) });
    if (what === 'hand') parts.intake.queueLeft(message, context);
    if (what === 'report') await reportUnreadable(message, context, parts);
  }
}

function whatToDo(
  { everything }: SweepTime,
  { late, readable }: { readonly late: boolean; readonly readable: boolean },
): 'hand' | 'report' | 'wait' {
  if (readable) return everything || late ? 'hand' : 'wait';
  return late ? 'report' : 'wait';
}

function isLate({ seenAtMs }: JournalEntry, { nowMs, openSinceMs }: SweepTime): boolean {
  return openSinceMs !== undefined && nowMs - Math.max(seenAtMs, openSinceMs) >= PATIENCE_MS;
}

/**
 * True when every part was decrypted, or the decrypted ones make a message: when one is sent again, the first copy is
 * never decrypted.
 */
function isReadable(entry: JournalEntry, message: WAMessage, { own }: IntakeContext): boolean {
  const isComplete = entry.hashes.length > 0 && entry.plaintexts.length === entry.hashes.length;
  return isComplete || inboundContent(message, own) !== undefined;
}

/** Reported before the entry is removed: a crash in between asks the person twice, which is better than never. */
async function reportUnreadable(
  message: WAMessage,
  { own }: IntakeContext,
  { journal, order, intake, log, notifyUnreadable }: SweepParts,
): Promise<void> {
  const person = intake.personOf(message, own);
  const chat = /^\d+$/.test(person.id) ? `${person.id}@s.whatsapp.net` : journalKeyOf(message).chat;
  const { participant } = journalKeyOf(message);
  log.warn('channel.whatsapp.message.unreadable', { message: message.key.id, sender: person.id });
  const where = participant === '' ? chat : journalKeyOf(message).chat;
  // The author is asked to write it again.
  intake.rememberAddress(where);
  await notifyUnreadable({
    chat: where,
    sender: person.id,
    id: message.key.id ?? '',
    sentAtMs: sentAtMs(message),
  });
  journal.markStored(journalKeyOf(message));
  order.noteLeftOut(journalKeyOf(message));
}

/** Undefined for a row that is not a message: the others must still be processed. */
function readEntry(
  entry: JournalEntry,
  context: IntakeContext,
  { journal, log }: SweepParts,
): WAMessage | undefined {
  try {
    return messageOfEntry(entry, context);
  } catch (error) {
    log.warn('channel.whatsapp.journal.unreadable_row', { message: entry.id, error: messageOf(error) });
    journal.markStored(entry);
    return undefined;
  }
}

/** Builds the message as the client would from the stanza. */
function messageOfEntry({ attributes, plaintexts }: JournalEntry, { client, own }: IntakeContext): WAMessage {
  const node = { tag: 'message', attrs: { ...attributes } };
  const { fullMessage } = client.decodeMessageNode(node, own.phone ?? '', own.lid ?? '');
  const parts = plaintexts.map((text) => {
    const read = client.proto.Message.decode(client.unpadRandomMax16(Buffer.from(text, 'base64')));
    return read.deviceSentMessage?.message ?? read;
  });
  if (parts.length === 0) return fullMessage;
  return { ...fullMessage, message: Object.assign({}, ...parts) };
}

const SWEEP_MS = 30_000;
/** How long a phone may ask for a message again, and a server deliver one again. */
const RETENTION_MS = 14 * DAY_MS;

interface TidyParts {
  readonly store: Pick<WhatsAppStore, 'sent' | 'journal'>;
  readonly account: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Runs twice a minute. */
  sweep(): void;
  /** Runs once a day. */
  topUp(): void;
}

/** Repeated work while the channel is open; resolves when it stops. */
export async function tidyChannel(parts: TidyParts, signal: AbortSignal): Promise<void> {
  const { store, account, clock, log } = parts;
  let prunedMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    await clock.sleep(SWEEP_MS, signal);
    if (signal.aborted) return;
    parts.sweep();
    const nowMs = clock.nowMs();
    if (nowMs - prunedMs < DAY_MS) continue;
    prunedMs = nowMs;
    parts.topUp();
    try {
      store.sent.prune(account, nowMs - RETENTION_MS);
      store.journal.prune(account, nowMs - RETENTION_MS);
    } catch (error) {
      log.warn('channel.whatsapp.not_pruned', { error: messageOf(error) });
    }
  }
}
