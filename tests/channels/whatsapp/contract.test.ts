import { describe, onTestFinished } from 'vitest';
import { type ChannelUnderTest, channelContract } from '../contract.ts';
import { ANA, ANA_CHAT, channelRig, dataFolder, linkedRig, server, until } from './rig.ts';

async function whatsapp(): Promise<ChannelUnderTest> {
  const world = await server();
  const folder = dataFolder();
  await (await linkedRig(world, { folder })).stop();
  const { channel, at, met } = channelRig(world.url, { folder });
  met(ANA_CHAT);
  onTestFinished(() => channel.stop());
  const ana = world.person(ANA);
  let saying: Promise<unknown> = Promise.resolve();
  const isConfirmed = () => world.unconfirmed().length === 0;
  return {
    channel,
    chat: ANA_CHAT,
    ready: () => at('open'),
    ends: ['broken'],
    says(line) {
      saying = saying.then(() => ana.says(line));
    },
    seen: () => ana.texts().join('\n'),
    hangUp() {
      saying = saying.then(() => until(isConfirmed, 'a receipt')).then(() => world.phone.unlink());
    },
  };
}

describe('the contract', () => channelContract(whatsapp));
