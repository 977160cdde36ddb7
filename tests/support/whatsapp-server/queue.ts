/** What is on its way to the client: each stanza stays until the client has confirmed it, in the order of arrival. */
import type { BinaryNode } from '@whiskeysockets/baileys';

import type { Connection } from './connection.ts';
import { node } from './nodes.ts';

export type Kind = 'message' | 'receipt' | 'notification';

export type Queue = {
  /** Sends it now, or with the next backlog. */
  put(stanza: BinaryNode): void;
  /** The client has said that it is active: the backlog is announced, or declared empty. */
  announce(connection: Connection): void;
  /** The client has asked for the backlog. */
  sendBacklog(connection: Connection): void;
  /** The connection ended: what was not confirmed becomes backlog. */
  disconnected(connection: number): void;
  /** The client has confirmed one of that kind and id, the oldest. @returns false when there never was one */
  confirm(kind: Kind, id: string): boolean;
  /** Something of that kind and id was sent past the queue. */
  expect(kind: Kind, id: string): void;
  /** The stanza of a message that has or had that id, as it was last sent. */
  lastSent(id: string): BinaryNode | undefined;
  /** Another device was linked: what was encrypted for the one before is of no use. */
  clear(): void;
  readonly pending: readonly BinaryNode[];
};

type Entry = { readonly stanza: BinaryNode; sentOn: number | undefined };

/** @param endsBacklog false: the end of the backlog is not declared, as a broken server would leave it */
export function createQueue(endsBacklog: () => boolean): Queue {
  const entries = new Set<Entry>();
  const known = new Map<string, { last: BinaryNode; readonly waiting: Entry[] }>();
  let ready: Connection | undefined;

  const send = (entry: Entry, connection: Connection, stanza = entry.stanza) => {
    entry.sentOn = connection.id;
    connection.send(stanza);
  };
  const unsentOn = (connection: Connection) => [...entries].filter(({ sentOn }) => sentOn !== connection.id);
  const end = (connection: Connection, count: number) => {
    if (endsBacklog()) connection.send(node('ib', {}, [node('offline', { count: String(count) })]));
    ready = connection;
    for (const entry of unsentOn(connection)) send(entry, connection);
  };

  return {
    put(stanza) {
      const entry: Entry = { stanza, sentOn: undefined };
      entries.add(entry);
      const same = known.get(keyOf(stanza)) ?? { last: stanza, waiting: [] };
      same.last = stanza;
      same.waiting.push(entry);
      known.set(keyOf(stanza), same);
      if (ready !== undefined) send(entry, ready);
    },
    announce(connection) {
      if (entries.size === 0) end(connection, 0);
      else connection.send(node('ib', {}, [node('offline_preview', countsOf([...entries]))]));
    },
    sendBacklog(connection) {
      const backlog = unsentOn(connection);
      for (const [index, entry] of backlog.entries()) {
        const attrs = { ...entry.stanza.attrs, offline: String(index) };
        send(entry, connection, { ...entry.stanza, attrs });
      }
      end(connection, backlog.length);
    },
    disconnected(connection) {
      if (ready?.id === connection) ready = undefined;
    },
    confirm(kind, id) {
      const same = known.get(`${kind} ${id}`);
      const at = same?.waiting.findIndex(({ sentOn }) => sentOn !== undefined) ?? -1;
      const [entry] = at === -1 ? [] : (same?.waiting.splice(at, 1) ?? []);
      if (entry !== undefined) entries.delete(entry);
      return same !== undefined;
    },
    expect(kind, id) {
      known.set(`${kind} ${id}`, { last: node(kind, { id }), waiting: [] });
    },
    lastSent: (id) => known.get(`message ${id}`)?.last,
    clear() {
      entries.clear();
      for (const { waiting } of known.values()) waiting.length = 0;
    },
    get pending() {
      return [...entries].map(({ stanza }) => stanza);
    },
  };
}

function keyOf({ tag, attrs }: BinaryNode): string {
  return `${tag} ${attrs.id}`;
}

function countsOf(entries: readonly Entry[]): Record<string, string> {
  const count = (tag: string) => String(entries.filter(({ stanza }) => stanza.tag === tag).length);
  return {
    count: String(entries.length),
    message: count('message'),
    receipt: count('receipt'),
    notification: count('notification'),
  };
}
