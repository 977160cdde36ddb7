import { closeSync, openSync, renameSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { codeOf } from '../core/failure.ts';

export interface Rotation {
  /** Size from which a log is put aside, in bytes. */
  readonly bytes: number;
  /** How many are kept besides the one that is written: `wasap.log.1` is the newest of them. */
  readonly files: number;
}

/** Lines that could not be written are kept up to this size, in bytes, and written when there is room again. */
const MAX_BACKLOG_LENGTH = 1_000_000;
/** Rotating logs takes a moment; a program that holds the lock for longer has ended. */
const STALE_MS = 10_000;
const PRIVATE = 0o600;

/**
 * A log that several programs append to at the same time. Each line is one write at the end of the file that has the
 * name now, so none is torn or lost when another program has rotated it. Never throws once it is open: a full disk
 * loses lines.
 */
export class LogFile {
  readonly #path: string;
  readonly #rotation: Rotation;
  #fd: number;
  #inode: number;
  #backlog = Buffer.alloc(0);

  /** @throws Error when it cannot be opened; its folder has to exist */
  constructor(path: string, rotation: Rotation) {
    this.#path = path;
    this.#rotation = rotation;
    this.#fd = openSync(path, 'a', PRIVATE);
    this.#inode = statSync(path).ino;
  }

  /** @param line with its line break */
  write(line: string): void {
    let left = Buffer.concat([this.#backlog, Buffer.from(line)]);
    try {
      this.#makeCurrent(left.length);
      while (left.length > 0) left = left.subarray(writeSync(this.#fd, left));
    } catch (error) {
      // A system error is ignored: the rows in the store are the record, not the log.
      if (codeOf(error) === undefined) throw error;
    }
    this.#backlog = left.length > MAX_BACKLOG_LENGTH ? Buffer.alloc(0) : Buffer.from(left);
  }

  #makeCurrent(more: number): void {
    const there = statSync(this.#path, { throwIfNoEntry: false });
    if (there === undefined || there.ino !== this.#inode) this.#reopen();
    else if (there.size > 0 && there.size + more > this.#rotation.bytes) this.#putAside();
  }

  #reopen(): void {
    const fd = openSync(this.#path, 'a', PRIVATE);
    closeSync(this.#fd);
    this.#fd = fd;
    this.#inode = statSync(this.#path).ino;
  }

  /**
   * Only one program renames the file; the others go on writing to it until they see that the name means another
   * file.
   */
  #putAside(): void {
    const lock = `${this.#path}.lock`;
    if (!takeLock(lock)) return;
    try {
      if (statSync(this.#path, { throwIfNoEntry: false })?.ino === this.#inode) this.#shift();
    } finally {
      unlinkSync(lock);
    }
    this.#reopen();
  }

  #shift(): void {
    const { files } = this.#rotation;
    for (let n = files - 1; n > 0; n -= 1) renameIfThere(`${this.#path}.${n}`, `${this.#path}.${n + 1}`);
    if (files > 0) renameSync(this.#path, `${this.#path}.1`);
    else unlinkSync(this.#path);
  }
}

function takeLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', PRIVATE));
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
    // The lock of a program that was killed meanwhile; the next line tries again.
    if (Date.now() - since > STALE_MS) unlinkSync(lock);
    return false;
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
