import type { Channel } from '../../contracts/channel.ts';
import type { Checkpoints } from '../../contracts/checkpoints.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { Announcer, Nudge } from '../../contracts/journal.ts';
import type { RunLimits, SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { Tracer } from '../../contracts/trace.ts';
import type { Clock } from '../../core/clock.ts';
import type { InstanceId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { LastLook } from '../report/last-look.ts';
import { createAnnouncer } from './announcer.ts';
import { LiveCards } from './live-cards.ts';
import { Outbox } from './outbox.ts';
import { createPostbox, type Postbox } from './postbox.ts';
import { Progress } from './progress.ts';
import { StorageNotice } from './storage-notice.ts';

export interface OutgoingParts {
  readonly store: Store;
  readonly checkpoints: Pick<Checkpoints, 'changedLines'>;
  readonly channels: readonly Channel[];
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  readonly tracer: Tracer;
  readonly limits: Pick<RunLimits, 'maxCostMicroUsd'>;
  /** Tasks of one conversation that may run at the same time. */
  readonly mostParallel: number;
  /** Asked when a session ends. */
  features(): readonly Feature[];
}

/** Everything that is sent to people. Created before the agent, which announces through it. */
export interface Outgoing {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly announcer: Announcer;
  /** Looks up facts for a session's report before the session ends. Never throws. */
  lookBeforeEnd(session: SessionRecord): Promise<void>;
  readonly nudge: Nudge;
  readonly postbox: Postbox;
  readonly outbox: Outbox;
  readonly progress: Progress;
  readonly storageNotice: StorageNotice;
  /** No send begins after this. */
  stop(): void;
}

export function createOutgoing(parts: OutgoingParts): Outgoing {
  const { store, channels: list, instance, clock, log, limits } = parts;
  const channels = new Map(list.map((channel) => [channel.name, channel]));
  const postbox = createPostbox({ store, channels, instance, clock });
  const outbox = new Outbox({ ...parts, channels });
  const cards = new LiveCards({ store, channels, clock, log });
  const { mostParallel } = parts;
  const progress = new Progress({
    store,
    channels,
    cards,
    postbox,
    clock,
    log,
    limits,
    mostParallel,
    features: parts.features,
  });
  const lastLook = new LastLook(parts);
  return {
    channels,
    announcer: createAnnouncer({
      store,
      channels,
      features: parts.features,
      postbox,
      progress,
      clock,
      mostParallel,
      changedLines: (session) => lastLook.take(session),
    }),
    lookBeforeEnd: (session) => lastLook.look(session),
    nudge: () => outbox.nudge(),
    postbox,
    outbox,
    progress,
    storageNotice: new StorageNotice({ channels, clock, log }),
    stop() {
      outbox.stop();
      cards.stop();
      progress.stop();
    },
  };
}
