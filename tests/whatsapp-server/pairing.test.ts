/** Linking a device, and logging in as one. */
import { afterEach, expect, test } from 'vitest';

import { startWhatsAppServer, type WhatsAppServer } from '../support/whatsapp-server/server.ts';
import { type Client, createClient } from './client.ts';
import { ACCOUNT, ANA, pair } from './rig.ts';

const CODE = 'ABCD1234';
const WRONG = 'WXYZ9876';

let server: WhatsAppServer;
const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  server.verify();
  await server.stop();
});

async function start(): Promise<Client> {
  server = await startWhatsAppServer({ account: ACCOUNT });
  return newClient();
}

function newClient(): Client {
  const client = createClient(server.url);
  clients.push(client);
  return client;
}

test('a QR code links the client: it is told who it is, restarted with 515, and opens', async () => {
  const client = await start();
  await pair({ server, client });
  expect([client.state.creds.me?.id, client.closes, server.events.connects.map(({ as }) => as)]).toEqual([
    '5491100000001:7@s.whatsapp.net',
    [515],
    ['new', 'registered'],
  ]);
});

test('the history and the keys come with the first login alone, so that nothing waits for them', {
  tags: 'full',
}, async () => {
  const client = await start();
  await pair({ server, client });
  await client.until(
    () => (client.state.creds.accountSyncCounter === 1 ? true : undefined),
    'the first sync',
  );
  client.socket.end(undefined);
  await client.until(() => client.closes[1], 'the end');
  client.connect();
  await client.opened();
  expect(server.events.receipts.filter(({ type }) => type === 'peer_msg')).toHaveLength(2);
});

test('a pairing code links the client as well', { tags: 'full' }, async () => {
  const client = await start();
  await client.until(() => client.codes[0], 'the connection');
  expect(await client.socket.requestPairingCode(ACCOUNT.phone, CODE)).toBe(CODE);
  await server.phone.enterCode('ABCD-1234');
  await client.until(() => client.closes[0], 'the restart');
  client.connect();
  await client.opened();
  expect([client.closes, client.state.creds.registered, client.state.creds.me?.lid]).toEqual([
    [515],
    true,
    '88800001:7@lid',
  ]);
});

test('another code links nothing', { tags: 'full' }, async () => {
  const client = await start();
  await client.until(() => client.codes[0], 'the connection');
  await client.socket.requestPairingCode(ACCOUNT.phone, CODE);
  await expect(server.phone.enterCode(WRONG)).rejects.toThrow(
    'the code is not the one that the client shows',
  );
});

test('a QR code of another client, or an old one, links nothing', async () => {
  const client = await start();
  const code = await client.until(() => client.codes[0], 'a QR code');
  await expect(server.phone.scan('https://example.org')).rejects.toThrow('expired or was never valid');
  const [ref = '', ...rest] = code.slice(code.indexOf('#') + 1).split(',');
  const stranger = Buffer.alloc(32, 1).toString('base64');
  await expect(server.phone.scan([ref, stranger, ...rest.slice(1)].join(','))).rejects.toThrow(
    'another Noise key',
  );
});

test('a secret that was not in the QR code is refused by the client', async () => {
  const client = await start();
  const code = await client.until(() => client.codes[0], 'a QR code');
  const [ref = '', noise = '', identity = ''] = code.slice(code.indexOf('#') + 1).split(',');
  const secret = Buffer.alloc(32, 1).toString('base64');
  await expect(server.phone.scan([ref, noise, identity, secret].join(','))).rejects.toThrow('hung up before');
  expect(client.state.creds.me).toBeUndefined();
});

test('an unlinked client is logged out, now and when it comes again', { tags: 'full' }, async () => {
  const client = await start();
  await pair({ server, client });
  server.phone.unlink();
  await client.until(() => client.closes[1], 'the end');
  client.connect();
  await client.until(() => client.closes[2], 'the refusal');
  expect(client.closes).toEqual([515, 401, 401]);
});

test('a second socket of the same device throws the first one out', { tags: 'full' }, async () => {
  const client = await start();
  await pair({ server, client });
  const first = client.socket;
  client.connect();
  await client.until(() => client.closes[1], 'the conflict');
  expect(client.closes).toEqual([515, 440]);
  await first.end(undefined);
});

test('a client that logs out is no device any more', { tags: 'full' }, async () => {
  const client = await start();
  await pair({ server, client });
  await client.socket.logout();
  client.connect();
  await client.until(() => client.closes[2], 'the refusal');
  expect(client.closes).toEqual([515, 401, 401]);
});

test('a client that is linked again is a new device, and gets what is said to it from then on', {
  tags: 'full',
}, async () => {
  const client = await start();
  await pair({ server, client });
  const ana = server.person(ANA);
  server.faults.dropConnection();
  await ana.says('para el de antes');
  server.phone.unlink();
  const fresh = newClient();
  await pair({ server, client: fresh });
  const { id } = await ana.says('para el nuevo');
  await fresh.until(() => fresh.upserts.find(({ message }) => message.key.id === id), 'the message');
  const texts = fresh.upserts.map(({ message }) => message.message?.conversation).filter(Boolean);
  expect([fresh.state.creds.me?.id, texts]).toEqual(['5491100000001:8@s.whatsapp.net', ['para el nuevo']]);
});
