/** One socket of the client: frames, handshake, then stanzas in order. */
import { type BinaryNode, decodeBinaryNode, encodeBinaryNode, type proto } from '@whiskeysockets/baileys';
import type { WebSocket } from 'ws';

import { createFrameReader, frame } from './frames.ts';
import { type Handshake, type NoiseIdentity, startHandshake, type Transport } from './noise.ts';

export type Connection = {
  readonly id: number;
  /** The client's static Noise key. */
  readonly clientKey: Buffer;
  /** Nothing happens when the socket is closed or frozen. */
  send(stanza: BinaryNode): void;
  /** Ends the socket after what was sent. */
  close(): void;
  /** Cuts the line without a word. */
  drop(): void;
  /** The line stays open and nothing passes in either direction: what a router that forgot the line looks like. */
  freeze(): void;
  readonly frozen: boolean;
};

export type ConnectionEvents = {
  opened(connection: Connection, payload: proto.ClientPayload): void;
  /** Stanzas come one after the other: the next waits for this promise. */
  stanza(connection: Connection, stanza: BinaryNode): Promise<void>;
  closed(connectionId: number): void;
  problem(text: string): void;
};

type Accepting = { readonly id: number; readonly identity: NoiseIdentity; readonly events: ConnectionEvents };

export function acceptConnection(socket: WebSocket, { id, identity, events }: Accepting): void {
  const reader = createFrameReader();
  const handshake = startHandshake(identity);
  let stage: 'hello' | 'finish' | Opened = 'hello';
  let work = Promise.resolve();
  const receive = async (data: Buffer) => {
    if (stage === 'hello') {
      socket.send(frame(handshake.greet(data)));
      stage = 'finish';
    } else if (stage === 'finish') {
      stage = open({ id, socket, handshake, data });
      events.opened(stage.connection, stage.payload);
    } else if (!stage.connection.frozen) {
      const stanza = await decodeBinaryNode(stage.transport.open(data));
      await events.stanza(stage.connection, stanza);
    }
  };
  socket.on('message', (message: Buffer) => {
    work = work
      .then(async () => {
        for (const data of reader.push(message)) await receive(data);
      })
      .catch((error: unknown) => {
        events.problem(`connection ${id}: ${error instanceof Error ? error.message : String(error)}`);
      });
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => events.closed(id));
}

type Opened = {
  readonly connection: Connection;
  readonly payload: proto.ClientPayload;
  readonly transport: Transport;
};

type Opening = {
  readonly id: number;
  readonly socket: WebSocket;
  readonly handshake: Handshake;
  readonly data: Buffer;
};

function open({ id, socket, handshake, data }: Opening): Opened {
  const { payload, clientKey, transport } = handshake.finish(data);
  let frozen = false;
  const connection: Connection = {
    id,
    clientKey,
    send(stanza) {
      if (frozen || socket.readyState !== socket.OPEN) return;
      socket.send(frame(transport.seal(encodeBinaryNode(stanza))));
    },
    close() {
      if (!frozen) socket.close();
    },
    drop() {
      socket.terminate();
    },
    freeze() {
      frozen = true;
    },
    get frozen() {
      return frozen;
    },
  };
  return { connection, payload, transport };
}
