import type {
  Channel,
  ChannelCapabilities,
  ChannelReceiver,
  InboundMessage,
} from '../../../contracts/channel.ts';
import { Failure } from '../../../core/failure.ts';
import { OUTSIDE } from '../../../gateway/people/person.ts';

/** The chats of other agents, one each. They look at their tasks; nothing is sent to them. */
export interface OutsideChannel extends Channel {
  /**
   * Resolves once the message is stored; one that is stored already is ignored.
   * @throws Failure `unavailable` when it could not be stored
   */
  take(message: InboundMessage): Promise<void>;
}

const CAPABILITIES: ChannelCapabilities = {
  edit: 'no',
  editWindowMs: 0,
  reaction: false,
  poll: false,
  image: false,
  document: false,
  typing: false,
  maxLength: 1_000_000,
  editIntervalMs: 0,
  localOwner: false,
  gather: false,
};

export function createOutsideChannel(): OutsideChannel {
  let receiver: ChannelReceiver | undefined;
  return {
    name: OUTSIDE,
    capabilities: CAPABILITIES,
    // It keeps no program running: when the last chat of people has ended, the program ends.
    ended: Promise.resolve({ kind: 'ended' }),
    async start(actual) {
      receiver = actual;
    },
    async take(message) {
      if (receiver === undefined)
        throw new Failure(
          'unavailable',
          'The program on this machine is just starting or ending. Call again.',
        );
      await receiver.receive(message);
    },
    // Messages to it are only stored in its rows, where they are read.
    send: async () => undefined,
    setTyping: () => undefined,
    async stop() {
      receiver = undefined;
    },
  };
}
