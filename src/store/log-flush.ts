import { closeSync, fdatasync, fdatasyncSync, fstatSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { Failure, messageOf } from '../core/failure.ts';
import { fault } from '../core/texts/faults.ts';

const datasync = promisify(fdatasync);

/**
 * Brings a write-ahead log to the disk. The file is opened once: opened and closed around each flush it takes three
 * rounds of the event loop in place of one, and everything that is to be sent waits for them. SQLite keeps no locks on
 * this file that closing could drop.
 */
export class LogFlush {
  readonly #path: string;
  #file: number | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Resolves when everything written to the log before is safe from a power cut; other work goes on meanwhile. Callers
   * during a flush share the next one.
   * @throws Failure `unavailable` when it may not survive one
   */
  inTurn(): Promise<void> {
    if (this.#running === undefined) return this.#begin();
    this.#next ??= this.#afterRunning();
    return this.#next;
  }

  /** The same at once: nothing else is done meanwhile. */
  now(): void {
    try {
      fdatasyncSync(this.#opened());
    } catch (error) {
      throw this.#notFlushed(error);
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #begin(): Promise<void> {
    this.#running = this.#flush().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #afterRunning(): Promise<void> {
    // The running flush may have begun before the last write; its failure is reported to its own callers.
    await Promise.allSettled([this.#running]);
    this.#next = undefined;
    await this.#begin();
  }

  async #flush(): Promise<void> {
    try {
      await datasync(this.#opened());
    } catch (error) {
      throw this.#notFlushed(error);
    }
  }

  /** @throws where the log has been removed: then nothing of what is written to it survives the program */
  #opened(): number {
    this.#file ??= openSync(this.#path, 'r+');
    if (fstatSync(this.#file).nlink === 0) throw new Error(`${this.#path} has been removed`);
    return this.#file;
  }

  #notFlushed(cause: unknown): Failure {
    const why = messageOf(cause);
    return new Failure('unavailable', fault('database-not-flushed', this.#path, why), {
      cause,
      facts: { path: this.#path },
    });
  }
}
