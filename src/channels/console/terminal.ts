import { emitKeypressEvents, type Key } from 'node:readline';
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
import type { SessionId } from '../../core/ids.ts';
import { columnsOf } from '../../core/terminal-output.ts';
import { createSerialQueue } from '../../core/work-queues.ts';
import type { Highlighter } from '../../pictures/syntax.ts';
import { type CompletionSources, completeDraft } from './completion.ts';
import { CONSOLE, consoleMessage, LOCAL, PLAIN_CONSOLE, textOfBody } from './console.ts';
import { cleanText, type Draft, draftOf } from './draft.ts';
import type { InputHistory } from './input-history.ts';
import { LineEditor } from './line-editor.ts';
import { markdownRows, type Paint } from './markdown.ts';
import { type InputView, inputView, Screen } from './screen.ts';

export interface TerminalTexts {
  readonly you: string;
  readonly agent: string;
  readonly search: string;
  /** What a second Ctrl-C would stop. */
  stopHint(tasks: string): string;
  readonly quitHint: string;
  /** The work that continues at the next start, and the questions that wait for an answer. */
  ended(tasks: number, questions: number): string;
}

/** The work that continues at the next start, and the questions that wait for an answer. */
export interface RemainingWork {
  readonly tasks: number;
  readonly questions: number;
}

export interface StoppableTask {
  readonly session: SessionId;
  readonly name: string;
}

/** The questions of the terminal to the program. */
export interface TerminalPorts {
  /** The tasks that Ctrl-C would stop now. */
  listRunning(): readonly StoppableTask[];
  leftBehind(): RemainingWork;
  readonly completion: CompletionSources;
  /** Loaded with the first block of code that names its language. */
  highlight(): Highlighter;
}

export interface TerminalParts {
  readonly ports: TerminalPorts;
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly clock: Clock;
  readonly texts: TerminalTexts;
  readonly history: InputHistory;
  /** Entered text as it may stay on the screen. */
  maskWords(text: string): string;
  /** First lines of the screen: what the program is and how to begin. */
  readonly greeting: () => readonly string[];
  readonly colours: boolean;
}

/** A second Ctrl-C within this time does what the first one announced. */
const ANNOUNCED_MS = 3_000;
const OVERDUE_MS = 1_000;
/** Interval at which a card shows its time anew. */
const TICK_MS = 1_000;

/** Fewer columns than this for a text are not wrapped to: the terminal does what it can. */
const MIN_TEXT_COLUMNS = 8;
/** Below this width the speaker stands in a line of its own. */
const NARROW_COLUMNS = 30;
/** How many rows a message that is being written takes at most. */
const MAX_INPUT_ROWS = 10;

const BRACKETED_PASTE = { on: '\u001b[?2004h', off: '\u001b[?2004l' };

/** A chat in the terminal: who speaks, one progress message that changes in place, and a line editor for messages. */
export class TerminalChannel implements Channel {
  readonly name = CONSOLE;
  // A terminal permits any rate of edits, but people cannot read it.
  readonly capabilities: ChannelCapabilities = {
    ...PLAIN_CONSOLE,
    edit: 'newest',
    editWindowMs: Number.POSITIVE_INFINITY,
    editIntervalMs: 100,
    tickMs: TICK_MS,
  };
  readonly ended: Promise<ChannelEnd>;

  readonly #parts: TerminalParts;
  readonly #editor: LineEditor;
  readonly #screen: Screen;
  #leave: () => void = () => undefined;
  /** Undefined before the chat is open: what is entered until then waits. */
  #receiver: ChannelReceiver | undefined;
  readonly #early: string[] = [];
  /** Message that may still change in place: the last one sent, until another message appears. */
  #live: string | undefined;
  /** Message that was the live one before. */
  #before: string | undefined;
  #settledUpMs = Number.NEGATIVE_INFINITY;
  /** The tasks that Ctrl-C has announced to stop. */
  #announced: { readonly tasks: readonly StoppableTask[]; readonly upMs: number } | undefined;
  /** The second message must not overtake the first on its way to the store. */
  readonly #storing = createSerialQueue();

  constructor(parts: TerminalParts) {
    this.#parts = parts;
    this.#editor = new LineEditor(parts.history);
    this.#screen = new Screen(parts.output);
    this.ended = new Promise((resolve) => {
      this.#leave = () => void this.#storing.settled().then(() => resolve({ kind: 'quit' }));
    });
    const { input } = parts;
    emitKeypressEvents(input);
    input.on('keypress', this.#pressed);
    input.on('end', this.#hungUp);
    this.#takeOver();
    input.resume();
    process.once('exit', this.#giveBack);
  }

  async start(receiver: ChannelReceiver): Promise<void> {
    const { output, greeting } = this.#parts;
    for (const line of greeting()) output.write(`${line}\n`);
    this.#receiver = receiver;
    output.on('resize', this.#drawInput);
    for (const text of this.#early.splice(0)) this.#entered(text, receiver);
    // Text that is typed and not entered yet stays as it is.
    this.#drawInput();
  }

  /** Lines that are not messages: they are neither wrapped nor coloured. */
  notice(lines: readonly string[]): void {
    this.#screen.print(lines);
  }

  async send({ id, body }: OutboundMessage): Promise<void> {
    const text = textOfBody(body);
    if (text === undefined) return;
    const target = body.kind === 'edit' ? body.target : id;
    if (body.kind === 'edit' && this.#isOverdue(target)) {
      if (target === this.#before) this.#screen.amend(this.#block(text));
      return;
    }
    // The target is another message, or has scrolled away: the live message stays as it is.
    if (target !== this.#live) {
      this.#screen.settle();
      this.#before = this.#live;
      this.#settledUpMs = this.#parts.clock.upMs();
    }
    this.#live = target;
    this.#screen.showLive(this.#block(text));
  }

  setTyping(): void {
    // The progress message already says what is running.
  }

  async stop(): Promise<void> {
    const { input, output } = this.#parts;
    input.off('keypress', this.#pressed);
    input.off('end', this.#hungUp);
    output.off('resize', this.#drawInput);
    process.off('exit', this.#giveBack);
    if (this.#receiver !== undefined) this.#close();
    this.#receiver = undefined;
    this.#giveBack();
    input.pause();
    this.#leave();
  }

  #close(): void {
    const { ports, texts } = this.#parts;
    const { tasks, questions } = ports.leftBehind();
    this.#screen.close(texts.ended(tasks, questions));
  }

  /**
   * True for an edit right after a newer message: it belongs to the step before that message, such as a card that says
   * that it waits for the answer below. The card is then edited in its place, because a copy of it would push the
   * question or report up.
   */
  #isOverdue(target: string): boolean {
    const justSettled = this.#parts.clock.upMs() - this.#settledUpMs < OVERDUE_MS;
    return this.#live !== undefined && this.#live !== target && justSettled;
  }

  /** Keys one by one, and a paste as one. */
  #takeOver(): void {
    this.#parts.input.setRawMode(true);
    this.#parts.output.write(BRACKETED_PASTE.on);
  }

  /** Restores the terminal, also when the program ends in another way than by `stop`. */
  readonly #giveBack = (): void => {
    this.#parts.output.write(BRACKETED_PASTE.off);
    this.#parts.input.setRawMode(false);
  };

  readonly #hungUp = (): void => this.#leave();

  readonly #pressed = (_typed: string | undefined, key: Key): void => {
    const result = this.#editor.press(key);
    if (result.kind !== 'interrupted') this.#announced = undefined;
    switch (result.kind) {
      case 'changed':
        this.#drawInput();
        break;
      case 'submitted':
        if (this.#receiver === undefined) this.#early.push(result.text);
        else this.#entered(result.text, this.#receiver);
        break;
      case 'interrupted':
        this.#interrupted();
        break;
      case 'left':
        this.#leave();
        break;
      case 'complete':
        void this.#complete();
        break;
      case 'clear-screen':
        this.#live = undefined;
        this.#screen.clear();
        break;
      case 'suspend':
        this.#suspend();
        break;
      case 'nothing':
        break;
    }
  };

  #entered(text: string, receiver: ChannelReceiver): void {
    if (text.trim() === '') {
      this.#drawInput();
      return;
    }
    this.#live = undefined;
    const { rows } = this.#view(draftOf(this.#parts.maskWords(text)), Number.POSITIVE_INFINITY);
    this.#screen.enter(rows, this.#inputNow());
    const message = consoleMessage(text, this.#parts.clock.nowMs());
    this.#storing
      .run(() => receiver.receive(message))
      .catch((error: unknown) => this.#screen.print([this.#paint('red', messageOf(error))]));
  }

  /** The first Ctrl-C says what the second would stop, and that stops nothing else. */
  #interrupted(): void {
    const { clock, ports } = this.#parts;
    const announced = this.#announced;
    const isAgain = announced !== undefined && clock.upMs() - announced.upMs < ANNOUNCED_MS;
    if (this.#receiver === undefined || (isAgain && announced.tasks.length === 0)) this.#leave();
    else if (isAgain) this.#stopAnnounced(announced.tasks, this.#receiver);
    else this.#announce(ports.listRunning());
  }

  #stopAnnounced(tasks: readonly StoppableTask[], receiver: ChannelReceiver): void {
    this.#announced = undefined;
    receiver.interrupt(
      LOCAL,
      tasks.map(({ session }) => session),
    );
  }

  #announce(tasks: readonly StoppableTask[]): void {
    const { clock, texts } = this.#parts;
    this.#announced = { tasks, upMs: clock.upMs() };
    const hint =
      tasks.length === 0 ? texts.quitHint : texts.stopHint(tasks.map(({ name }) => name).join(' · '));
    this.#screen.print([this.#paint('dim', hint)]);
  }

  async #complete(): Promise<void> {
    const { draft } = this.#editor;
    const { draft: completed, choices } = await completeDraft(draft, this.#parts.ports.completion);
    // The person typed on while the folder was read.
    if (this.#editor.draft !== draft || this.#receiver === undefined) return;
    this.#editor.replace(completed);
    if (choices.length > 0) this.#screen.print([this.#paint('dim', choices.join('   '))]);
    this.#drawInput();
  }

  #suspend(): void {
    this.#giveBack();
    process.once('SIGCONT', () => {
      this.#takeOver();
      this.#drawInput();
    });
    process.kill(process.pid, 'SIGTSTP');
  }

  readonly #drawInput = (): void => {
    if (this.#receiver !== undefined) this.#screen.showInput(this.#inputNow());
  };

  /** A long message must leave room for the others. */
  #inputNow(): InputView {
    const { rows = 0 } = this.#parts.output;
    const max = rows < 1 ? MAX_INPUT_ROWS : Math.min(MAX_INPUT_ROWS, Math.max(1, Math.floor(rows / 3)));
    return this.#view(this.#editor.draft, max);
  }

  #view(draft: Draft, maxRows: number): InputView {
    const { output, texts } = this.#parts;
    const space = { columns: columnsOf(output), rows: maxRows };
    const { search } = this.#editor;
    if (search === undefined) return inputView(this.#paint('cyan', `${texts.you} › `), draft, space);
    const prompt = this.#paint('yellow', `${texts.search} ‹${search.query}› `);
    return inputView(prompt, draftOf(search.text), space);
  }

  /** A message on the screen: the speaker, and every further line below the first. */
  #block(text: string): readonly string[] {
    const columns = columnsOf(this.#parts.output);
    const speaker = `${this.#parts.texts.agent} › `;
    const isNarrow = columns < NARROW_COLUMNS;
    const indent = isNarrow ? '' : ' '.repeat(speaker.length);
    const width = Math.max(MIN_TEXT_COLUMNS, columns - indent.length - 1);
    const lines = this.#rows(cleanText(text), width);
    const name = this.#paint('green', speaker);
    if (isNarrow) return [name.trimEnd(), ...lines];
    return lines.map((line, index) => `${index === 0 ? name : indent}${line}`);
  }

  /** Without colours the text is shown as it came. */
  #rows(text: string, columns: number): readonly string[] {
    const { colours, ports } = this.#parts;
    if (colours) return markdownRows(text, { columns, paint: this.#paint, highlight: ports.highlight });
    return text
      .split('\n')
      .flatMap((line) =>
        stringWidth(line) <= columns ? [line] : wrapAnsi(line, columns, { hard: true }).split('\n'),
      );
  }

  readonly #paint: Paint = (style, text) =>
    this.#parts.colours ? styleText(style, text, { validateStream: false }) : text;
}
