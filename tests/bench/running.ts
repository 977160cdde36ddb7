import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const MAX_WAIT_MS = 120_000;
/** Linux tells programs of 100 ticks a second on every processor. */
const TICK_MS = 10;

export interface Launch {
  /** Arguments of node. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** A chat program in a process of its own: lines in, lines out. */
export class Running {
  /** Milliseconds since 1970, with fractions, just before the process was made. */
  readonly startedAtMs = preciseNowMs();
  readonly #process: ChildProcess;
  #unread = '';
  #heard: () => void = () => undefined;

  constructor({ argv, env, cwd }: Launch) {
    this.#process = spawn(process.execPath, argv, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#unread += text;
      this.#heard();
    });
    this.#process.once('close', () => this.#heard());
  }

  /** @returns when: milliseconds since 1970, with fractions */
  say(line: string): number {
    const atMs = preciseNowMs();
    this.#process.stdin?.write(`${line}\n`);
    return atMs;
  }

  /** Resolves once `text` was printed; what stands before it counts as read. @returns what stands before it */
  async hear(text: string): Promise<string> {
    const deadline = setTimeout(() => this.#process.kill(), MAX_WAIT_MS);
    while (!this.#unread.includes(text)) {
      if (this.#process.exitCode !== null || this.#process.signalCode !== null) {
        throw new Error(`${JSON.stringify(text)} was not said, but:\n${this.#unread}`);
      }
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
    clearTimeout(deadline);
    const before = this.#unread.slice(0, this.#unread.indexOf(text));
    this.#unread = this.#unread.slice(before.length + text.length);
    return before;
  }

  /** Most memory the process ever held, in MB; NaN where the system does not tell. */
  peakMemoryMb(): number {
    return this.#statusMb('VmHWM');
  }

  /** Memory that it holds now, the same. */
  memoryMb(): number {
    return this.#statusMb('VmRSS');
  }

  #statusMb(field: 'VmHWM' | 'VmRSS'): number {
    if (process.platform !== 'linux') return Number.NaN;
    const status = readFileSync(`/proc/${this.#process.pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  }

  /**
   * Time that the process has spent on processors, in ms, as exact as the system's ticks; NaN where it does not tell.
   */
  processorMs(): number {
    if (process.platform !== 'linux') return Number.NaN;
    const stat = readFileSync(`/proc/${this.#process.pid}/stat`, 'utf8');
    // Behind the name, which may hold blanks: state, ten numbers, then the time of its own and the system's for it.
    const numbers = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(numbers[11]) + Number(numbers[12])) * TICK_MS;
  }

  /** Ends a program that listens to nothing. */
  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** Asks a program that does not listen to its input to end. */
  interrupt(): void {
    this.#process.kill('SIGINT');
  }

  /** Closes its input and waits for its end. */
  async end(): Promise<void> {
    this.#process.stdin?.end();
    if (this.#process.exitCode === null) await once(this.#process, 'close');
  }
}

export function preciseNowMs(): number {
  return performance.timeOrigin + performance.now();
}
