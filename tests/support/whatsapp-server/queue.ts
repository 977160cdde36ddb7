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
  /** The client has confirmed. @returns false when nothing of that kind and id was ever sent */
  confirm(kind: Kind, id: string): boolean;
  /** Something of that kind and id was sent past the queue. */
  expect(kind: Kind, id: string): void;
  /** The stored stanza of a message that has or had that id, as it was last sent. */
  lastSent(id: string): BinaryNode | undefined;
  readonly pending: readonly BinaryNode[];
};

type Entry = { readonly stanza: BinaryNode; sentOn: number | undefined };

/** @param endsBacklog false: the end of the backlog is not declared, as a broken server would leave it */
export function createQueue(endsBacklog: () => boolean): Queue {
  let entries: Entry[] = [];
  const known = new Map<string, BinaryNode>();
  let ready: Connection | undefined;

  const sendLive = (connection: Connection) => {
    for (const entry of entries) {
      if (entry.sentOn === connection.id) continue;
      entry.sentOn = connection.id;
      connection.send(entry.stanza);
    }
  };
  const end = (connection: Connection, count: number) => {
    if (endsBacklog()) connection.send(node('ib', {}, [node('offline', { count: String(count) })]));
    ready = connection;
    sendLive(connection);
  };

  return {
    put(stanza) {
      entries.push({ stanza, sentOn: undefined });
      known.set(keyOf(stanza), stanza);
      if (ready !== undefined) sendLive(ready);
    },
    announce(connection) {
      if (entries.length === 0) {
        end(connection, 0);
        return;
      }
      const count = (tag: string) => String(entries.filter((entry) => entry.stanza.tag === tag).length);
      const counts = {
        count: String(entries.length),
        message: count('message'),
        receipt: count('receipt'),
        notification: count('notification'),
      };
      connection.send(node('ib', {}, [node('offline_preview', counts)]));
    },
    sendBacklog(connection) {
      const backlog = entries.filter((entry) => entry.sentOn !== connection.id);
      for (const [index, entry] of backlog.entries()) {
        entry.sentOn = connection.id;
        connection.send(withOffline(entry.stanza, index));
      }
      end(connection, backlog.length);
    },
    disconnected(connection) {
      if (ready?.id === connection) ready = undefined;
    },
    confirm(kind, id) {
      const at = entries.findIndex(
        (entry) => keyOf(entry.stanza) === `${kind} ${id}` && entry.sentOn !== undefined,
      );
      if (at !== -1) entries = entries.toSpliced(at, 1);
      return known.has(`${kind} ${id}`);
    },
    expect(kind, id) {
      known.set(`${kind} ${id}`, node(kind, { id }));
    },
    lastSent: (id) => known.get(`message ${id}`),
    get pending() {
      return entries.map((entry) => entry.stanza);
    },
  };
}

function keyOf({ tag, attrs }: BinaryNode): string {
  return `${tag} ${attrs.id}`;
}

function withOffline(stanza: BinaryNode, index: number): BinaryNode {
  return { ...stanza, attrs: { ...stanza.attrs, offline: String(index) } };
}
