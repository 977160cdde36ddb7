import { setMaxListeners } from 'node:events';
import type { Client } from 'pg';
import type { Clock } from '../../core/clock.ts';
import type { AnswerTracker } from './answering.ts';
import { asUnavailable } from './answering.ts';
import { CONNECTION } from './connections.ts';

export type NotifyHandler = (payload: string | undefined) => void;

export interface Listener {
  listen(channel: string, heard: NotifyHandler): void;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;
/** How often a silent connection is checked, and how long it has to answer. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT_TIMEOUT_MS = 5000;

interface ListenerParts {
  readonly url: string;
  readonly name: string;
  readonly clock: Clock;
  readonly answering: AnswerTracker;
}

/**
 * Listens to all channels on one connection, and reconnects for as long as it takes. Notifications sent meanwhile are
 * lost, so each listener learns of the reconnect.
 */
export function openListener(
  { Client: OpenClient }: { readonly Client: typeof Client },
  { url, name, clock, answering }: ListenerParts,
): Listener {
  const channels = new Map<string, NotifyHandler>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  let connected: Client | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  /** A connection takes one statement after the other. */
  const ask = (client: Client, text: string): Promise<unknown> => {
    const answer = turn.then(() => client.query(text));
    turn = answer.catch(() => undefined);
    return answer;
  };
  const begin = async (client: Client, channel: string, heard: NotifyHandler): Promise<void> => {
    await ask(client, `LISTEN ${client.escapeIdentifier(channel)}`);
    heard(undefined);
  };
  const hold = async (client: Client, over: Promise<void>): Promise<void> => {
    await client.connect();
    for (const [channel, heard] of channels) await begin(client, channel, heard);
    connected = client;
    let isOver = false;
    const ended = over.then(() => {
      isOver = true;
    });
    for (;;) {
      await Promise.race([ended, clock.sleep(HEARTBEAT_MS, closing.signal)]);
      if (isOver || closing.signal.aborted) return;
      await ask(client, 'SELECT 1');
    }
  };
  const course = (async () => {
    while (!closing.signal.aborted) {
      const client = new OpenClient({
        ...CONNECTION,
        connectionString: url,
        application_name: `${name} listens`,
        query_timeout: HEARTBEAT_TIMEOUT_MS,
      });
      const over = new Promise<void>((resolve) => {
        client.on('end', () => resolve());
        client.on('error', (error) => {
          answering.onFailure(asUnavailable(error));
          resolve();
        });
      });
      client.on('notification', ({ channel, payload }) => channels.get(channel)?.(payload ?? ''));
      try {
        await hold(client, over);
      } catch (error) {
        answering.onFailure(asUnavailable(error));
      }
      connected = undefined;
      // Errors at its end do not matter: there will be another connection.
      await client.end().catch(() => undefined);
      await clock.sleep(RECONNECT_MS, closing.signal);
    }
  })();
  return {
    listen(channel, heard) {
      channels.set(channel, heard);
      const client = connected;
      if (client === undefined) return;
      // If LISTEN fails, the connection is given up, and the next one begins with all channels.
      begin(client, channel, heard).catch(() => client.end());
    },
    async close() {
      closing.abort();
      await course;
    },
  };
}
