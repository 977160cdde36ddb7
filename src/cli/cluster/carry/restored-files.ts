import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SessionId } from '../../../core/ids.ts';
import { sqliteFailure } from '../../../store/sqlite-failure.ts';

/** The transcripts that come with a chat. They are written before their rows. */
export class RestoredFiles {
  readonly #transcriptOf: (session: SessionId) => string;
  readonly #written: string[] = [];

  constructor(transcriptOf: (session: SessionId) => string) {
    this.#transcriptOf = transcriptOf;
  }

  /**
   * Returns its path.
   * @throws Failure `unavailable` when the disk is full or cannot be written: then no part of the file stays
   */
  write(session: SessionId, bytes: Uint8Array): string {
    const path = this.#transcriptOf(session);
    const beside = `${path}.new`;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(beside, bytes, { mode: 0o600 });
      renameSync(beside, path);
    } catch (error) {
      rmSync(beside, { force: true });
      throw sqliteFailure(error, path);
    }
    this.#written.push(path);
    return path;
  }

  /** Call it when their rows are stored. */
  keep(): void {
    this.#written.length = 0;
  }

  /** Removes files without rows: they belong to no session. */
  removeAll(): void {
    for (const path of this.#written) rmSync(path, { force: true });
  }
}
