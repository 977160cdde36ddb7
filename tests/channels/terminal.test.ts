import { PassThrough, Writable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { TerminalChannel } from '../../src/channels/console/terminal.ts';
import { type ChannelUnderTest, channelContract, LOCAL_CHAT } from './contract.ts';

interface Terminal extends ChannelUnderTest {
  readonly interrupts: string[];
  press(key: string): void;
  pass(ms: number): void;
}

function terminal(): Terminal {
  // A stream with the few members of a terminal that readline looks at.
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input, isRaw: false });
  let text = '';
  const output = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        text += String(chunk);
        done();
      },
    }),
    { isTTY: true, columns: 60, rows: 24 },
  );
  let nowMs = 1_000_000;
  const channel = new TerminalChannel({
    input: input as unknown as ReadStream,
    output: output as unknown as WriteStream,
    clock: { nowMs: () => nowMs, upMs: () => nowMs, sleep: async () => undefined },
    texts: { you: 'You', agent: 'wasap', cancelHint: 'again to quit', ended: 'Bye.' },
    greeting: () => ['hello'],
    colours: false,
  });
  return {
    ...LOCAL_CHAT,
    channel,
    interrupts: [],
    says: (line) => void input.write(`${line}\r`),
    press: (key) => void input.write(key),
    pass: (ms) => {
      nowMs += ms;
    },
    seen: () => stripVTControlCharacters(text),
    hangUp: () => void input.write('\u0004'),
  };
}

describe('the contract', () => channelContract(terminal));

const CTRL_C = '\u0003';

function listening(under: Terminal): Promise<void> {
  return under.channel.start({
    receive: async () => undefined,
    interrupt: (chat) => void under.interrupts.push(chat),
    missed: () => undefined,
    unreadable: async () => undefined,
  });
}

test('Ctrl-C stops what runs; a second one soon after quits', async () => {
  const under = terminal();
  await listening(under);
  under.press(CTRL_C);
  await expect.poll(() => under.interrupts).toEqual(['local']);
  under.press(CTRL_C);
  expect(await under.channel.ended).toEqual({ kind: 'quit' });
  expect(under.interrupts).toEqual(['local']);
  await under.channel.stop();
});

test('a second Ctrl-C much later stops again', async () => {
  const under = terminal();
  await listening(under);
  under.press(CTRL_C);
  await expect.poll(() => under.interrupts).toHaveLength(1);
  under.pass(60_000);
  under.press(CTRL_C);
  await expect.poll(() => under.interrupts).toHaveLength(2);
  await under.channel.stop();
});

test('the arrow key brings back what was said', async () => {
  const under = terminal();
  const heard: string[] = [];
  await under.channel.start({
    receive: async ({ text }) => void heard.push(text),
    interrupt: () => undefined,
    missed: () => undefined,
    unreadable: async () => undefined,
  });
  under.says('/status');
  await expect.poll(() => heard).toEqual(['/status']);
  under.press('\u001b[A\r');
  await expect.poll(() => heard).toEqual(['/status', '/status']);
  await under.channel.stop();
});

test('what is typed before the chat is ready is heard when it is', async () => {
  const under = terminal();
  const heard: string[] = [];
  under.says('/agent one');
  under.press('/sta');
  await new Promise(setImmediate);
  await under.channel.start({
    receive: async ({ text }) => void heard.push(text),
    interrupt: () => undefined,
    missed: () => undefined,
    unreadable: async () => undefined,
  });
  under.says('tus');
  await expect.poll(() => heard).toEqual(['/agent one', '/status']);
  expect(under.seen().split('hello')[1]).toContain('You › /agent one\n');
  await under.channel.stop();
});

test('long lines are wrapped under the speaker', async () => {
  const under = terminal();
  await listening(under);
  const words = Array.from({ length: 20 }, (_, n) => `word${n}`).join(' ');
  await under.channel.send({ id: '1', chat: 'local', body: { kind: 'text', text: words }, mayRepeat: false });
  const block = `wasap${under.seen().split('wasap').at(-1)}`
    .split('\n')
    .filter((line) => line.includes('word'));
  expect(block.every((line) => line.length <= 60)).toBe(true);
  expect(block.slice(1).every((line) => line.startsWith('        '))).toBe(true);
  await under.channel.stop();
});

test('an edit that trails a newer message does not push it away, a later one shows', async () => {
  const under = terminal();
  await listening(under);
  const send = (id: string, body: Parameters<typeof under.channel.send>[0]['body']): Promise<void> =>
    under.channel.send({ id, chat: 'local', body, mayRepeat: false });
  await send('card', { kind: 'text', text: 'round 1' });
  await send('question', { kind: 'text', text: 'may I?' });
  await send('e1', { kind: 'edit', target: 'card', text: 'stale round' });
  expect(under.seen()).not.toContain('stale round');
  under.pass(1_500);
  await send('e2', { kind: 'edit', target: 'card', text: 'fresh round' });
  expect(under.seen()).toContain('fresh round');
  await under.channel.stop();
});
