import type { ReadStream, WriteStream } from 'node:tty';
import { systemClock } from '../base/clock.ts';
import { type Locale, texts } from '../base/texts/texts.ts';
import { createLinesChannel } from '../channels/console/lines.ts';
import type { Channel } from '../contracts/channel.ts';
import type { CliHost } from './sub-command.ts';

export interface ConsoleOptions {
  readonly locale: Locale | undefined;
  /** First lines of a terminal, asked for when it opens; a pipe gets none. */
  readonly greeting: () => readonly string[];
  readonly colours: boolean;
}

export interface Console {
  readonly channel: Channel;
  /** Lines that are no part of the chat, exactly as they are. */
  notice(lines: readonly string[]): void;
  /** The process was asked to end while so many tasks went on. A terminal says goodbye by itself. */
  interrupted(tasks: number): void;
}

/** A chat in the terminal, or, without one, lines in and lines out. */
export async function consoleChannel(
  { input, output, outputFd, errors }: Pick<CliHost, 'input' | 'output' | 'outputFd' | 'errors'>,
  options: ConsoleOptions,
): Promise<Console> {
  const { console: words } = texts(options.locale ?? 'en');
  if (input.isTTY && output.isTTY) {
    // What measures characters on a screen takes as long to load as half of the program.
    const { TerminalChannel } = await import('../channels/console/terminal.ts');
    // Both are terminals: that is what isTTY says.
    const terminal = { input: input as ReadStream, output: output as WriteStream };
    const { greeting, colours } = options;
    const parts = { ...terminal, clock: systemClock, texts: words, greeting, colours };
    const channel = new TerminalChannel(parts);
    return { channel, notice: (lines) => channel.notice(lines), interrupted: () => undefined };
  }
  const { mayRepeat: mayRepeatMark, notStored } = words;
  const channel = createLinesChannel({
    input,
    output,
    outputFd,
    clock: systemClock,
    mayRepeatMark,
    notStored,
  });
  // What reads the lines of a pipe expects the chat and nothing else.
  const notice = (lines: readonly string[]): void => void errors.write(`${lines.join('\n')}\n`);
  return { channel, notice, interrupted: (tasks) => notice([`wasap: ${words.interrupted(tasks)}`]) };
}
