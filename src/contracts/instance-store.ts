import type { InstanceId, SessionId } from '../base/ids.ts';

/** Programs that use this data folder. A gone one (pid and start time no longer match) leaves its work to the next. */
export interface InstanceStore {
  register(instance: {
    readonly id: InstanceId;
    readonly pid: number;
    readonly startTime: string;
    readonly atMs: number;
  }): void;
  all(): readonly { readonly id: InstanceId; readonly pid: number; readonly startTime: string }[];
  /** Moves unfinished inbox rows, outbox rows and sessions of `from` to `to`, and forgets `from`. Returns the sessions. */
  adopt(from: InstanceId, to: InstanceId): readonly SessionId[];
  forget(id: InstanceId): void;
}
