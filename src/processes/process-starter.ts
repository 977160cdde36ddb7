import { type ChildProcess, fork } from 'node:child_process';
import { Failure, unreachable } from '../core/failure.ts';
import { turnToStart } from '../core/work-queues.ts';
import {
  PROCESS_STARTER,
  type ProgramListener,
  type ProgramStart,
  type StartedProgram,
  type StarterAnswer,
  type StarterRequest,
  startFromHere,
} from './started-program.ts';

/** Undefined: every program is started from this process. */
let starter: ProcessStarter | undefined;

/** From then on a separate process starts programs; see `createProcessStarter`. There is one for the whole program. */
export function startProgramsWith(given: ProcessStarter | undefined): void {
  starter = given;
}

/** To be waited for before `startProgram`: starts from this process take turns. */
export async function readyToStart(): Promise<void> {
  if (starter?.isReady() !== true) await turnToStart();
}

/** @throws as `startFromHere` does; started by another process, it rejects `ended` in place of that */
export function startProgram(start: ProgramStart, listener: ProgramListener): StartedProgram {
  return starter?.start(start, listener) ?? startFromHere(start, listener);
}

export interface ProcessStarter {
  /** False while the process is not there: `start` returns undefined then. */
  isReady(): boolean;
  start(start: ProgramStart, listener: ProgramListener): StartedProgram | undefined;
  /** Ends the process; programs that run finish by themselves. */
  end(): void;
}

/** The first request of a task is on its way by then: making the process would compete with it. */
const OPEN_AFTER_MS = 1000;

interface AwaitedProgram {
  readonly start: ProgramStart;
  readonly listener: ProgramListener;
  readonly ended: (code: number) => void;
  readonly failed: (error: Error) => void;
}

/**
 * Starts programs from a small process of its own. To start one from here copies the page tables of this program, 5 to
 * 20 ms at 250 MB, and waits until it has a processor, which on a busy machine is far longer; nothing else is done
 * meanwhile.
 * @param file what the build made of `starter-process.ts`
 * @param openAfterMs how long from now the process is made; how long after the next start, if it has died
 */
export function createProcessStarter(file: string, openAfterMs = OPEN_AFTER_MS): ProcessStarter {
  return new StarterProcess(file, openAfterMs);
}

class StarterProcess implements ProcessStarter {
  readonly #file: string;
  readonly #openAfterMs: number;
  readonly #awaited = new Map<number, AwaitedProgram>();
  #opening: NodeJS.Timeout | undefined;
  #child: ChildProcess | undefined;
  #isReady = false;
  #lastId = 0;

  constructor(file: string, openAfterMs: number) {
    this.#file = file;
    this.#openAfterMs = openAfterMs;
    this.#openLater();
  }

  isReady(): boolean {
    return this.#isReady;
  }

  start(start: ProgramStart, listener: ProgramListener): StartedProgram | undefined {
    this.#openLater();
    if (!this.#isReady) return undefined;
    this.#lastId += 1;
    const id = this.#lastId;
    const ended = new Promise<number>((resolve, reject) => {
      this.#awaited.set(id, { start, listener, ended: resolve, failed: reject });
    });
    this.#holdProgram();
    this.#send({ kind: 'start', id, start });
    return { ended, stop: () => this.#send({ kind: 'stop', id }) };
  }

  end(): void {
    clearTimeout(this.#opening);
    this.#child?.disconnect();
  }

  #openLater(): void {
    this.#opening ??= setTimeout(() => this.#open(), this.#openAfterMs).unref();
  }

  #open(): void {
    const child = fork(this.#file, [PROCESS_STARTER], {
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

  /** Only a started program whose end is waited for keeps this one from ending. */
  #holdProgram(): void {
    const isHeld = [...this.#awaited.values()].some(({ start }) => start.isAwaited);
    if (isHeld) this.#child?.channel?.ref();
    else this.#child?.channel?.unref();
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
      case 'started':
        this.#awaited.get(answer.id)?.listener.started?.(answer.pid);
        return;
      case 'output':
        this.#awaited.get(answer.id)?.listener[answer.stream]?.(bufferOf(answer.bytes));
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

  #take(id: number): AwaitedProgram | undefined {
    const program = this.#awaited.get(id);
    this.#awaited.delete(id);
    this.#holdProgram();
    return program;
  }

  #forget(gone: ChildProcess): void {
    if (this.#child !== gone) return;
    // One that never got ready would not do so the next time either: `opening` stays.
    if (this.#isReady) this.#opening = undefined;
    this.#child = undefined;
    this.#isReady = false;
    for (const { start, failed } of this.#awaited.values()) failed(interruptedFailure(start));
    this.#awaited.clear();
  }
}

function interruptedFailure({ program }: ProgramStart): Failure {
  const why = 'the process that started it is gone';
  return new Failure('unavailable', `${program} was interrupted: ${why}. Try again.`);
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
