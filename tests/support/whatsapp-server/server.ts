/**
 * A WhatsApp Web server on 127.0.0.1 with an account, its phone and fake people, for tests with the real client. It
 * checks what the client says and writes its own side with code of its own; see README.md.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { proto } from '@whiskeysockets/baileys';
import { WebSocketServer } from 'ws';

import { acceptConnection } from './connection.ts';
import { createEvents, type ServerEvents } from './events.ts';
import { createFaultControls, type FaultControls } from './fault-controls.ts';
import { createFaults } from './faults.ts';
import { createGroup, type GroupOptions, type TestGroup } from './group.ts';
import { welcome } from './login.ts';
import { answerMedia, createMediaStore } from './media.ts';
import { node } from './nodes.ts';
import { createNoiseIdentity } from './noise.ts';
import { addContact, createContact, type PersonOptions } from './people.ts';
import { createPerson, type Person } from './person.ts';
import { createPhone, type Phone } from './phone.ts';
import { createQueue } from './queue.ts';
import { muteSignal } from './quiet-signal.ts';
import { takeStanza } from './stanzas.ts';
import { type Addressing, newMessageId } from './to-client.ts';
import { createWatch } from './watch.ts';
import { report, seconds, type World } from './world.ts';

export type WhatsAppServerOptions = {
  readonly account: { readonly phone: string; readonly lid: string; readonly name?: string };
  /**
   * The client is killed in this test. Its library sends before it stores the state of its sessions, so that a client
   * that died in between encrypts another message with the same key, which nobody can read: then people's phones ask
   * for it again, as real ones do, instead of this being a problem. The account's own phone does not. Default false.
   */
  readonly expectsCrashes?: boolean;
  /** A new client is asked for all of its one-time keys, as WhatsApp does, and not for a few. Default false. */
  readonly wantsAllKeys?: boolean;
};

export type WhatsAppServer = {
  /** ws://127.0.0.1:PORT/ws/chat */
  readonly url: string;
  readonly phone: Phone;
  /** @param as how the direct chat is addressed, unless a message says otherwise. Default: by number */
  person(options: PersonOptions & { readonly as?: Addressing }): Person;
  group(options: GroupOptions): TestGroup;
  /** A channel that the account follows publishes something. @returns the id */
  publishes(text: string): string;
  readonly events: ServerEvents;
  readonly faults: FaultControls;
  /** Requests to the media host, as `POST /mms/image/…`. */
  readonly mediaRequests: readonly string[];
  /** Ids of messages that the client has not confirmed. */
  unconfirmed(): string[];
  /** Waits until `look` returns something; asked again after whatever happens here. @param limitMs default 10 s */
  until<T>(look: () => T | undefined, what: string, limitMs?: number): Promise<T>;
  readonly problems: readonly string[];
  /** @throws Error that lists what the client did wrong and what this server did not know */
  verify(): void;
  /** Cuts every connection. The console is as before. */
  stop(): Promise<void>;
};

export async function startWhatsAppServer(options: WhatsAppServerOptions): Promise<WhatsAppServer> {
  const world = createWorld(options);
  const unmute = muteSignal();
  const http = createServer((request, response) => {
    const desk = { store: world.media, problem: (text: string) => report(world, text) };
    if (request.url === '/sw.js') answerScript(world, response);
    else void answerMedia(desk, request, response);
  });
  const sockets = serveSockets(world, http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  world.host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    url: `ws://${world.host}/ws/chat`,
    phone: createPhone(world),
    person({ as = 'pn', ...options }) {
      const contact = createContact(options);
      addContact(world, contact);
      return createPerson(world, contact, as);
    },
    group: (options) => createGroup(world, options),
    publishes: (text) => publish(world, text),
    events: world.events,
    faults: createFaultControls(world),
    mediaRequests: world.media.requests,
    unconfirmed: () =>
      world.queue.pending.filter(({ tag }) => tag === 'message').map(({ attrs }) => attrs.id ?? ''),
    until: (look, what, limitMs) => world.watch.until(look, what, limitMs),
    problems: world.problems,
    verify() {
      if (world.problems.length > 0) throw new Error(`WhatsApp server:\n${world.problems.join('\n')}`);
    },
    async stop() {
      world.watch.close();
      for (const socket of sockets.clients) socket.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      unmute();
    },
  };
}

/** As WhatsApp Web's service worker, which is where its revision can be read. */
function answerScript({ faults, media }: World, response: ServerResponse): void {
  media.requests.push('GET /sw.js');
  const { offeredRevision: revision } = faults;
  if (revision === undefined) response.writeHead(404).end();
  else response.end(`self.__DATA="{\\"server_revision\\":1,\\"client_revision\\":${revision},\\"a\\":2}";`);
}

function publish(world: World, text: string): string {
  const id = newMessageId();
  const attrs = { from: '120363000000000001@newsletter', id, type: 'text', t: seconds(), server_id: '1' };
  const plain = proto.Message.encode({ conversation: text }).finish();
  world.queue.put(node('message', attrs, [node('plaintext', {}, plain)]));
  return id;
}

function createWorld(options: WhatsAppServerOptions): World {
  const { account: numbers, expectsCrashes = false, wantsAllKeys = false } = options;
  const account = { name: 'Bot', ...numbers };
  const phone = createContact(account);
  const contacts = new Map();
  addContact({ contacts }, phone);
  const faults = createFaults();
  let turn: Promise<unknown> = Promise.resolve();
  return {
    account,
    expectsCrashes,
    wantsAllKeys,
    phone,
    contacts,
    faults,
    noise: createNoiseIdentity(),
    groups: new Map(),
    media: createMediaStore(),
    queue: createQueue(() => !faults.withholdOffline),
    events: createEvents(),
    watch: createWatch(),
    problems: [],
    host: '',
    linked: undefined,
    live: undefined,
    unpaired: undefined,
    inTurn(act) {
      const done = turn.then(act);
      turn = done.catch(() => undefined);
      return done;
    },
  };
}

function serveSockets(world: World, http: Server): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true });
  let last = randomInt(1000);
  http.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy());
    const status = world.faults.upgradeStatus;
    if (status !== undefined) {
      world.events.refused.push({ at: Date.now(), status });
      stream.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      world.watch.changed();
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      last += 1;
      acceptConnection(socket, { id: last, identity: world.noise, events: eventsOf(world) });
    });
  });
  return sockets;
}

function eventsOf(world: World): Parameters<typeof acceptConnection>[1]['events'] {
  return {
    opened: (connection, payload) => welcome(world, connection, payload),
    stanza: (connection, stanza) => takeStanza(world, connection, stanza),
    closed(connection) {
      world.events.closes.push({ at: Date.now(), connection });
      world.queue.disconnected(connection);
      if (world.live?.id === connection) world.live = undefined;
      if (world.unpaired?.connection.id === connection) world.unpaired = undefined;
      world.watch.changed();
    },
    problem: (text) => report(world, text),
  };
}
