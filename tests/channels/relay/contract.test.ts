/**
 * @module-tag postgres
 * @module-tag full
 */
import { describe, expect, onTestFinished } from 'vitest';
import { freshDatabase } from '../../support/postgres.ts';
import { type ChannelUnderTest, channelContract } from '../contract.ts';
import { CHAT, FRONT, startFakeFront } from './fake-front.ts';
import { CELL, relayRig } from './rig.ts';

async function relay(): Promise<ChannelUnderTest> {
  const url = await freshDatabase();
  const front = await startFakeFront({ url, cell: CELL });
  onTestFinished(() => front.stop());
  const { channel, rows } = await relayRig({ url });
  // The person has written here before: an answer needs a chat.
  rows.noteArrival({ chat: CHAT, front: FRONT, epoch: 1 });
  let said: Promise<void> = Promise.resolve();
  return {
    channel,
    chat: CHAT,
    says(line) {
      // Empty lines end in the front's channel, as on every phone.
      if (line.trim() !== '') said = said.then(() => front.says(line));
    },
    seen: () => front.delivered.map(({ body }) => ('text' in body ? body.text : '')).join('\n'),
    hangUp: () => void said.then(() => front.takenIn()).then(() => channel.stop()),
    ready: async () => await expect.poll(() => channel.report().isHeld, { timeout: 10_000 }).toBe(true),
    ends: ['ended'],
  };
}

describe('the contract', () => channelContract(relay));
