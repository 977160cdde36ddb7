/**
 * What the WhatsApp channel is measured against: the least that works on the same client library. Answers every
 * command at once with one word; nothing is stored or checked. `bare-client.mjs <url>`, prints each code to scan.
 */
import {
  initAuthCreds,
  makeCacheableSignalKeyStore,
  makeWASocket,
  type SignalDataSet,
  type SignalDataTypeMap,
  type WASocket,
} from '@whiskeysockets/baileys';
import { pino } from 'pino';

const RESTART = 515;

const [url = ''] = process.argv.slice(2);
const logger = pino({ level: 'silent' });
const creds = initAuthCreds();
const rows = new Map<string, unknown>();
const keys = makeCacheableSignalKeyStore({ get, set }, logger);
// The library under the client prints session records there.
console.info = () => undefined;
connect();

function connect(): void {
  const sock = makeWASocket({
    waWebSocketUrl: url,
    auth: { creds, keys },
    logger,
    markOnlineOnConnect: false,
  });
  sock.ev.on('creds.update', (update) => void Object.assign(creds, update));
  sock.ev.on('connection.update', ({ qr, connection, lastDisconnect }) => {
    if (qr !== undefined) console.log(JSON.stringify({ qr }));
    if (connection === 'open') console.log('open');
    const { error } = lastDisconnect ?? {};
    const code = error !== undefined && 'output' in error ? Object(error.output).statusCode : undefined;
    if (connection === 'close' && code === RESTART) connect();
  });
  sock.ev.on('messages.upsert', ({ messages }) => {
    for (const { key, message } of messages) {
      if (message?.conversation?.startsWith('/')) void answer(sock, key.remoteJid ?? '');
    }
  });
}

async function answer(sock: WASocket, jid: string): Promise<void> {
  await sock.sendMessage(jid, { text: 'Noted.' });
}

async function get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
  const found: Record<string, SignalDataTypeMap[T]> = {};
  for (const id of ids) {
    const row = rows.get(`${type} ${id}`);
    // Safe: `set` put it there under this very type.
    if (row !== undefined) found[id] = row as SignalDataTypeMap[T];
  }
  return found;
}

async function set(data: SignalDataSet): Promise<void> {
  for (const [type, values] of Object.entries(data)) {
    for (const [id, value] of Object.entries(values ?? {})) rows.set(`${type} ${id}`, value ?? undefined);
  }
}
