/** A fake person, as a test holds it: what the person does, and what the person has seen. */
import type { proto } from '@whiskeysockets/baileys';

import {
  type Context,
  deletionBody,
  documentBody,
  editBody,
  imageBody,
  type Reference,
  reactionBody,
  textBody,
  voiceBody,
  voteBody,
} from './bodies.ts';
import { giveReceipt } from './from-client.ts';
import type { GroupRecord } from './group-record.ts';
import { type MediaFields, type MediaKind, offerMedia } from './media.ts';
import { node } from './nodes.ts';
import { type Arrived, pollOf } from './received.ts';
import { askAgain } from './retries.ts';
import { createSignalDevice } from './signal-device.ts';
import {
  type Addressing,
  deliverDirect,
  deliverToGroup,
  firstDevice,
  type MessageKey,
  newMessageId,
} from './to-client.ts';
import { accountJid, type Contact, contactJid, seconds, type World } from './world.ts';

export type Where = {
  /** The group, else the chat with the account. */
  readonly in?: Group | undefined;
  /** How the direct chat is addressed. Default: as the person was made. */
  readonly as?: Addressing | undefined;
  /** Default: a new one. */
  readonly id?: string | undefined;
  /** Which of the person's devices writes. Default: the phone. */
  readonly device?: number | undefined;
  /** When it is said to have been sent, in milliseconds since 1970. Default: now. */
  readonly sentAt?: number | undefined;
  /** The other address of the person is left out: number or LID alone. */
  readonly bare?: boolean | undefined;
};

export type Saying = Where & {
  /** Id of a message of either side. */
  readonly quoting?: string | undefined;
  /** Addresses, as `server.phone.jid('lid')`. */
  readonly mentions?: readonly string[] | undefined;
  readonly forwarded?: boolean | undefined;
  /** Seconds. */
  readonly ephemeral?: number | undefined;
};

export type Group = { readonly record: GroupRecord };

export type Person = {
  readonly name: string;
  jid(as: Addressing): string;
  /** What came from the account, in order; a repeated id counts its copies. */
  readonly received: readonly Arrived[];
  /** Texts as the phone shows them: edited, without the deleted ones. */
  texts(): string[];
  says(text: string, how?: Saying): Promise<MessageKey>;
  /** Any body. */
  sends(message: proto.IMessage, where?: Where): Promise<MessageKey>;
  sendsImage(bytes: Uint8Array, how?: Where & { caption?: string; mime?: string }): Promise<MessageKey>;
  sendsDocument(
    bytes: Uint8Array,
    how: Where & { name: string; mime?: string; caption?: string },
  ): Promise<MessageKey>;
  sendsVoice(bytes: Uint8Array, how?: Where & { seconds?: number }): Promise<MessageKey>;
  /** @param emoji empty: the reaction is taken back */
  reacts(messageId: string, emoji: string, where?: Where): Promise<MessageKey>;
  /** @throws Error for a poll that never came, or an option it does not have */
  votes(pollId: string, options: readonly string[], where?: Where): Promise<MessageKey>;
  edits(messageId: string, text: string, where?: Where): Promise<MessageKey>;
  deletes(messageId: string, where?: Where): Promise<MessageKey>;
  /** Publishes a status, which everybody gets who has the number. */
  posts(text: string): Promise<MessageKey>;
  /** Sets the phone up anew: another identity, no sessions. The client is told, as WhatsApp tells it. */
  reinstalls(): void;
  types(state: 'composing' | 'paused'): void;
  /** A delivery receipt, for people that send none by themselves. */
  confirms(messageId: string): void;
  /** A read receipt for a message of the account. */
  reads(messageId: string): void;
  /** Asks for a message again that came before, as a phone does which could not read it. */
  asksAgain(messageId: string, count?: number): void;
  /** At first: delivery receipts, and media uploaded again. */
  readonly habits: Contact['habits'];
  /** Waits for the first message that fits, also one that is here already. @param limitMs default 10 s */
  waitFor(fits: (message: Arrived) => boolean, limitMs?: number): Promise<Arrived>;
};

export function createPerson(world: World, contact: Contact, usual: Addressing): Person {
  const deliver = (message: proto.IMessage, where: Where, edit?: string) =>
    world.inTurn(() => {
      const outgoing = {
        message,
        id: where.id,
        device: where.device,
        attributes: { ...attributesOf(where), ...(edit === undefined ? {} : { edit }) },
      };
      return where.in === undefined
        ? deliverDirect(world, contact, { ...outgoing, as: where.as ?? usual })
        : deliverToGroup(world, { group: where.in.record, contact }, outgoing);
    });
  const refer = (id: string, where: Where): Reference => referTo(world, contact, { id, where, usual });
  const offer = (bytes: Uint8Array, kind: MediaKind): MediaFields =>
    offerMedia(world.media, { bytes, kind, host: world.host });

  return {
    name: contact.name,
    jid: (as) => contactJid(contact, as),
    received: contact.received,
    texts: () => visibleTexts(contact.received),
    says: (text, how = {}) => deliver(textBody(text, contextOf(world, contact, { usual, ...how })), how),
    sends: (message, where = {}) => deliver(message, where),
    sendsImage: (bytes, { caption = '', mime = 'image/jpeg', ...where } = {}) =>
      deliver(imageBody({ fields: offer(bytes, 'Image'), caption, mime }), where),
    sendsDocument: (bytes, { name, mime = 'application/octet-stream', caption = '', ...where }) =>
      deliver(documentBody({ fields: offer(bytes, 'Document'), name, mime, caption }), where),
    sendsVoice: (bytes, { seconds: length = 1, ...where } = {}) =>
      deliver(voiceBody(offer(bytes, 'Audio'), length), where),
    reacts: (id, emoji, where = {}) => deliver(reactionBody(refer(id, where), emoji), where),
    votes: async (id, options, where = {}) =>
      deliver(vote(world, contact, { id, options, where, usual }), where),
    edits: (id, text, where = {}) => deliver(editBody(refer(id, where), text), where, '1'),
    deletes: (id, where = {}) => deliver(deletionBody(refer(id, where)), where, '7'),
    posts: (text) => {
      const attributes = { from: 'status@broadcast', participant: contactJid(contact, 'pn') };
      return world.inTurn(() =>
        deliverDirect(world, contact, { message: textBody(text), as: 'pn', attributes }),
      );
    },
    reinstalls: () => reinstall(world, contact),
    types(state) {
      const attrs = { from: contactJid(contact, usual), to: accountJid(world, usual) };
      world.live?.send(node('chatstate', attrs, [node(state)]));
    },
    confirms: (id) => giveReceipt(world, contact, { id, to: arrived(contact, id).to, type: undefined }),
    reads: (id) => giveReceipt(world, contact, { id, to: arrived(contact, id).to, type: 'read' }),
    asksAgain(id, count = 1) {
      const device = firstDevice(contact);
      device.forgetSession();
      askAgain(world, { contact, device }, { id, to: arrived(contact, id).to, count });
    },
    habits: contact.habits,
    waitFor: (fits, limitMs) =>
      world.watch.until(() => contact.received.find(fits), `a message to ${contact.name}`, limitMs),
  };
}

function attributesOf({ sentAt, bare }: Where): Record<string, string | undefined> {
  const others = ['sender_pn', 'sender_lid', 'participant_pn', 'participant_lid'];
  return {
    ...(bare === true ? Object.fromEntries(others.map((name) => [name, undefined])) : {}),
    ...(sentAt === undefined ? {} : { t: String(Math.floor(sentAt / 1000)) }),
  };
}

type Referring = { readonly id: string; readonly where: Where; readonly usual: Addressing };

function referTo(world: World, contact: Contact, { id, where, usual }: Referring): Reference {
  const own = contact.sent.has(id);
  const group = where.in?.record;
  if (group === undefined) return { id, own, chat: accountJid(world, where.as ?? usual) };
  return {
    id,
    own,
    chat: group.jid,
    participant: (own ? contactJid : memberJid(world))(contact, group.addressing),
  };
}

/** In a group, what a person did not write is taken to be the account's. */
function memberJid(world: World): typeof contactJid {
  return (_contact, as) => accountJid(world, as);
}

function contextOf(world: World, contact: Contact, how: Saying & { readonly usual: Addressing }): Context {
  const { quoting, mentions, forwarded, ephemeral } = how;
  if (quoting === undefined) return { mentions, forwarded, ephemeral };
  const own = contact.sent.get(quoting);
  const other = contact.received.find(({ id }) => id === quoting);
  const message = own?.message ?? other?.message;
  if (message === undefined) throw new Error(`${contact.name} knows no message ${quoting} to quote`);
  const as = how.in?.record.addressing ?? how.as ?? how.usual;
  const author = own === undefined ? accountJid(world, as) : contactJid(contact, as);
  return { mentions, forwarded, ephemeral, quoting: { id: quoting, author, message } };
}

type Voting = Referring & { readonly options: readonly string[] };

function vote(world: World, contact: Contact, { id, options, where, usual }: Voting): proto.IMessage {
  const { message } = arrived(contact, id);
  const known = (pollOf(message)?.options ?? []).map(({ optionName }) => optionName ?? '');
  const strange = options.filter((option) => !known.includes(option));
  if (strange.length > 0)
    throw new Error(`the poll has no "${strange.join('", "')}", only "${known.join('", "')}"`);
  const secret = message.messageContextInfo?.messageSecret;
  if (!secret) throw new Error(`poll ${id} came without a secret`);
  const as = where.in?.record.addressing ?? where.as ?? usual;
  const poll = referTo(world, contact, { id, where, usual });
  return voteBody({
    poll,
    creator: accountJid(world, as),
    voter: contactJid(contact, as),
    secret,
    chosen: options,
  });
}

function reinstall(world: World, contact: Contact): void {
  contact.devices[0] = createSignalDevice(0);
  const attrs = { from: contactJid(contact, 'pn'), type: 'encrypt', id: newMessageId(), t: seconds() };
  world.queue.put(node('notification', attrs, [node('identity')]));
}

function arrived(contact: Contact, id: string): Arrived {
  const found = contact.received.find((each) => each.id === id);
  if (found === undefined) throw new Error(`${contact.name} never got message ${id}`);
  return found;
}

function visibleTexts(received: readonly Arrived[]): string[] {
  const texts = new Map<string, string>();
  for (const { id, content } of received) {
    if (content.kind === 'text' && !texts.has(id)) texts.set(id, content.text);
    if (content.kind === 'edit' && texts.has(content.target)) texts.set(content.target, content.text);
    if (content.kind === 'delete') texts.delete(content.target);
  }
  return [...texts.values()];
}
