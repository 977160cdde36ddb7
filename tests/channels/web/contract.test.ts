import { describe } from 'vitest';
import { type ChannelUnderTest, channelContract } from '../contract.ts';
import { webRig } from './rig.ts';

function web(): ChannelUnderTest {
  const { channel, says, seen } = webRig();
  return {
    channel,
    chat: 'local',
    says,
    seen,
    hangUp: () => void channel.stop(),
    ready: async () => undefined,
    ends: ['ended'],
  };
}

describe('the contract', () => channelContract(web));
