import type { ChatCarrier } from '../../../src/channels/relay/carrying.ts';

/** A chat that moves takes nothing along. */
export const EMPTY_HANDED: ChatCarrier = {
  takeOver: async (_arrival, noteArrived) => noteArrived(),
  stillWaits: async () => undefined,
  leave: (_chat, noteLeft) => noteLeft(),
  keepCopying: async () => undefined,
  copyNow: async () => true,
  settledBy: () => ({}),
  noteSent: () => undefined,
  isFlushed: async () => true,
};
