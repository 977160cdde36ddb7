import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');

export interface ProgramOptions {
  readonly workspace: string;
  readonly dataDir: string;
  readonly modelUrl: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** The built program as a user starts it, with pipes instead of a terminal. */
export class Program {
  readonly process: ChildProcess;
  readonly exit: Promise<number | null>;
  output = '';
  errors = '';
  #waiting: (() => void)[] = [];

  constructor({ workspace, dataDir, modelUrl, env = {}, args = ['start'] }: ProgramOptions) {
    const configDir = path.join(dataDir, '..', 'config');
    mkdirSync(configDir, { recursive: true });
    this.process = spawn(process.execPath, [LAUNCHER, ...args], {
      cwd: workspace,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: dataDir,
        ANTHROPIC_API_KEY: 'test-key',
        ANTHROPIC_BASE_URL: modelUrl,
        AGENT_MODEL: 'scripted-model',
        AGENT_WRITE_ENABLED: 'true',
        PROJECT_ROOT: workspace,
        DATA_DIR: dataDir,
        CONFIG_DIR: configDir,
        LOCALE: 'en',
        ...env,
      },
    });
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => this.#heard('output', text));
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => this.#heard('errors', text));
    this.exit = new Promise((resolve) => {
      this.process.once('close', (code) => {
        resolve(code);
        this.#wake();
      });
    });
  }

  say(line: string): void {
    this.process.stdin?.write(`${line}\n`);
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

  /** Resolves with everything printed once `pattern` matches it; rejects when the program ends before. */
  async heard(pattern: RegExp): Promise<string> {
    for (;;) {
      if (pattern.test(this.output)) return this.output;
      if (this.process.exitCode !== null || this.process.signalCode !== null) {
        throw new Error(`the program ended before ${pattern}:\n${this.output}\n${this.errors}`);
      }
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  #heard(stream: 'output' | 'errors', text: string): void {
    this[stream] += text;
    this.#wake();
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

export function tempFolder(name: string): TempFolder {
  const folder = mkdtempSync(path.join(tmpdir(), `wasap-${name}-`));
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
