/** A plain client of the real library, with its state in memory, that outlives its sockets. */
import { Agent } from 'node:https';
import { connect as connectPlainly } from 'node:net';

import {
  type AuthenticationState,
  type BaileysEventMap,
  initAuthCreds,
  makeCacheableSignalKeyStore,
  makeWASocket,
  type proto,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys';
import { pino } from 'pino';

export type Upsert = { readonly type: string; readonly message: WAMessage };

export type Client = {
  readonly socket: WASocket;
  readonly state: AuthenticationState;
  readonly upserts: Upsert[];
  readonly updates: BaileysEventMap['messages.update'];
  /** Every QR code that was shown. */
  readonly codes: string[];
  /** The status of each close, in order. */
  readonly closes: number[];
  /** Messages that were sent, for `getMessage`. */
  readonly sent: Map<string, proto.IMessage>;
  /** Remembers the stored keys. @returns what puts them back, as a crash does to what was not stored yet */
  remember(): () => void;
  /** Builds a new socket on the same state. */
  connect(): void;
  /** Waits until `look` returns something, looked at after every event. */
  until<T>(look: () => T | undefined, what: string): Promise<T>;
  opened(): Promise<void>;
  text(to: string, text: string): Promise<string>;
  end(): Promise<void>;
};

const LIMIT_MS = 15_000;

export function createClient(url: string, options: Partial<UserFacingSocketConfig> = {}): Client {
  const { state, rows } = memoryState();
  const upserts: Upsert[] = [];
  const updates: BaileysEventMap['messages.update'] = [];
  const codes: string[] = [];
  const closes: number[] = [];
  const sent = new Map<string, proto.IMessage>();
  const waiting = new Set<() => void>();
  let socket: WASocket;
  let open = false;
  const changed = () => {
    for (const check of [...waiting]) check();
  };
  const listen = (to: WASocket) => {
    to.ev.process((events) => {
      Object.assign(state.creds, events['creds.update']);
      const connection = events['connection.update'];
      if (connection?.qr !== undefined) codes.push(connection.qr);
      if (connection?.connection === 'open') open = true;
      if (connection?.connection === 'close') {
        open = false;
        closes.push(statusOf(connection.lastDisconnect?.error));
      }
      upserts.push(...upsertsOf(events['messages.upsert']));
      updates.push(...(events['messages.update'] ?? []));
      changed();
    });
  };
  const connect = () => {
    socket = makeWASocket({
      waWebSocketUrl: url,
      auth: { creds: state.creds, keys: makeCacheableSignalKeyStore(state.keys, SILENT) },
      logger: SILENT,
      fetchAgent: Object.assign(new Agent(), { createConnection: connectPlainly }),
      getMessage: async ({ id }) => sent.get(id ?? ''),
      ...options,
    });
    listen(socket);
  };
  const until: Client['until'] = (look, what) =>
    new Promise((resolve, reject) => {
      const check = () => {
        const found = look();
        if (found === undefined) return;
        clearTimeout(timer);
        waiting.delete(check);
        resolve(found);
      };
      const timer = setTimeout(() => {
        waiting.delete(check);
        reject(new Error(`the client: ${what} not within ${LIMIT_MS} ms`));
      }, LIMIT_MS);
      waiting.add(check);
      check();
    });
  connect();
  return {
    get socket() {
      return socket;
    },
    state,
    upserts,
    updates,
    codes,
    closes,
    sent,
    remember() {
      const before = structuredClone(rows);
      return () => {
        rows.clear();
        for (const [id, row] of before) rows.set(id, row);
      };
    },
    connect,
    until,
    opened: async () => {
      await until(() => (open ? true : undefined), 'open');
    },
    async text(to, text) {
      const message = await socket.sendMessage(to, { text });
      if (!message?.key.id || !message.message) throw new Error('nothing was sent');
      sent.set(message.key.id, message.message);
      return message.key.id;
    },
    async end() {
      await socket.end(undefined);
    },
  };
}

const SILENT = pino({ level: process.env.WA_LOG ?? 'silent' });

function upsertsOf(event: BaileysEventMap['messages.upsert'] | undefined): Upsert[] {
  return (event?.messages ?? []).map((message) => ({ type: event?.type ?? '', message }));
}

function statusOf(error: unknown): number {
  const output = error !== null && typeof error === 'object' && 'output' in error ? error.output : undefined;
  return output !== null && typeof output === 'object' && output !== undefined && 'statusCode' in output
    ? Number(output.statusCode)
    : 0;
}

/** Values are kept as JSON would keep them: what is not stored again after a change is lost. */
function memoryState(): { readonly state: AuthenticationState; readonly rows: Map<string, unknown> } {
  const rows = new Map<string, unknown>();
  const state: AuthenticationState = {
    creds: initAuthCreds(),
    keys: {
      get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
        const found: Record<string, SignalDataTypeMap[T]> = {};
        for (const id of ids) {
          const row = rows.get(`${type} ${id}`);
          if (row !== undefined) found[id] = structuredClone(row) as SignalDataTypeMap[T];
        }
        return found;
      },
      async set(data) {
        for (const [type, values] of Object.entries(data)) {
          for (const [id, value] of Object.entries(values ?? {})) {
            if (value === null || value === undefined) rows.delete(`${type} ${id}`);
            else rows.set(`${type} ${id}`, structuredClone(value));
          }
        }
      },
    },
  };
  return { state, rows };
}
