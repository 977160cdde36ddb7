/**
 * Data of the WhatsApp channel. Texts are opaque here: the channel writes and reads them. An `account` is the
 * channel's own name for a linked device, not a phone number: rows exist before anything is linked.
 */
export interface WhatsAppStore {
  readonly lease: WhatsAppLeaseStore;
  readonly auth: WhatsAppAuthStore;
  readonly journal: WhatsAppJournalStore;
  readonly sent: WhatsAppSentStore;
  readonly contacts: WhatsAppContactStore;
  atomically<T>(work: () => T): T;
  /** A commit that a power cut can lose, until the next one that is waited for; a kill cannot. */
  unflushed<T>(work: () => T): T;
  /** Resolves when a power cut can no longer lose the commits so far. */
  waitForFlush(): Promise<void>;
}

/**
 * The right to write. A write whose epoch is no longer the lease's throws Failure `conflict` and changes nothing.
 */
export interface Fence {
  readonly account: string;
  readonly epoch: number;
}

export interface LeaseRow {
  readonly pid: number;
  /** Start mark of that process: the system reuses numbers. */
  readonly startTime: string;
  readonly epoch: number;
  /** 0 once it was released. */
  readonly expiresAtMs: number;
  readonly renewedAtMs: number;
}

/** Only one program at a time may use an account: two sockets of one device would disconnect each other for ever. */
export interface WhatsAppLeaseStore {
  get(account: string): LeaseRow | undefined;
  /**
   * Compare-and-set. `over` is the epoch of the row that was read, undefined when there was none. Returns the new
   * epoch, or undefined when another program was faster.
   */
  take(claim: {
    readonly account: string;
    readonly pid: number;
    readonly startTime: string;
    readonly over: number | undefined;
    readonly atMs: number;
    readonly expiresAtMs: number;
  }): number | undefined;
  /** False when another program holds the lease by now. */
  renew(fence: Fence, times: { readonly atMs: number; readonly expiresAtMs: number }): boolean;
  release(fence: Fence): void;
}

export interface KeyChange {
  readonly type: string;
  readonly id: string;
  /** Undefined deletes. */
  readonly value: string | undefined;
}

export interface WhatsAppAuthStore {
  /** The newest generation; undefined when nothing was ever linked or begun. */
  credentials(account: string): { readonly generation: number; readonly text: string } | undefined;
  /** Adds a generation and keeps the two before it. */
  saveCredentials(fence: Fence, entry: { readonly text: string; readonly atMs: number }): void;
  keys(account: string, type: string, ids: readonly string[]): ReadonlyMap<string, string>;
  /** One commit of all. */
  changeKeys(fence: Fence, changes: readonly KeyChange[], atMs: number): void;
  /** Deletes keys of this type that were last written before `beforeMs`. Returns how many. */
  pruneKeys(fence: Fence, type: string, beforeMs: number): number;
  /** Moves credentials and keys aside under the name `aside`: they are no longer used, but not destroyed. */
  quarantine(fence: Fence, aside: string): void;
  /** Restores what was moved aside under this name, replacing the present data, after a failed pairing. */
  restore(fence: Fence, aside: string): void;
}

export interface JournalKey {
  readonly chat: string;
  /** Empty in a direct chat. */
  readonly participant: string;
  readonly id: string;
}

/** A message as it arrived, stored before its receipt is sent. */
export interface JournalStanza extends JournalKey {
  /** All attributes of the stanza. */
  readonly attributes: Readonly<Record<string, string>>;
  /** SHA-256 of each encrypted part, in order. */
  readonly hashes: readonly string[];
  readonly seenAtMs: number;
}

export interface JournalEntry extends JournalStanza {
  readonly seq: number;
  /** Base64 of the content decrypted so far, in the order of the parts; may be empty. */
  readonly plaintexts: readonly string[];
}

export interface WhatsAppJournalStore {
  /** A repeated copy of the message (encrypted afresh) adds its parts to the entry, unless that is finished. */
  add(account: string, stanza: JournalStanza): void;
  addPlaintext(account: string, part: { readonly hash: string; readonly plaintext: string }): void;
  /** Base64 of the decrypted part with this hash; undefined once its message is finished. */
  plaintextOf(account: string, hash: string): string | undefined;
  /** Removes its contents, but not that it came: the same message may be delivered again. */
  finish(account: string, message: JournalKey, atMs: number): void;
  /** Unfinished entries, oldest first. */
  listOpen(account: string): readonly JournalEntry[];
  /** Author of a recent message in a group. */
  participantOf(account: string, message: { readonly chat: string; readonly id: string }): string | undefined;
  /** Removes entries that were finished before `beforeMs`. Returns how many. */
  prune(account: string, beforeMs: number): number;
}

export interface SentRow {
  readonly id: string;
  /** Address of the recipient. */
  readonly jid: string;
  /** Base64 of the message, so that a repeated send is the same to the byte and a vote on a poll can be read. */
  readonly message: string;
  readonly state: 'sending' | 'acknowledged' | 'refused';
  /** The server's code, when it refused. */
  readonly error: string | undefined;
}

export interface SentText extends Pick<SentRow, 'id' | 'jid' | 'message'> {
  readonly atMs: number;
}

export interface WhatsAppSentStore {
  /** Does nothing when the id exists already. */
  add(account: string, row: SentText): void;
  get(account: string, id: string): SentRow | undefined;
  acknowledge(account: string, id: string, atMs: number): void;
  refuse(account: string, id: string, error: string): void;
  /** Returns how many were deleted. */
  prune(account: string, beforeMs: number): number;
}

export interface WhatsAppContactStore {
  /** The address that this person last wrote from; replies go there. */
  replyTo(account: string, person: string): string | undefined;
  remember(account: string, contact: { readonly person: string; readonly jid: string }): void;
}
