import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Channel, ChannelEnd, ChannelReceiver, OutboundMessage } from '../../contracts/channel.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { untilStored } from '../until-stored.ts';
import { CONSOLE, consoleMessage, PLAIN_CONSOLE, textOfBody } from './console.ts';

export interface LinesParts {
  readonly input: Readable;
  readonly output: Writable;
  /** Descriptor behind `output`, if there is one: a regular file can be read before a message is repeated. */
  readonly outputFd: number | undefined;
  readonly clock: Clock;
  /** Marks a message that may have been written before a crash. */
  readonly mayRepeatMark: string;
  /** Text about a line, by its number, that could not be stored before the program was ended. */
  notStored(line: number): string;
}

/** The console without a terminal: a line is a message, and sent messages are printed as plain lines. */
export function createLinesChannel(parts: LinesParts): Channel {
  const stopping = new AbortController();
  /** Number of the line that is being stored, or waits for room. */
  let unstored: number | undefined;
  const lines = createInterface({ input: parts.input, crlfDelay: Number.POSITIVE_INFINITY });
  let end: (end: ChannelEnd) => void;
  const ended = new Promise<ChannelEnd>((resolve) => {
    end = resolve;
  });
  return {
    name: CONSOLE,
    capabilities: { ...PLAIN_CONSOLE, handsInAgain: true },
    ended,
    async start(receiver) {
      void readLines(receiver).then(end, (error: unknown) => end({ kind: 'broken', reason: String(error) }));
    },
    async send(message) {
      const text = textOfBody(message.body);
      if (text === undefined) return;
      if (message.mayRepeat && wasWritten(parts.outputFd, text)) return;
      await writeText(parts.output, `${repeatMark(message, parts)}${text}\n`);
    },
    setTyping: () => undefined,
    async stop() {
      stopping.abort();
      lines.close();
      if (unstored === undefined) return;
      // The program still ends in order when the reader has left.
      await writeText(parts.output, `${parts.notStored(unstored)}\n`).catch(() => undefined);
    },
  };

  /** Stores one line after the other: a line is read only when the one before is stored. */
  async function readLines(receiver: ChannelReceiver): Promise<ChannelEnd> {
    let number = 0;
    for await (const line of lines) {
      number += 1;
      if (line.trim() === '') continue;
      const message = consoleMessage(line, parts.clock.nowMs());
      unstored = number;
      const { clock } = parts;
      if (!(await untilStored(() => receiver.receive(message), { clock, signal: stopping.signal }))) break;
      unstored = undefined;
    }
    return { kind: 'ended' };
  }
}

function repeatMark({ mayRepeat }: OutboundMessage, { outputFd, mayRepeatMark }: LinesParts): string {
  return mayRepeat && !isRegularFile(outputFd) ? `${mayRepeatMark} ` : '';
}

/**
 * True when the output is a file that ends with exactly this text: the program died after writing and before
 * recording it. On a pipe that cannot be checked; there the repetition is marked instead.
 */
function wasWritten(fd: number | undefined, text: string): boolean {
  if (fd === undefined || !isRegularFile(fd)) return false;
  const expected = Buffer.from(`${text}\n`);
  const size = fstatSync(fd).size;
  if (size < expected.length) return false;
  // The descriptor was opened for writing; its path opens the same file for reading.
  const reading = openSync(`/proc/self/fd/${fd}`, 'r');
  try {
    const tail = Buffer.alloc(expected.length);
    readSync(reading, tail, 0, expected.length, size - expected.length);
    return tail.equals(expected);
  } finally {
    closeSync(reading);
  }
}

function isRegularFile(fd: number | undefined): boolean {
  return fd !== undefined && process.platform === 'linux' && fstatSync(fd).isFile();
}

function writeText(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error) reject(new Failure('unavailable', fault('console-closed', error.message), { cause: error }));
      else resolve();
    });
  });
}
