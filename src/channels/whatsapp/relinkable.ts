import type { ChannelEnd, ChannelReceiver } from '../../contracts/channel.ts';
import { createKeyedQueue } from '../../core/work-queues.ts';
import type { WhatsAppChannel } from './whatsapp-channel.ts';

export interface LinkRequest {
  /** Digits of the number to link by a typed code; undefined when it is linked by a QR code. */
  readonly pairingPhone: string | undefined;
  /** True when the linked device is moved aside first. */
  readonly fresh: boolean;
}

export interface RelinkableChannel extends WhatsAppChannel {
  /**
   * Ends the connection and begins a new one; resolves when it has begun. Messages that wait to be sent are kept.
   */
  relink(request: LinkRequest): Promise<void>;
  /** Ends the connection; nothing opens one before `resume`. Messages that wait to be sent are kept. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

const SAME_DEVICE: LinkRequest = { pairingPhone: undefined, fresh: false };

/** A channel whose connection can be restarted while everything else continues. */
export function createRelinkable(make: (request: LinkRequest) => WhatsAppChannel): RelinkableChannel {
  let current = make(SAME_DEVICE);
  let receiver: ChannelReceiver | undefined;
  const queue = createKeyedQueue();
  let stopped = false;
  let paused = false;
  let end: (end: ChannelEnd) => void = () => undefined;
  const ended = new Promise<ChannelEnd>((resolve) => {
    end = resolve;
  });
  void current.ended.then(end);

  const relink = async (request: LinkRequest): Promise<void> => {
    if (stopped) return;
    await current.stop();
    current = make(request);
    void current.ended.then(end);
    if (receiver !== undefined && !paused) await current.start(receiver);
  };
  return {
    name: current.name,
    capabilities: current.capabilities,
    ended,
    get state() {
      return current.state;
    },
    get own() {
      return current.own;
    },
    get hasFirstHistory() {
      return current.hasFirstHistory;
    },
    get entered() {
      return current.entered;
    },
    async start(to) {
      receiver = to;
      await current.start(to);
    },
    send: (message) => current.send(message),
    format: (text) => current.format(text),
    canDelete: (chat) => current.canDelete(chat),
    holdMs: (message) => current.holdMs(message),
    setTyping: (chat, on) => current.setTyping(chat, on),
    fetch: async (attachment, mostBytes) => {
      if (current.fetch === undefined) throw new Error('the channel fetches nothing');
      return await current.fetch(attachment, mostBytes);
    },
    check: (text, locale) => current.check(text, locale),
    relink: (request) => queue.run('', () => relink(request)),
    pause: () =>
      queue.run('', async () => {
        paused = true;
        await current.stop();
      }),
    resume: () =>
      queue.run('', async () => {
        if (!paused) return;
        paused = false;
        await relink(SAME_DEVICE);
      }),
    async stop() {
      stopped = true;
      await queue.idle();
      await current.stop();
    },
  };
}
