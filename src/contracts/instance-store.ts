import type { InstanceId, SessionId } from '../core/ids.ts';

export interface RegisteredInstance {
  readonly id: InstanceId;
  readonly pid: number;
  /** Distinguishes its process from others with the same number, also in another container. */
  readonly startTime: string;
  readonly seenAtMs: number;
}

/** Programs that use this data folder. When one has ended, another takes over its work. */
export interface InstanceStore {
  /** Also locks a file of its own, where the system can, as long as this program lives. */
  register(instance: {
    readonly id: InstanceId;
    readonly pid: number;
    readonly startTime: string;
    readonly atMs: number;
  }): void;
  /** Stores that it was running at this time; false when another program has taken over its work. */
  beat(id: InstanceId, atMs: number): boolean;
  all(): readonly RegisteredInstance[];
  /** True when a living program holds its lock; undefined without a lock. */
  isHeld(id: InstanceId): boolean | undefined;
  /**
   * Moves unfinished inbox rows, outbox rows and sessions of `from` to `to`, and forgets `from`. Returns the sessions.
   */
  adopt(from: InstanceId, to: InstanceId): readonly SessionId[];
  forget(id: InstanceId): void;
}
