import { type ChildProcess, fork } from 'node:child_process';
import { Failure } from '../core/failure.ts';
import { unreachable } from '../core/unreachable.ts';
import type { GitOutput, GitStart, StartedGit } from './started-git.ts';
import { GIT_STARTER, type StarterAnswer, type StarterRequest } from './starter-messages.ts';

export interface GitStarter {
  /** Undefined while the process is not there: git is to be started here then. */
  start(start: GitStart, output: GitOutput): StartedGit | undefined;
  /** Ends the process; gits that run finish by themselves. */
  end(): void;
}

/** The first request of the task that needs git is on its way by then: making the process would compete with it. */
const OPEN_AFTER_MS = 1000;

interface Awaited {
  readonly output: GitOutput;
  readonly ended: (code: number) => void;
  readonly failed: (error: Error) => void;
}

/**
 * Starts gits in a small process of its own. To start one from here copies the page tables of this program, 5 to 20 ms at
 * 250 MB, and waits until git has a processor, which on a busy machine is far longer; nothing else is done meanwhile.
 * @param file what the build made of `starter-process.ts`
 * @param openAfterMs how long after git was first needed the process is made
 */
export function createGitStarter(file: string, openAfterMs = OPEN_AFTER_MS): GitStarter {
  return new StarterProcess(file, openAfterMs);
}

class StarterProcess implements GitStarter {
  readonly #file: string;
  readonly #openAfterMs: number;
  readonly #awaited = new Map<number, Awaited>();
  #opening: NodeJS.Timeout | undefined;
  #child: ChildProcess | undefined;
  #isReady = false;
  #lastId = 0;

  constructor(file: string, openAfterMs: number) {
    this.#file = file;
    this.#openAfterMs = openAfterMs;
  }

  start({ args, cwd, environment, input }: GitStart, output: GitOutput): StartedGit | undefined {
    this.#opening ??= setTimeout(() => this.#open(), this.#openAfterMs).unref();
    if (this.#child === undefined || !this.#isReady) return undefined;
    this.#lastId += 1;
    const id = this.#lastId;
    // Nothing keeps the program from ending but a git that somebody waits for.
    this.#child.channel?.ref();
    const ended = new Promise<number>((resolve, reject) => {
      this.#awaited.set(id, { output, ended: resolve, failed: reject });
    });
    this.#send({ kind: 'start', id, args, cwd, environment: withoutGaps(environment), input });
    return { ended, stop: () => this.#send({ kind: 'stop', id }) };
  }

  end(): void {
    clearTimeout(this.#opening);
    this.#child?.disconnect();
  }

  #open(): void {
    const child = fork(this.#file, [GIT_STARTER], {
      cwd: '/',
      // A group of its own: Ctrl-C in the terminal is for this program, which ends its work in its own order.
      detached: true,
      env: {},
      execArgv: ['--max-semi-space-size=1'],
      serialization: 'advanced',
      stdio: 'ignore',
    });
    this.#child = child;
    child.unref();
    child.channel?.unref();
    child.on('message', (answer) => this.#receive(answer as StarterAnswer));
    child.once('error', () => this.#forget(child));
    child.once('exit', () => this.#forget(child));
  }

  #send(request: StarterRequest): void {
    const child = this.#child;
    child?.send(request, (error) => {
      if (error !== null) this.#forget(child);
    });
  }

  #receive(answer: StarterAnswer): void {
    switch (answer.kind) {
      case 'ready':
        this.#isReady = true;
        return;
      case 'output':
        this.#awaited.get(answer.id)?.output[answer.stream](bufferOf(answer.bytes));
        return;
      case 'ended':
        this.#take(answer.id)?.ended(answer.code);
        return;
      case 'failed':
        this.#take(answer.id)?.failed(Object.assign(new Error(answer.message), { code: answer.code }));
        return;
      default:
        unreachable(answer);
    }
  }

  #take(id: number): Awaited | undefined {
    const git = this.#awaited.get(id);
    this.#awaited.delete(id);
    if (this.#awaited.size === 0) this.#child?.channel?.unref();
    return git;
  }

  #forget(gone: ChildProcess): void {
    if (this.#child !== gone) return;
    // One that never got ready would not do so the next time either: `opening` stays.
    if (this.#isReady) this.#opening = undefined;
    this.#child = undefined;
    this.#isReady = false;
    for (const { failed } of this.#awaited.values()) failed(starterGone());
    this.#awaited.clear();
  }
}

function starterGone(): Failure {
  return new Failure('unavailable', 'Git was interrupted: the process that started it is gone. Try again.');
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function withoutGaps(environment: GitStart['environment']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
