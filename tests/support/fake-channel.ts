import type {
  Channel,
  ChannelCapabilities,
  ChannelReceiver,
  InboundMessage,
  OutboundMessage,
} from '../../src/contracts/channel.ts';
import { Failure } from '../../src/core/failure.ts';

const PHONE: ChannelCapabilities = {
  edit: 'no',
  editWindowMs: 900_000,
  reaction: false,
  poll: false,
  image: false,
  document: false,
  typing: false,
  maxLength: 4000,
  editIntervalMs: 1000,
  localOwner: false,
  gather: false,
};

/** A phone in memory: keeps what was sent, can be made to refuse it, and can do what the test says. */
export class FakeChannel implements Channel {
  readonly name: string;
  readonly capabilities: ChannelCapabilities;
  readonly sent: OutboundMessage[] = [];
  readonly typings: string[] = [];
  readonly ended = new Promise<never>(() => undefined);
  /** Sends fail with this while it is set. */
  failure: Error | undefined;
  /** How long each send is held back, in milliseconds. */
  hold: (message: Pick<OutboundMessage, 'chat' | 'body'>) => number = () => 0;
  /** As of a channel over which files come; a test that needs one sets it. */
  fetch?: NonNullable<Channel['fetch']>;
  /** The same for messages of people that it can take out of a chat. */
  canDelete?: NonNullable<Channel['canDelete']>;
  #receiver: ChannelReceiver | undefined;
  #messages = 0;

  constructor(name = 'phone', capabilities: Partial<ChannelCapabilities> = {}) {
    this.name = name;
    this.capabilities = { ...PHONE, ...capabilities };
  }

  async start(receiver: ChannelReceiver): Promise<void> {
    this.#receiver = receiver;
  }

  async send(message: OutboundMessage): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.sent.push(message);
  }

  holdMs(message: Pick<OutboundMessage, 'chat' | 'body'>): number {
    return this.hold(message);
  }

  setTyping(chat: string, on: boolean): void {
    this.typings.push(`${chat} ${on ? 'on' : 'off'}`);
  }

  async stop(): Promise<void> {
    this.#receiver = undefined;
  }

  /** A message of a person arrives; rejects when it was not taken. */
  async say(text: string, change: Partial<InboundMessage> = {}): Promise<void> {
    this.#messages += 1;
    const message = {
      account: 'bot',
      chat: 'ana',
      sender: '34600111222',
      id: `m${this.#messages}`,
      // Later than any test's clock: a message is only late when its test says so.
      sentAtMs: Date.UTC(2100, 0, 1),
      text,
    };
    await this.receiver.receive({ ...message, ...change });
  }

  get receiver(): ChannelReceiver {
    if (this.#receiver === undefined) throw new Failure('unavailable', 'the channel is not started');
    return this.#receiver;
  }

  /** Texts in the order in which they were sent, edits included. */
  get texts(): readonly string[] {
    return this.sent.map(({ body }) => ('text' in body ? body.text : body.kind));
  }
}
