import type { ConversationId } from '../core/ids.ts';

/** Runs of a schedule whose time has come: the first of them, and the last that is decided about together with it. */
export interface DueRuns {
  readonly conversation: ConversationId;
  /** Name of the schedule, unique in its chat: it is the same on each machine that has a copy of it. */
  readonly name: string;
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * `ours`: they begin here, and on no other machine. `elsewhere`: another one has decided about all up to then. `later`:
 * it is not known now, so they wait.
 */
export type RunClaim =
  | { readonly kind: 'ours' | 'later' }
  | { readonly kind: 'elsewhere'; readonly throughMs: number };

/**
 * Asked before each run begins, where several machines may have the same schedule. Never throws for expected errors.
 */
export type ClaimRuns = (due: DueRuns) => Promise<RunClaim>;
