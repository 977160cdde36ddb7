import type { ChatMover } from '../../../src/channels/relay/chat-mover.ts';

/** A chat that moves takes nothing along. */
export const EMPTY_HANDED: ChatMover = {
  takeOver: async (_arrival, noteArrived) => noteArrived(),
  stillWaits: async () => undefined,
  leave: (_chat, noteLeft) => noteLeft(),
  keepCopying: async () => undefined,
  copyNow: async () => true,
  settledBy: () => ({}),
  noteSent: () => undefined,
  isFlushed: async () => true,
};
