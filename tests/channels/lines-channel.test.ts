import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { createLinesChannel } from '../../src/channels/console/lines-channel.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Failure } from '../../src/core/failure.ts';
import { type ChannelUnderTest, channelContract, LOCAL_CHAT } from './contract.ts';

function lines(outputFd?: number): ChannelUnderTest {
  const input = new PassThrough();
  let text = '';
  const output = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      if (outputFd !== undefined) writeSync(outputFd, String(chunk));
      done();
    },
  });
  const channel = createLinesChannel({
    input,
    output,
    outputFd,
    clock: systemClock,
    mayRepeatMark: '(you may have this already)',
    notStored: (line) => `Line ${line} was not stored.`,
  });
  return {
    ...LOCAL_CHAT,
    channel,
    says: (line) => void input.write(`${line}\n`),
    seen: () => text,
    hangUp: () => void input.end(),
  };
}

describe('the contract', () => channelContract(() => lines()));

const twice = {
  id: '1',
  chat: 'local',
  body: { kind: 'text', text: 'Done: it works' },
  mayRepeat: true,
} as const;

test('on a pipe a message that may have been written before says so', async () => {
  const under = lines();
  await under.channel.send(twice);
  expect(under.seen()).toBe('(you may have this already) Done: it works\n');
});

describe('while the disk is full', () => {
  /** Takes a line only once there is room. */
  async function begin() {
    const under = lines();
    const tries: string[] = [];
    let isFull = true;
    await under.channel.start({
      receive: async ({ text }) => {
        tries.push(text);
        if (isFull) throw new Failure('unavailable', 'the database is full');
      },
      receiveUnreadable: async () => undefined,
      receiveGap: () => undefined,
      interrupt: () => undefined,
    });
    const makeRoom = () => {
      isFull = false;
    };
    return { under, tries, makeRoom };
  }

  test('a line waits until it can be stored, and those behind it follow in order', {
    tags: 'full',
  }, async () => {
    const { under, tries, makeRoom } = await begin();
    for (const line of ['one', 'two']) under.says(line);
    under.hangUp();
    await vi.waitFor(() => expect(tries).toEqual(['one']), 10_000);
    makeRoom();
    expect([await under.channel.ended, tries]).toEqual([{ kind: 'ended' }, ['one', 'one', 'two']]);
    await under.channel.stop();
    expect(under.seen()).toBe('');
  });

  test('a line that is not stored when the program ends is named', async () => {
    const { under, tries } = await begin();
    for (const line of ['', 'two', 'three']) under.says(line);
    await vi.waitFor(() => expect(tries).toEqual(['two']), 10_000);
    await under.channel.stop();
    expect([under.seen(), tries]).toEqual(['Line 2 was not stored.\n', ['two']]);
  });
});

describe('on a file', () => {
  test.each([
    ['that ends with the message nothing is written', 'Hello\nDone: it works\n', 'Hello\nDone: it works\n'],
    ['that does not end with it the message is written', 'Hello\n', 'Hello\nDone: it works\n'],
    ['that is shorter than it the message is written', '', 'Done: it works\n'],
  ])('%s', async (_name, before, after) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'wasap-lines-'));
    const file = path.join(folder, 'out.txt');
    const fd = openSync(file, 'a');
    writeSync(fd, before);
    await lines(fd).channel.send(twice);
    expect(readFileSync(file, 'utf8')).toBe(after);
    closeSync(fd);
    rmSync(folder, { recursive: true });
  });
});
