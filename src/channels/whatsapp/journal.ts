import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BinaryNode, SignalKeyStoreWithTransaction, SocketConfig } from '@whiskeysockets/baileys';
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
import type { ArrivalOrder } from './arrival-order.ts';
import { bareJid, isConversation, isNoteToSelf, isOwn, type OwnAddresses } from './identity.ts';

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

interface CaptureParts {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly order: ArrivalOrder;
}

interface PlaintextCaptureParts extends CaptureParts {
  /** Decrypted content as the journal may keep it. */
  storedForm(plaintext: Uint8Array): Uint8Array;
}

type MakeRepository = SocketConfig['makeSignalRepository'];

/** Kinds of encrypted parts that the client decrypts. */
const DECRYPTABLE = ['pkmsg', 'msg', 'skmsg'];

/** The journal's row for a stanza; undefined unless it is another person's message or a note to oneself. */
export function stanzaOf(node: BinaryNode, own: OwnAddresses, seenAtMs: number): JournalStanza | undefined {
  const { from, id, participant, recipient, category } = node.attrs;
  if (from === undefined || id === undefined || !isConversation(from)) return undefined;
  const isTheirs = recipient === undefined && category !== 'peer' && !isOwn(participant ?? from, own);
  if (!isTheirs && !isNoteToSelf(node.attrs, own)) return undefined;
  return {
    chat: bareJid(recipient ?? from),
    participant: participant === undefined ? '' : bareJid(participant),
    id,
    attributes: node.attrs,
    hashes: encryptedParts(node).map(partHash),
    seenAtMs,
  };
}

function encryptedParts({ content }: BinaryNode): readonly Uint8Array[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) =>
    part.tag === 'enc' && part.content instanceof Uint8Array && DECRYPTABLE.includes(part.attrs.type ?? '')
      ? [part.content]
      : [],
  );
}

interface Gate {
  /** True for a message of a stranger. */
  rejectStranger(stanza: JournalStanza): boolean;
  /** False for a message of the own phone in its own chat that is not meant for the program. */
  takesNote(stanza: JournalStanza, own: OwnAddresses): boolean;
}

/** Call it for every message stanza, before the client sees it. False when the client must not read it. */
export function noteStanza(
  node: BinaryNode,
  own: OwnAddresses,
  { journal, order, clock, rejectStranger, takesNote }: CaptureParts & Gate,
): boolean {
  const stanza = stanzaOf(node, own, clock.nowMs());
  if (stanza === undefined) return true;
  if (isNoteToSelf(node.attrs, own)) {
    // The client itself uses messages between the account's own devices.
    if (!takesNote(stanza, own)) return true;
  } else if (rejectStranger(stanza)) return false;
  order.noteArrival(stanza);
  journal.addStanza(stanza);
  // Nothing will be decrypted, so there is no commit to join.
  if (stanza.hashes.length === 0) journal.flush();
  return true;
}

/**
 * Wraps the client's repository so that decrypted content goes to the journal inside the transaction of the keys: the
 * plaintext is in the commit that makes the key unusable, and the receipt is sent after it. All work on sessions runs
 * one by one.
 */
export function withJournal(make: MakeRepository, captors: PlaintextCaptureParts): MakeRepository {
  return (auth, logger, lookUp) => {
    const inner = make(auth, logger, lookUp);
    // Safe: the client creates them like this before it passes them on; its decrypting depends on it as well.
    const { alone, together } = createSignalLane(auth.keys as SignalKeyStoreWithTransaction, captors.clock);
    const capture = createCapture(alone, captors);
    return {
      ...inner,
      decryptMessage: (message) => capture(message.ciphertext, () => inner.decryptMessage(message)),
      decryptGroupMessage: (message) => capture(message.msg, () => inner.decryptGroupMessage(message)),
      processSenderKeyDistributionMessage: (message) =>
        alone(() => inner.processSenderKeyDistributionMessage(message)),
      encryptMessage: (message) => together(() => inner.encryptMessage(message)),
      encryptGroupMessage: (message) => alone(() => inner.encryptGroupMessage(message)),
      getSenderKeyDistributionMessage: (group) => alone(() => inner.getSenderKeyDistributionMessage(group)),
      injectE2ESession: (contact) => alone(() => inner.injectE2ESession(contact)),
      validateSession: (jid) => alone(() => inner.validateSession(jid)),
      migrateSession: (from, to) => alone(() => inner.migrateSession(from, to)),
      deleteSession: (jids) => alone(() => inner.deleteSession(jids)),
    };
  };
}

function createCapture(
  alone: SignalLane['alone'],
  { journal, order, storedForm }: PlaintextCaptureParts,
): (ciphertext: Uint8Array, decrypt: () => Promise<Uint8Array>) => Promise<Uint8Array> {
  return async (ciphertext, decrypt) => {
    const hash = partHash(ciphertext);
    let isWritten = (): boolean => false;
    const read = async (): Promise<Uint8Array> => {
      const plaintext = await decrypt();
      isWritten = journal.addPlaintext(hash, storedForm(plaintext));
      return plaintext;
    };
    try {
      const plaintext = await alone(read);
      order.noteDecrypted(hash);
      return plaintext;
    } catch (error) {
      // The message is delivered again: its key was used up when it was read, just before the connection or the
      // program ended.
      const known = journal.plaintextOf(hash);
      if (known === undefined) {
        order.noteFailed(hash);
        throw error;
      }
      order.noteDecrypted(hash);
      return known;
    } finally {
      // It could not be decrypted, or no key has changed: the client will still answer the other side.
      if (!isWritten()) journal.flush();
    }
  };
}

/**
 * Not the name of a key type: the client takes locks of those names inside a transaction, and would wait for itself.
 */
const LANE = 'signal';
/** After this time other work of the program runs first. */
const MAX_WORK_MS = 20;

/** How many pieces of work share one commit: other work on keys waits for all of them. */
const MAX_TOGETHER = 16;

interface SignalLane {
  /** Runs work on sessions exclusively, in a commit of its own. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * The same, in one commit with other work that is requested at the same moment: a message is encrypted for each
   * device of both sides. Only for work that stores nothing when it fails.
   */
  together<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Pieces of work that share a commit. */
interface Batch {
  readonly works: (() => Promise<void>)[];
  /** Resolves once all of the batch is stored. */
  readonly stored: Promise<void>;
}

/**
 * Encrypting and decrypting both read a contact's session, change it and write it back. The client locks them by the
 * requested address, and a contact has two; and it encrypts inside a transaction that lasts for the whole sending,
 * under yet another lock. So one of them could overwrite the other's changes to a session: a key was used twice, and
 * the phone could not read the message, or took it for a repeated one. Here they run one at a time, and the keys of a
 * message are stored before it is sent.
 */
export function createSignalLane(keys: SignalKeyStoreWithTransaction, clock: Clock): SignalLane {
  // The caller may be inside a transaction of the client, which would include the work in its own, late commit.
  const outside = AsyncLocalStorage.snapshot();
  let workedMs = 0;
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    // The client processes a burst without ever yielding, because everything that it awaits is available at once.
    // Every message comes through here, so this is where other work gets a turn: timers, other chats, answers of the
    // model.
    if (workedMs >= MAX_WORK_MS) {
      await nextTurn();
      workedMs = 0;
    }
    const beganMs = clock.upMs();
    try {
      return await work();
    } finally {
      workedMs += clock.upMs() - beganMs;
    }
  };
  const run = <Result>(work: () => Promise<Result>) => outside(() => keys.transaction(work, LANE));
  let open: Batch | undefined;
  const begin = (): Batch => {
    const works: Batch['works'] = [];
    const workOff = async (): Promise<void> => {
      // The requests for one batch come one after the other, with nothing in between.
      await nextTurn();
      await run(async () => {
        if (open?.works === works) open = undefined;
        for (const work of works) await inTurn(work);
      });
    };
    return { works, stored: workOff() };
  };
  return {
    alone: (work) => run(() => inTurn(work)),
    async together<Result>(work: () => Promise<Result>) {
      if (open === undefined || open.works.length >= MAX_TOGETHER) open = begin();
      const { works, stored } = open;
      // A failure must not keep the others from being stored.
      const outcome = new Promise<PromiseSettledResult<Result>>((resolve) => {
        works.push(async () => {
          const [settled] = await Promise.allSettled([work()]);
          resolve(settled);
        });
      });
      await stored;
      const settled = await outcome;
      if (settled.status === 'rejected') throw settled.reason;
      return settled.value;
    },
  };
}
