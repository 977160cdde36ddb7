/**
 * What the WhatsApp channel is measured against: the least that works on the same client library. Answers every
 * command at once with one word, or with what the model says; nothing is stored or checked.
 * `bare-client.mjs <url> [<url of the Messages API>]`, prints each code to scan.
 */
import Anthropic from '@anthropic-ai/sdk';
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

const [url = '', baseURL] = process.argv.slice(2);
const model = new Anthropic({ apiKey: 'test-key', baseURL });
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
      const words = message?.conversation ?? '';
      if (words.startsWith('/')) void answer(sock, key.remoteJid ?? '', words);
    }
  });
}

async function answer(sock: WASocket, jid: string, words: string): Promise<void> {
  await sock.sendMessage(jid, { text: baseURL === undefined ? 'Noted.' : await asked(words) });
}

async function asked(words: string): Promise<string> {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: words }];
  const { content } = await model.messages
    .stream({ model: 'scripted-model', max_tokens: 32_000, messages })
    .finalMessage();
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
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
