import { join } from 'node:path';
import type { ReadStream, WriteStream } from 'node:tty';
import type { App } from '../../app.ts';
import type { InputHistory } from '../../channels/console/input-history.ts';
import { createLinesChannel } from '../../channels/console/lines-channel.ts';
import type { Channel } from '../../contracts/channel.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { texts } from '../../core/texts/texts.ts';
import type { Settings } from '../../settings/settings.ts';

export interface ConsoleOptions {
  readonly settings: Settings;
  /** Undefined before the program is composed. */
  app(): App | undefined;
  /** False: what is typed is forgotten with the end of the program. */
  readonly keepsHistory: boolean;
  /** First lines of a terminal, requested when it opens; a pipe gets none. */
  readonly greeting: () => readonly string[];
}

export interface TerminalConsole {
  readonly channel: Channel;
  /** Lines that are not part of the chat, printed unchanged. */
  notice(lines: readonly string[]): void;
  /** The process was asked to end while so many tasks run. A terminal shows its own message. */
  interrupted(tasks: number): void;
}

/** A chat in the terminal or, without one, lines in and lines out. */
export async function consoleChannel(
  {
    input,
    output,
    outputFd,
    errors,
    packageRoot,
  }: Pick<CliHost, 'input' | 'output' | 'outputFd' | 'errors' | 'packageRoot'>,
  options: ConsoleOptions,
): Promise<TerminalConsole> {
  const { settings } = options;
  const { console: words } = texts(settings.terminalLocale);
  if (input.isTTY && output.isTTY) {
    // Measuring characters on a screen takes as long to load as half of the program.
    const { TerminalChannel } = await import('../../channels/console/terminal.ts');
    // Both are terminals: that is what isTTY says.
    const terminal = { input: input as ReadStream, output: output as WriteStream };
    const { terminalPorts } = await import('./terminal-ports.ts');
    const channel = new TerminalChannel({
      ...terminal,
      ports: terminalPorts({ app: options.app, settings, packageRoot }),
      clock: systemClock,
      texts: words,
      history: await inputHistory(options),
      maskWords: (text) => options.app()?.maskWords(text) ?? text,
      greeting: options.greeting,
      colours: showsColours(settings.hostEnvironment),
    });
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

function showsColours({ NO_COLOR, TERM }: Settings['hostEnvironment']): boolean {
  return NO_COLOR === undefined && TERM !== 'dumb';
}

async function inputHistory({ settings, app, keepsHistory }: ConsoleOptions): Promise<InputHistory> {
  const { fileHistory, memoryHistory } = await import('../../channels/console/input-history.ts');
  if (!keepsHistory) return memoryHistory();
  return fileHistory({
    path: join(settings.folders.data, 'input-history.jsonl'),
    clock: systemClock,
    keepMs: settings.keep.messagesMs,
    // Words that cannot be checked yet count as a secret.
    isSecret: (text) => app()?.redactor.redact(text) !== text || app()?.maskWords(text) !== text,
  });
}
