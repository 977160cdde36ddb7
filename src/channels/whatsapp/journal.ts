import type {
  JournalEntry,
  JournalKey,
  JournalStanza,
  SentText,
  WhatsAppStore,
} from '../../contracts/whatsapp-store.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import { sha256 } from '../../core/json.ts';
import type { Log } from '../../core/log.ts';

type JournalWrite = (store: WhatsAppStore) => void;

/** How long an unimportant write may wait for another one to share its commit with. */
const TIDY_AFTER_MS = 1000;

/** Hash of one encrypted part: connects an incoming part with its decrypted content. */
export function partHash(content: Uint8Array): string {
  return sha256(content);
}

/**
 * Messages that have arrived and are not in the inbox yet. WhatsApp is told of the arrival before this program sees a
 * message, so anything not written by then is lost in a crash. Rows wait in memory and join the commit of the keys
 * that decrypted them: a message is either not decrypted and not acknowledged, or it is here.
 */
export class Journal {
  readonly #store: WhatsAppStore;
  readonly #account: string;
  readonly #clock: Clock;
  readonly #log: Log;
  #waiting: JournalWrite[] = [];
  #tidying = false;

  constructor({
    store,
    account,
    clock,
    log,
  }: { store: WhatsAppStore; account: string; clock: Clock; log: Log }) {
    this.#store = store;
    this.#account = account;
    this.#clock = clock;
    this.#log = log;
  }

  /** A message has arrived; its content is still unknown. */
  addStanza(stanza: JournalStanza): void {
    this.#waiting.push((store) => store.journal.add(this.#account, stanza));
  }

  /** Returns a function that returns true once it is written. */
  addPlaintext(hash: string, plaintext: Uint8Array): () => boolean {
    const part = { hash, plaintext: Buffer.from(plaintext).toString('base64') };
    const write: JournalWrite = (store) => store.journal.addPlaintext(this.#account, part);
    this.#waiting.push(write);
    return () => !this.#waiting.includes(write);
  }

  /** Content of this part from an earlier decryption, unless its message is in the inbox by now. */
  plaintextOf(hash: string): Uint8Array | undefined {
    const text = this.#store.journal.plaintextOf(this.#account, hash);
    return text === undefined ? undefined : Buffer.from(text, 'base64');
  }

  /** The message is in the inbox. A crash before this is written only costs a look at the inbox. */
  markStored(message: JournalKey): void {
    const atMs = this.#clock.nowMs();
    this.#later((store) => store.journal.finish(this.#account, message, atMs));
  }

  /** A message of ours is about to be encrypted: its content is stored with the keys that encrypt it. */
  addSending(row: SentText): void {
    this.#waiting.push((store) => store.sent.add(this.#account, row));
  }

  /** The server has accepted a message of ours. */
  markAcknowledged(id: string): void {
    const atMs = this.#clock.nowMs();
    this.#later((store) => store.sent.acknowledge(this.#account, id, atMs));
  }

  /** Writes waiting rows, if there are any. If that fails, they keep waiting. */
  flush(): void {
    if (this.#waiting.length > 0) this.commitWith(() => undefined);
  }

  /**
   * Commits the waiting rows together with `work`; the commit is on the disk before anything more is sent
   * (`socket.ts`).
   */
  commitWith(work: () => void): void {
    const writes = this.#waiting;
    this.#waiting = [];
    try {
      this.#store.unflushed(() => {
        for (const write of writes) write(this.#store);
        work();
      });
    } catch (error) {
      this.#waiting = [...writes, ...this.#waiting];
      throw error;
    }
  }

  /** What an earlier program, or a lost connection, has left; oldest first. */
  listOpen(): readonly JournalEntry[] {
    this.flush();
    return this.#store.journal.listOpen(this.#account);
  }

  #later(write: JournalWrite): void {
    this.#waiting.push(write);
    if (this.#tidying) return;
    this.#tidying = true;
    void this.#clock.sleep(TIDY_AFTER_MS).then(() => {
      this.#tidying = false;
      this.#tryFlush();
    });
  }

  #tryFlush(): void {
    try {
      this.flush();
    } catch (error) {
      // It waits for the next keys, or is found again at the next start.
      this.#log.warn('channel.whatsapp.journal.held', { error: messageOf(error) });
    }
  }
}
