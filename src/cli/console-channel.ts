import type { ReadStream, WriteStream } from 'node:tty';
import { createLinesChannel } from '../channels/console/lines.ts';
import type { Channel } from '../contracts/channel.ts';
import type { CliHost } from '../contracts/sub-command.ts';
import { systemClock } from '../core/clock.ts';
import { type Locale, texts } from '../core/texts/texts.ts';

export interface ConsoleOptions {
  readonly locale: Locale | undefined;
  /** First lines of a terminal, requested when it opens; a pipe gets none. */
  readonly greeting: () => readonly string[];
  readonly colours: boolean;
}

export interface Console {
  readonly channel: Channel;
  /** Lines that are not part of the chat, printed unchanged. */
  notice(lines: readonly string[]): void;
  /** The process was asked to end while so many tasks run. A terminal shows its own message. */
  interrupted(tasks: number): void;
}

/** A chat in the terminal or, without one, lines in and lines out. */
export async function consoleChannel(
  { input, output, outputFd, errors }: Pick<CliHost, 'input' | 'output' | 'outputFd' | 'errors'>,
  options: ConsoleOptions,
): Promise<Console> {
  const { console: words } = texts(options.locale ?? 'en');
  if (input.isTTY && output.isTTY) {
    // Measuring characters on a screen takes as long to load as half of the program.
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
  // The reader of a pipe expects only the chat.
  const notice = (lines: readonly string[]): void => void errors.write(`${lines.join('\n')}\n`);
  return { channel, notice, interrupted: (tasks) => notice([`wasap: ${words.interrupted(tasks)}`]) };
}
