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

/** A chat in the terminal, or, without one, lines in and lines out. */
export async function consoleChannel(
  { input, output, outputFd }: Pick<CliHost, 'input' | 'output' | 'outputFd'>,
  options: ConsoleOptions,
): Promise<Channel> {
  const { console: words } = texts(options.locale ?? 'en');
  if (input.isTTY && output.isTTY) {
    // What measures characters on a screen takes as long to load as half of the program.
    const { TerminalChannel } = await import('../channels/console/terminal.ts');
    // Both are terminals: that is what isTTY says.
    const terminal = { input: input as ReadStream, output: output as WriteStream };
    return new TerminalChannel({
      ...terminal,
      clock: systemClock,
      texts: words,
      greeting: options.greeting,
      colours: options.colours,
    });
  }
  return createLinesChannel({
    input,
    output,
    outputFd,
    clock: systemClock,
    mayRepeatMark: words.mayRepeat,
  });
}
