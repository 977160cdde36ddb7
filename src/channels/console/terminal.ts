import { clearScreenDown, createInterface, cursorTo, type Interface, moveCursor } from 'node:readline';
import type { Writable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type {
  Channel,
  ChannelCapabilities,
  ChannelEnd,
  ChannelReceiver,
  OutboundMessage,
} from '../../contracts/channel.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import { columnsOf } from '../../core/terminal-size.ts';
import { CONSOLE, consoleMessage, LOCAL, PLAIN_CONSOLE, textOfBody } from './console.ts';

interface TerminalTexts {
  readonly you: string;
  readonly agent: string;
  readonly cancelHint: string;
  readonly ended: string;
}

interface TerminalParts {
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly clock: Clock;
  readonly texts: TerminalTexts;
  /** First lines of the screen: what the program is and how to begin. */
  readonly greeting: () => readonly string[];
  readonly colours: boolean;
}

/** A second Ctrl-C within this time quits. */
const QUIT_WITHIN_MS = 2_000;
const OVERDUE_MS = 1_000;

/** Width of a terminal that does not report one. */

/** A chat in the terminal: who speaks, one progress message that changes in place, history with the arrow keys. */
export class TerminalChannel implements Channel {
  readonly name = CONSOLE;
  // A terminal permits any rate of edits, but people cannot read it.
  readonly capabilities: ChannelCapabilities = {
    ...PLAIN_CONSOLE,
    edit: 'newest',
    editWindowMs: Number.POSITIVE_INFINITY,
    editIntervalMs: 100,
  };
  readonly ended: Promise<ChannelEnd>;

  readonly #parts: TerminalParts;
  readonly #reader: Interface;
  readonly #screen: Screen;
  /** Message that may still change in place: the last one sent, until another message appears. */
  #living: string | undefined;
  /** Lines that were entered before a receiver was set. */
  readonly #early: string[] = [];
  #settledUpMs = Number.NEGATIVE_INFINITY;
  #lastInterruptUpMs = Number.NEGATIVE_INFINITY;
  // One after the other: the second line of a paste must not overtake the first on its way to the store.
  #storing: Promise<void> = Promise.resolve();

  constructor(parts: TerminalParts) {
    const { input, output, texts } = parts;
    this.#parts = parts;
    const prompt = this.#paint('cyan', `${texts.you} › `);
    this.#reader = createInterface({
      input,
      output,
      prompt,
      historySize: 200,
      removeHistoryDuplicates: true,
    });
    this.#reader.on('line', this.#keepEarly);
    this.#screen = new Screen(output, this.#reader);
    this.ended = new Promise((resolve) => {
      this.#reader.once('close', () => void this.#storing.then(() => resolve({ kind: 'quit' })));
    });
  }

  async start(receiver: ChannelReceiver): Promise<void> {
    for (const line of this.#parts.greeting()) this.#parts.output.write(`${line}\n`);
    this.#reader.off('line', this.#keepEarly);
    this.#reader.on('line', (line) => this.#entered(line, receiver));
    this.#reader.on('SIGINT', () => this.#interrupted(receiver));
    for (const line of this.#early.splice(0)) {
      this.#parts.output.write(`${this.#reader.getPrompt()}${line}\n`);
      this.#entered(line, receiver);
    }
    // Text that is typed and not entered yet stays as it is.
    this.#reader.prompt(true);
  }

  /** Lines that are not messages: they are neither wrapped nor coloured. */
  notice(lines: readonly string[]): void {
    this.#screen.print(lines);
  }

  async send({ id, body }: OutboundMessage): Promise<void> {
    const text = textOfBody(body);
    if (text === undefined) return;
    const target = body.kind === 'edit' ? body.target : id;
    if (body.kind === 'edit' && this.#isOverdue(target)) return;
    // The target is another message, or has scrolled away: the live message stays as it is.
    if (target !== this.#living) {
      this.#screen.settle();
      this.#settledUpMs = this.#parts.clock.upMs();
    }
    this.#living = target;
    this.#screen.showLiving(this.#block(text));
  }

  typing(): void {
    // The progress message already says what is running.
  }

  async stop(): Promise<void> {
    this.#reader.close();
    this.#parts.output.write(`${this.#parts.texts.ended}\n`);
  }

  /**
   * An edit right after a newer message belongs to the step before it: a progress message with less information would
   * push a question or a report up.
   */
  #isOverdue(target: string): boolean {
    const justSettled = this.#parts.clock.upMs() - this.#settledUpMs < OVERDUE_MS;
    return this.#living !== undefined && this.#living !== target && justSettled;
  }

  readonly #keepEarly = (line: string): void => void this.#early.push(line);

  #entered(line: string, receiver: ChannelReceiver): void {
    this.#living = undefined;
    this.#screen.lineEntered();
    if (line.trim() === '') return;
    const message = consoleMessage(line, this.#parts.clock.nowMs());
    this.#storing = this.#storing
      .then(() => receiver.receive(message))
      .catch((error: unknown) => this.#screen.print([this.#paint('red', messageOf(error))]));
  }

  #interrupted(receiver: ChannelReceiver): void {
    const upMs = this.#parts.clock.upMs();
    if (upMs - this.#lastInterruptUpMs < QUIT_WITHIN_MS) {
      this.#reader.close();
      return;
    }
    this.#lastInterruptUpMs = upMs;
    receiver.interrupt(LOCAL);
    this.#screen.print([this.#paint('dim', this.#parts.texts.cancelHint)]);
  }

  /** A message on the screen: the speaker, and every further line below the first. */
  #block(text: string): readonly string[] {
    const speaker = `${this.#parts.texts.agent} › `;
    const indent = ' '.repeat(speaker.length);
    const width = columnsOf(this.#parts.output) - speaker.length - 1;
    return text
      .split('\n')
      .flatMap((line) =>
        stringWidth(line) <= width ? [line] : wrapAnsi(line, width, { hard: true }).split('\n'),
      )
      .map((line, index) => `${index === 0 ? this.#paint('green', speaker) : indent}${line}`);
  }

  #paint(style: Parameters<typeof styleText>[0], text: string): string {
    return this.#parts.colours ? styleText(style, text) : text;
  }
}

/**
 * Messages that scroll up, below them at most one live message that can still change, below that the prompt. Every
 * change erases from the live message downwards and draws it again, so that typed text stays.
 */
class Screen {
  readonly #output: Writable & { readonly columns?: number };
  readonly #prompt: Interface;
  #living: readonly string[] = [];

  constructor(output: Writable & { readonly columns?: number }, prompt: Interface) {
    this.#output = output;
    this.#prompt = prompt;
  }

  /** Prints lines for good, above the living message. */
  print(lines: readonly string[]): void {
    this.#redraw(lines, this.#living);
  }

  /** Replaces the live message; no lines = none. */
  showLiving(lines: readonly string[]): void {
    this.#redraw([], lines);
  }

  /** The live message no longer changes; later output is drawn below it. */
  settle(): void {
    this.#living = [];
  }

  /** The person pressed Enter: their line has scrolled up, the live message above it stays where it is. */
  lineEntered(): void {
    this.#living = [];
    this.#prompt.prompt();
  }

  #redraw(printed: readonly string[], living: readonly string[]): void {
    const rowsAbove = this.#rowsOf(this.#living) + this.#prompt.getCursorPos().rows;
    cursorTo(this.#output, 0);
    if (rowsAbove > 0) moveCursor(this.#output, 0, -rowsAbove);
    clearScreenDown(this.#output);
    const lines = [...printed, ...living];
    if (lines.length > 0) this.#output.write(`${lines.join('\n')}\n`);
    this.#living = living;
    this.#prompt.prompt(true);
  }

  #rowsOf(lines: readonly string[]): number {
    const columns = columnsOf(this.#output);
    return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(stringWidth(line) / columns)), 0);
  }
}
