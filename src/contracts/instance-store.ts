import type { InstanceId, SessionId } from '../base/ids.ts';

export interface RegisteredInstance {
  readonly id: InstanceId;
  readonly pid: number;
  /** Tells its process from every other one of that number, also in another container. */
  readonly startTime: string;
  readonly seenAtMs: number;
}

/** Programs that use this data folder. A gone one leaves its work to the next. */
export interface InstanceStore {
  /** Also locks a file of its own, where the system can, for as long as this program lives. */
  register(instance: {
    readonly id: InstanceId;
    readonly pid: number;
    readonly startTime: string;
    readonly atMs: number;
  }): void;
  /** Stores that it was there at this time; false when another program has taken its work over. */
  beat(id: InstanceId, atMs: number): boolean;
  all(): readonly RegisteredInstance[];
  /** Whether a living program holds the lock of this one; undefined where there is none. */
  isHeld(id: InstanceId): boolean | undefined;
  /** Moves unfinished inbox rows, outbox rows and sessions of `from` to `to`, and forgets `from`. Returns the sessions. */
  adopt(from: InstanceId, to: InstanceId): readonly SessionId[];
  forget(id: InstanceId): void;
}
