import type { BinaryNode } from '@whiskeysockets/baileys';
import type { OutboundMessage } from '../../contracts/channel.ts';
import type { Clock } from '../../core/clock.ts';
import { isFailure, sentenceIn } from '../../core/failure.ts';
import { newMessageId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { bareJid } from './identity.ts';
import type { SendingSocket } from './sender.ts';
import type { LinkCheck, LinkProbe } from './whatsapp-channel.ts';

/** The phone answers within this time, if it is on. */
const RECEIPT_WITHIN_MS = 5000;
const GROUPS_WITHIN_MS = 5000;

export interface CheckParts {
  readonly clock: Clock;
  /** Any address of the own account. */
  readonly own: string;
  /** Text that the own chat shows for a moment. */
  readonly text: string;
  /** Language in which a failure is described. */
  readonly locale: Locale;
  send(message: OutboundMessage): Promise<void>;
}

/**
 * Sends a message to the own chat, waits for its confirmation, and deletes it. Never throws for failures of the other
 * side.
 */
export async function checkLink(link: SendingSocket, parts: CheckParts): Promise<LinkCheck> {
  const [{ probe, clockOffsetMs }, groups] = await Promise.all([
    probeOwnChat(link, parts),
    groupsOf(link, parts),
  ]);
  return { probe, clockOffsetMs, groups };
}

async function probeOwnChat(
  link: SendingSocket,
  parts: CheckParts,
): Promise<Pick<LinkCheck, 'probe' | 'clockOffsetMs'>> {
  const { clock } = parts;
  const id = newMessageId();
  const chat = bareJid(parts.own);
  const heard = listenFor(id, link, clock);
  const sentMs = clock.upMs();
  try {
    await parts.send({ id, chat, body: { kind: 'text', text: parts.text }, mayRepeat: false });
  } catch (error) {
    heard.end();
    if (!isFailure(error)) throw error;
    return { probe: { kind: 'failed', why: sentenceIn(parts.locale, error) }, clockOffsetMs: undefined };
  }
  const ackMs = clock.upMs() - sentMs;
  const receiptAtMs = await heard.receipt();
  heard.end();
  const receiptMs = receiptAtMs === undefined ? undefined : receiptAtMs - sentMs;
  const probe: LinkProbe = { kind: 'returned', ackMs, receiptMs };
  await takeBack(id, chat, link);
  return { probe, clockOffsetMs: heard.clockOffsetMs() };
}

function listenFor(id: string, { sock }: SendingSocket, clock: Clock) {
  let clockOffsetMs: number | undefined;
  let confirm: (atMs: number) => void = () => undefined;
  const confirmed = new Promise<number>((resolve) => {
    confirm = resolve;
  });
  const limit = new AbortController();
  const acknowledged = ({ attrs }: BinaryNode): void => {
    const seconds = Number(attrs.t);
    // The server gives whole seconds: half a second is added as the best guess.
    if (attrs.id === id && Number.isFinite(seconds)) clockOffsetMs = seconds * 1000 + 500 - clock.nowMs();
  };
  const receipted = ({ attrs }: BinaryNode): void => {
    if (attrs.id === id) confirm(clock.upMs());
  };
  sock.ws.on('CB:ack,class:message', acknowledged);
  sock.ws.on('CB:receipt', receipted);
  return {
    clockOffsetMs: () => clockOffsetMs,
    receipt: () =>
      Promise.race([confirmed, clock.sleep(RECEIPT_WITHIN_MS, limit.signal).then(() => undefined)]),
    end(): void {
      limit.abort();
      sock.ws.off('CB:ack,class:message', acknowledged);
      sock.ws.off('CB:receipt', receipted);
    },
  };
}

/** If deleting fails, a message stays that says it may be ignored. */
async function takeBack(id: string, chat: string, { sock }: SendingSocket): Promise<void> {
  await sock
    .sendMessage(chat, { delete: { remoteJid: chat, fromMe: true, id } })
    .catch((error: unknown) => error);
}

async function groupsOf({ sock }: SendingSocket, { clock }: CheckParts): Promise<LinkCheck['groups']> {
  const limit = new AbortController();
  const asked = sock.groupFetchAllParticipating().then(
    (groups) => Object.values(groups).map(({ id, subject }) => ({ id, name: subject })),
    () => undefined,
  );
  const groups = await Promise.race([
    asked,
    clock.sleep(GROUPS_WITHIN_MS, limit.signal).then(() => undefined),
  ]);
  limit.abort();
  return groups;
}
