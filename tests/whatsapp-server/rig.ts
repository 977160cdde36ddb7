/** A server with a client that is paired and open, as most tests start. */
import type { UserFacingSocketConfig } from '@whiskeysockets/baileys';

import {
  startWhatsAppServer,
  type WhatsAppServer,
  type WhatsAppServerOptions,
} from '../support/whatsapp-server/server.ts';
import { type Client, createClient, type Upsert } from './client.ts';

export const ACCOUNT = { phone: '5491100000001', lid: '88800001' };
export const ANA = { phone: '5491155550001', lid: '99900001', name: 'Ana' };

export type Rig = {
  readonly server: WhatsAppServer;
  readonly client: Client;
  /** Waits for the message itself, not for a stub that stands in for it. */
  upsert(id: string): Promise<Upsert>;
  /** Waits until a message of the client has that status; an early one stands in the message itself. */
  reached(id: string, status: number): Promise<true>;
  stop(): Promise<void>;
};

export async function startRig(
  options: Partial<UserFacingSocketConfig> = {},
  more: Omit<WhatsAppServerOptions, 'account'> = {},
): Promise<Rig> {
  const server = await startWhatsAppServer({ account: ACCOUNT, ...more });
  const client = createClient(server.url, options);
  await pair({ server, client });
  return {
    server,
    client,
    upsert: (id) =>
      client.until(
        () => client.upserts.find(({ message }) => isReal(message.key.id, message.message, id)),
        `message ${id}`,
      ),
    reached: (id, status) =>
      client.until(
        () => (statusesOf(client, id).includes(status) ? true : undefined),
        `status ${status} of ${id}`,
      ),
    async stop() {
      await client.end();
      await server.stop();
    },
  };
}

export async function pair({ server, client }: Pick<Rig, 'server' | 'client'>): Promise<void> {
  await server.phone.scan(await client.until(() => client.codes.at(-1), 'a QR code'));
  await client.until(() => client.closes.find((status) => status === 515), 'the restart after pairing');
  client.connect();
  await client.opened();
  await client.until(
    () => (client.state.creds.accountSyncCounter === 1 ? true : undefined),
    'the first history',
  );
}

function statusesOf({ upserts, updates }: Client, id: string): number[] {
  const early = upserts.filter(({ message }) => message.key.id === id).map(({ message }) => message.status);
  const late = updates.filter(({ key }) => key.id === id).map(({ update }) => update.status);
  return [...early, ...late].map(Number);
}

function isReal(id: string | null | undefined, message: unknown, wanted: string): boolean {
  return id === wanted && message !== null && message !== undefined;
}
