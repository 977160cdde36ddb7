import { randomUUID } from 'node:crypto';
import type { ChannelCapabilities, InboundMessage, OutboundBody } from '../../contracts/channel.ts';

/** Name of the channel and of its account. */
export const CONSOLE = 'console';
/** The one chat of a console, and the one person in it. */
export const LOCAL = 'local';

/** Lines that scroll: printed text stays. */
export const PLAIN_CONSOLE: ChannelCapabilities = {
  edit: 'no',
  editWindowMs: 0,
  reaction: false,
  poll: false,
  image: false,
  document: false,
  typing: false,
  maxLength: 100_000,
  editIntervalMs: 0,
  localOwner: true,
  gather: false,
};

export function consoleMessage(text: string, nowMs: number): InboundMessage {
  return { account: CONSOLE, chat: LOCAL, sender: LOCAL, id: randomUUID(), text, sentAtMs: nowMs };
}

/** The text that a console shows for a message. Everything else was replaced by text before it came here. */
export function textOfBody(body: OutboundBody): string | undefined {
  return body.kind === 'text' || body.kind === 'edit' ? body.text : undefined;
}
