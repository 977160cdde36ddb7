import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { createLinesChannel } from '../../src/channels/console/lines.ts';
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
    mayRepeatMark: '(perhaps again)',
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
  expect(under.seen()).toBe('(perhaps again) Done: it works\n');
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
