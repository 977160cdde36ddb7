import type { BinaryNode, SignalKeyStoreWithTransaction, SocketConfig } from '@whiskeysockets/baileys';
import type { JournalStanza } from '../../contracts/whatsapp-store.ts';
import type { Clock } from '../../core/clock.ts';
import type { ArrivalOrder } from './arrival-order.ts';
import { bareJid, isConversation, isNoteToSelf, isOwn, type OwnAddresses } from './identity.ts';
import { type Journal, partHash } from './journal.ts';
import { createSignalLane, type SignalLane } from './signal-lane.ts';

export interface Captors {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly order: ArrivalOrder;
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

export interface Gate {
  /** True for a message of a stranger. */
  turnAway(stanza: JournalStanza): boolean;
  /** False for a message of the own phone in its own chat that is not meant for the program. */
  takesNote(stanza: JournalStanza, own: OwnAddresses): boolean;
}

/** Call it for every message stanza, before the client sees it. False: the client must not read it. */
export function noteStanza(
  node: BinaryNode,
  own: OwnAddresses,
  { journal, order, clock, turnAway, takesNote }: Captors & Gate,
): boolean {
  const stanza = stanzaOf(node, own, clock.nowMs());
  if (stanza === undefined) return true;
  if (isNoteToSelf(node.attrs, own)) {
    // The client itself uses messages between the account's own devices.
    if (!takesNote(stanza, own)) return true;
  } else if (turnAway(stanza)) return false;
  order.arrived(stanza);
  journal.seen(stanza);
  // Nothing will be decrypted, so there is no commit to join.
  if (stanza.hashes.length === 0) journal.flush();
  return true;
}

/**
 * Wraps the client's repository so that decrypted content goes to the journal inside the transaction of the keys: the
 * plaintext is in the commit that makes the key unusable, and the receipt is sent after it. All work on sessions runs
 * one by one.
 */
export function journalled(make: MakeRepository, captors: Captors): MakeRepository {
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

type Capture = (ciphertext: Uint8Array, decrypt: () => Promise<Uint8Array>) => Promise<Uint8Array>;

function createCapture(alone: SignalLane['alone'], { journal, order }: Captors): Capture {
  return async (ciphertext, decrypt) => {
    const hash = partHash(ciphertext);
    let isWritten = (): boolean => false;
    const read = async (): Promise<Uint8Array> => {
      const plaintext = await decrypt();
      isWritten = journal.decrypted(hash, plaintext);
      return plaintext;
    };
    try {
      const plaintext = await alone(read);
      order.decrypted(hash);
      return plaintext;
    } catch (error) {
      // The message is delivered again: its key was used up when it was read, just before the connection or the
      // program ended.
      const known = journal.plaintextOf(hash);
      if (known === undefined) {
        order.failed(hash);
        throw error;
      }
      order.decrypted(hash);
      return known;
    } finally {
      // It could not be decrypted, or no key has changed: the client will still answer the other side.
      if (!isWritten()) journal.flush();
    }
  };
}
