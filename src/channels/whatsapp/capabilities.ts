import type { ChannelCapabilities } from '../../contracts/channel.ts';
import { MINUTE_MS } from '../../core/clock.ts';

export const WHATSAPP_CAPABILITIES: ChannelCapabilities = {
  edit: 'any',
  editWindowMs: 15 * MINUTE_MS,
  reaction: true,
  poll: true,
  image: true,
  document: true,
  voiceNote: true,
  typing: true,
  maxLength: 4000,
  editIntervalMs: 3000,
  localOwner: false,
  gather: true,
  journals: true,
  handsInAgain: true,
};
