import { expect, test } from 'vitest';
import type { Channel, ChannelEnd, InboundMessage } from '../../src/contracts/channel.ts';

/** A channel together with the other side of it. */
export interface ChannelUnderTest {
  readonly channel: Channel;
  /** The person writes a line. */
  says(line: string): void;
  /** Everything the person has seen so far, without colours. */
  seen(): string;
  /** The other side closes. */
  hangUp(): void;
  /** Address of the chat with the person. */
  readonly chat: string;
  /** Resolves when the person can be heard. */
  ready(): Promise<void>;
  /** How the channel ends when the other side closes. */
  readonly ends: readonly ChannelEnd['kind'][];
}

/** What all that runs in one terminal has in common. */
export const LOCAL_CHAT = {
  chat: 'local',
  ready: async () => undefined,
  ends: ['ended', 'quit'],
} as const;

/** What comes may come over a database. */
const WITHIN = { timeout: 10_000 };

/** What every channel must do. */
export function channelContract(make: () => ChannelUnderTest | Promise<ChannelUnderTest>): void {
  const received = async (under: ChannelUnderTest, receive: (message: InboundMessage) => Promise<void>) => {
    await under.channel.start({
      receive,
      interrupt: () => undefined,
      receiveGap: () => undefined,
      receiveUnreadable: async () => undefined,
    });
    await under.ready();
  };

  test('delivers messages in order, each with an id of its own, the next only when one is stored', async () => {
    const under = await make();
    const stored: string[] = [];
    const ids = new Set<string>();
    await received(under, async (message) => {
      ids.add(message.id);
      stored.push(`+${message.text}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      stored.push(`-${message.text}`);
    });
    under.says('one');
    under.says('two');
    await expect.poll(() => stored, WITHIN).toEqual(['+one', '-one', '+two', '-two']);
    expect(ids.size).toBe(2);
    await under.channel.stop();
  });

  test('an empty line is no message', async () => {
    const under = await make();
    const stored: string[] = [];
    await received(under, async (message) => void stored.push(message.text));
    under.says('   ');
    under.says('real');
    await expect.poll(() => stored, WITHIN).toEqual(['real']);
    await under.channel.stop();
  });

  test('shows what is sent, in order', async () => {
    const under = await make();
    await received(under, async () => undefined);
    await under.channel.send({
      id: '1',
      chat: under.chat,
      body: { kind: 'text', text: 'first' },
      mayRepeat: false,
    });
    await under.channel.send({
      id: '2',
      chat: under.chat,
      body: { kind: 'text', text: 'second' },
      mayRepeat: false,
    });
    await expect.poll(() => under.seen(), WITHIN).toMatch(/first[\s\S]*second/);
    await under.channel.stop();
  });

  test('an edit replaces a message where the channel says it can', async () => {
    const under = await make();
    await received(under, async () => undefined);
    await under.channel.send({
      id: '1',
      chat: under.chat,
      body: { kind: 'text', text: 'round 1' },
      mayRepeat: false,
    });
    if (under.channel.capabilities.edit !== 'no') {
      await under.channel.send({
        id: '2',
        chat: under.chat,
        body: { kind: 'edit', target: '1', text: 'round 2' },
        mayRepeat: false,
      });
      await expect.poll(() => under.seen(), WITHIN).toContain('round 2');
    }
    await under.channel.stop();
  });

  test('ends when the other side closes, after everything said was stored', async () => {
    const under = await make();
    const stored: string[] = [];
    await received(under, async (message) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      stored.push(message.text);
    });
    under.says('last words');
    under.hangUp();
    expect(under.ends).toContain((await under.channel.ended).kind);
    expect(stored).toEqual(['last words']);
    await under.channel.stop();
  });
}
