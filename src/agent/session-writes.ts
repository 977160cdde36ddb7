import { type RecordChange, type SessionRecord, withChange } from '../contracts/session.ts';
import { Failure } from '../core/failure.ts';
import type { JsonObject } from '../core/json.ts';
import type { AgentParts } from './parts.ts';
import type { KeptHistory, TranscriptFile } from './transcript.ts';

/**
 * The record of a session and what is to be written. Writes that may share a commit with the next one are deferred;
 * `commit` makes all of them durable at once and then appends the transcript. Nothing is sent to the model, started or
 * shown before the commit that it depends on.
 */
export class SessionWrites {
  record: SessionRecord;

  readonly #parts: Pick<AgentParts, 'store' | 'transcripts' | 'clock'>;
  /** What the transcript holds from the beginning. */
  readonly #kept: () => KeptHistory;
  #transcript: TranscriptFile | undefined;
  #deferred: (() => void)[] = [];
  /** Changes of the record that the next commit stores. */
  #change: RecordChange | undefined;
  /** Lines of the transcript for the next commit, and of earlier ones that are not written yet. */
  readonly #lines: JsonObject[] = [];
  readonly #stored: JsonObject[] = [];

  constructor(
    parts: Pick<AgentParts, 'store' | 'transcripts' | 'clock'>,
    record: SessionRecord,
    kept: () => KeptHistory,
  ) {
    this.#parts = parts;
    this.record = record;
    this.#kept = kept;
  }

  /** Remembers a write for the next commit; if the program dies before, the step that caused it is done again. */
  defer(write: () => void): void {
    this.#deferred.push(write);
  }

  get hasDeferred(): boolean {
    return this.#deferred.length > 0;
  }

  /** Changes the record; stored with the next commit. */
  change(change: RecordChange): void {
    this.record = withChange(this.record, change);
    const { store, clock } = this.#parts;
    if (this.#change === undefined)
      this.defer(() => store.sessions.update(this.record.id, { ...this.#change, atMs: clock.nowMs() }));
    this.#change = withChange(this.#change ?? {}, change);
  }

  /** Takes over the language of the chat, which may have changed by what people have written since this run began. */
  followLanguage(): void {
    const stored = this.#parts.store.sessions.get(this.record.id);
    if (stored !== undefined) this.record = { ...this.record, locale: stored.locale };
  }

  /** Remembers a line of the transcript for the next commit. */
  addLine(line: JsonObject): void {
    this.#lines.push(line);
  }

  /** Makes everything deferred, and `work`, durable in one commit; then appends the transcript. */
  commit(work?: () => void): void {
    this.#store(this.#parts.store.atomically, work);
    this.writeTranscript();
  }

  /** Like `commit`, but a power cut before the next `commit` loses it: for work that can simply be done again. */
  commitUnflushed(): void {
    this.#store(this.#parts.store.unflushed);
    this.writeTranscript();
  }

  /** Like `commitUnflushed`, right before a request, which does not wait for the transcript: see `writeTranscript`. */
  commitToAsk(): void {
    this.#store(this.#parts.store.unflushed);
  }

  /**
   * Appends what is committed and not in the transcript yet. A kill before is made good when the file is opened again.
   */
  writeTranscript(): void {
    if (this.#stored.length > 0) this.#append(this.#stored.splice(0));
  }

  /** Call it before the worker is released. */
  close(): void {
    this.writeTranscript();
    this.#transcript?.close();
  }

  #store(commit: AgentParts['store']['atomically'], work?: () => void): void {
    const writes = this.#deferred;
    commit(() => {
      this.#assertHeld();
      for (const write of writes) write();
      work?.();
    });
    this.#deferred = [];
    this.#change = undefined;
    this.#stored.push(...this.#lines.splice(0));
  }

  /** Checked in the same commit as the write: only the program that holds the session may change it. */
  #assertHeld(): void {
    const { id, instance } = this.record;
    if (this.#parts.store.sessions.isHeldBy(id, instance)) return;
    throw new Failure(
      'conflict',
      `Another program has taken over session ${id}, so this one stops working on it. Run only one on this data folder.`,
      { facts: { session: id } },
    );
  }

  #append(lines: readonly JsonObject[]): void {
    if (this.#transcript !== undefined) {
      this.#transcript.append(lines);
      return;
    }
    // Opened with the first commit, when prompt and tools are frozen: `open` writes every message that is not there.
    this.#transcript = this.#parts.transcripts.open(this.record, this.#kept());
    this.#transcript.append(lines.filter(({ type }) => type !== 'message' && type !== 'compaction'));
  }
}
