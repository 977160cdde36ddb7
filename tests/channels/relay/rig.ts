import { onTestFinished } from 'vitest';
import type { ChatMover } from '../../../src/channels/relay/chat-mover.ts';
import { createRelayChannel } from '../../../src/channels/relay/relay.ts';
import type { RelayChannel } from '../../../src/channels/relay/relay-channel.ts';
import { createRelayRows, type RelayRows } from '../../../src/channels/relay/relay-rows.ts';
import { openClusterDatabase } from '../../../src/cluster/cluster-database.ts';
import type { CellName } from '../../../src/cluster/names.ts';
import type { ChannelReceiver, InboundMessage } from '../../../src/contracts/channel.ts';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import type { SessionId } from '../../../src/core/ids.ts';
import { silentLog } from '../../../src/core/log.ts';
import { openTestStore } from '../../support/test-store.ts';
import { EMPTY_HANDED } from './empty-handed.ts';

export const CELL = 'one' as CellName;

export interface RelayRig {
  readonly channel: RelayChannel;
  readonly rows: RelayRows;
}

export interface RigOptions {
  readonly url: string;
  readonly name?: CellName;
  /** Rows of an earlier life. */
  readonly rows?: RelayRows;
  readonly openSessions?: readonly SessionId[];
  readonly mover?: ChatMover;
  /** As if its process were stopped: while it says so, nothing that the cell is told reaches it. */
  readonly standsStill?: () => boolean;
  readonly clock?: Clock;
}

/** A relay on the real queues. It stops with the test. */
export async function relayRig({
  url,
  name = CELL,
  rows,
  openSessions = [],
  mover = EMPTY_HANDED,
  standsStill = () => false,
  clock = systemClock,
}: RigOptions): Promise<RelayRig> {
  const log = silentLog;
  const own = rows ?? newRows();
  const cluster = await openClusterDatabase({
    url,
    name: 'relay',
    supervises: false,
    clock: systemClock,
    log,
  });
  const channel = createRelayChannel({
    cell: name,
    cluster: {
      ...cluster,
      listen: (told, heard) =>
        cluster.listen(told, (payload) => {
          if (!standsStill()) heard(payload);
        }),
    },
    rows: own,
    version: '1',
    facts: () => ({ projects: [] }),
    beside: [],
    openSessions: () => openSessions,
    mover,
    clock,
    log,
  });
  onTestFinished(() => channel.stop());
  return { channel, rows: own };
}

function newRows(): RelayRows {
  const store = openTestStore({ path: ':memory:' });
  onTestFinished(() => store.close());
  return createRelayRows(store.database);
}

export interface Heard extends ChannelReceiver {
  readonly messages: InboundMessage[];
  readonly interrupted: { readonly chat: string; readonly sessions: readonly SessionId[] }[];
}

export function hearing(receive: (message: InboundMessage) => Promise<void> = async () => undefined): Heard {
  const messages: InboundMessage[] = [];
  const interrupted: Heard['interrupted'] = [];
  return {
    messages,
    interrupted,
    async receive(message) {
      await receive(message);
      messages.push(message);
    },
    receiveUnreadable: async () => undefined,
    receiveGap: () => undefined,
    interrupt: (chat, sessions) => void interrupted.push({ chat, sessions }),
  };
}
