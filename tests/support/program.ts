import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');
const MAX_WAIT_MS = 25_000;

export interface ProgramOptions {
  readonly workspace: string;
  readonly dataDir: string;
  /** Holds the person's own settings; need not exist. */
  readonly configDir: string;
  readonly modelUrl: string;
  /** Over what is set below. */
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Descriptor that takes the standard output in place of a pipe; then nothing is heard. */
  readonly stdout?: number;
  /** Largest file that it may write, in blocks of 512 bytes, as if the disk were full beyond it. */
  readonly fileBlocks?: number;
  /** A program with its arguments that starts it: another view of the system. */
  readonly within?: readonly string[];
}

/** The built program as a user starts it, with pipes instead of a terminal. */
export class Program {
  readonly process: ChildProcess;
  /** Resolves when the program is gone and everything it printed was read. */
  readonly exit: Promise<number | null>;
  output = '';
  errors = '';
  /** What was typed, after `> `, and what was printed, in the order in which somebody sees it. */
  conversation = '';
  #lastSaid = 0;
  #waiting: (() => void)[] = [];

  constructor({ workspace, dataDir, configDir, modelUrl, stdout, ...options }: ProgramOptions) {
    const { args = ['start'], fileBlocks = 'unlimited', within = [] } = options;
    const limit = `ulimit -f ${fileBlocks}; exec "$@"`;
    const limited = ['-c', limit, 'sh', ...within, process.execPath, LAUNCHER, ...args];
    this.process = spawn('/bin/sh', limited, {
      cwd: workspace,
      stdio: ['pipe', stdout ?? 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: path.dirname(configDir),
        ANTHROPIC_API_KEY: 'test-key',
        ANTHROPIC_BASE_URL: modelUrl,
        AGENT_MODEL: 'scripted-model',
        AGENT_WRITE_ENABLED: 'true',
        PROJECT_ROOT: workspace,
        DATA_DIR: dataDir,
        CONFIG_DIR: configDir,
        LOCALE: 'en',
        ...options.env,
      },
    });
    // A program that is gone cannot be talked to; the test sees that by what it does not say.
    this.process.stdin?.on('error', () => undefined);
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => this.#printed(text));
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    this.exit = new Promise((resolve) => {
      this.process.once('close', (code) => {
        resolve(code);
        this.#wake();
      });
    });
  }

  say(line: string): void {
    this.conversation += `> ${line}\n`;
    this.#lastSaid = this.output.length;
    this.process.stdin?.write(`${line}\n`);
  }

  /** Everything printed since the last line that was typed, once `pattern` matches it. */
  async heard(pattern: RegExp, limitMs = MAX_WAIT_MS): Promise<string> {
    const deadline = AbortSignal.timeout(limitMs);
    deadline.addEventListener('abort', () => this.#wake(), { once: true });
    for (;;) {
      const since = this.output.slice(this.#lastSaid);
      if (pattern.test(since)) return since;
      if (this.#isGone()) throw new Error(`The program ended before ${pattern}.${this.#everything()}`);
      if (deadline.aborted) throw new Error(`Nothing like ${pattern} was said.${this.#everything()}`);
      await this.#nextWord();
    }
  }

  /** No more lines: the program finishes what runs and ends. */
  async hangUp(): Promise<number | null> {
    this.process.stdin?.end();
    return this.exit;
  }

  /** SIGKILL; resolves when the process is gone. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exit;
  }

  #printed(text: string): void {
    this.output += text;
    this.conversation += text;
    this.#wake();
  }

  #isGone(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  #everything(): string {
    return `\n--- said\n${this.conversation}\n--- errors\n${this.errors}`;
  }

  #nextWord(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}

export interface TempFolder {
  readonly path: string;
  remove(): void;
}

export function tempFolder(name: string, parent = tmpdir()): TempFolder {
  const folder = mkdtempSync(path.join(parent, `wasap-${name}-`));
  // A command that is just being ended may still make a file in it.
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
