import * as z from 'zod';
import type { Action } from '../../contracts/commands.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import type { ConversationId, SessionId } from '../../core/ids.ts';

/** Number of a cron's row; never given again. */
export type CronId = number & { readonly __kind: 'cron' };

/** `cron`: at times that clocks show. `every`: a distance between runs. `at`: once. */
export const CronKind = z.enum(['cron', 'every', 'at']);
export type CronKind = z.infer<typeof CronKind>;

/**
 * What happens to runs that were missed because the program was not running.
 * - `once`: the newest one runs, unless it is later than half the time to the next one, or than 2 hours.
 * - `skip`: none runs.
 * - `all`: the newest five run.
 * One date and time is always caught up on.
 */
export const MisfirePolicy = z.enum(['once', 'skip', 'all']);
export type MisfirePolicy = z.infer<typeof MisfirePolicy>;

/** `ended`: there are no further runs, as after the one run of an `at`. */
export const CronState = z.enum(['active', 'paused', 'ended']);
export type CronState = z.infer<typeof CronState>;

/**
 * `asked`: a person paused it. `failures`: ten runs in a row failed. `access`: its maker may no longer do that.
 * `unreadable`: its schedule or zone can no longer be read.
 */
export const PauseReason = z.enum(['asked', 'failures', 'access', 'unreadable']);
export type PauseReason = z.infer<typeof PauseReason>;

/**
 * How a run ended. `sent`: a message is on its way. `pending`: a task was handed over, and no end of it is recorded
 * yet. `refused`: no task came of it, and the chat was told why. The others are those of its session.
 */
export const CronOutcome = z.enum(['sent', 'pending', 'refused', 'done', 'failed', 'parked', 'cancelled']);
export type CronOutcome = z.infer<typeof CronOutcome>;

export interface CronRun {
  /** `cron:<id>:<nominal>`; `cron:<id>:now:<seq of the message>` when a person wanted it at once. Unique for ever. */
  readonly key: string;
  /** The time that the schedule gave, in milliseconds since 1970. */
  readonly nominalMs: number;
  /** When it was started. */
  readonly atMs: number;
  readonly outcome: CronOutcome;
  /** What came of a task; undefined for a message and until it has begun. */
  readonly session: SessionId | undefined;
}

/**
 * Why runs were skipped. `late`: its policy says so. `overlap`: the run before was still at work. `failures`: after
 * several failures in a row the next run is delayed. `busy`: too much waited in the chat. `money`: its maker had spent
 * their day's limit.
 */
export type SkipReason = 'late' | 'overlap' | 'failures' | 'busy' | 'money';

/** Skipped runs: the first, the last, and all between them. */
export interface CronSkip {
  readonly reason: SkipReason;
  readonly firstMs: number;
  readonly lastMs: number;
  /** When that was decided. */
  readonly atMs: number;
}

/** When something is to happen, and what: all of it parsed and checked. */
export interface CronPlan {
  /** Two or three letters that are unique in the chat: from `CronLookup.freeName`. */
  readonly name: string;
  readonly kind: CronKind;
  /** As `readSchedule` takes it. */
  readonly schedule: string;
  /** IANA name. */
  readonly timezone: string;
  /** Words for the chat, or `/agent ...` and `/agent? ...`: a task. */
  readonly message: string;
  readonly policy: MisfirePolicy;
  /** Its first run, in milliseconds since 1970. */
  readonly nextAtMs: number;
}

export interface NewCron extends CronPlan {
  readonly conversation: ConversationId;
  /** Who made it, as `InboundMessage.sender`: what it starts is done in this person's name. */
  readonly sender: string;
  /** The chat is a group. */
  readonly inGroup: boolean;
  /**
   * Canonical path of the project that its tasks work on; undefined for an old cron, which uses its chat's present
   * choice.
   */
  readonly workspace: string | undefined;
  /** Kept in whole seconds. */
  readonly createdAtMs: number;
}

export interface CronRecord extends Omit<NewCron, 'nextAtMs'> {
  readonly id: CronId;
  readonly state: CronState;
  /** Why it is paused; undefined when it is not. */
  readonly pauseReason: PauseReason | undefined;
  /** When it is to run next; undefined when it never does again. It stays while it is paused. */
  readonly nextAtMs: number | undefined;
  /** The newest run. */
  readonly last: CronRun | undefined;
  /** The last runs that were skipped. */
  readonly skipped: CronSkip | undefined;
  /** Runs in a row that failed. */
  readonly failures: number;
  readonly deletedAtMs: number | undefined;
}

/** `full`: this person, or this chat, has as many as there may be. */
export type CronCreation =
  | { readonly kind: 'created'; readonly cron: CronRecord }
  | { readonly kind: 'full'; readonly of: 'person' | 'conversation' };

/** Crons that have not ended and are not deleted. */
export const MAX_CRONS = { person: 20, conversation: 200 } as const;

/** Runs that are kept of each. */
export const MAX_RUNS_KEPT = 50;

/** How long a deletion can be taken back, in milliseconds. */
export const UNDELETE_MS = 10 * MINUTE_MS;

/**
 * What a person may do to a cron. `resume`: on from `nextAtMs`. `run`: once more and now, whatever the schedule says;
 * it is skipped while the run before is at work. The command has checked that the change is possible.
 */
export type CronChange =
  | { readonly kind: 'pause' | 'delete' | 'undelete' }
  | { readonly kind: 'run' }
  | { readonly kind: 'resume'; readonly nextAtMs: number }
  | { readonly kind: 'policy'; readonly policy: MisfirePolicy };

/** What the commands and answers of crons decide. */
export type CronAction =
  /** Lists the crons of the chat, which takes a moment when there are many. */
  | { readonly kind: 'cron.list' }
  /** A schedule of the sender, in this conversation. */
  | { readonly kind: 'cron.add'; readonly cron: CronPlan }
  | { readonly kind: 'cron.change'; readonly cron: CronId; readonly change: CronChange }
  /** The zone that times of this conversation are in from now on; crons keep theirs. */
  | { readonly kind: 'cron.set-zone'; readonly timezone: string };

/** Moves a cron on: any of its parts. */
export interface CronStep {
  /** The newest run that began. */
  readonly run?: CronRun | undefined;
  /** Earlier runs that began together with it because several were caught up on, oldest first. */
  readonly before?: readonly CronRun[] | undefined;
  readonly skipped?: CronSkip | undefined;
}

/** What people may ask about schedules: for commands and answers, pages, and the tools of a task. */
export interface CronLookup {
  get(id: CronId): CronRecord | undefined;
  /** Not deleted, oldest first. */
  listOfChat(conversation: ConversationId): readonly CronRecord[];
  /** The same one after the other; others get their turn after each, since to read and word all takes too long. */
  inTurns(conversation: ConversationId): AsyncIterable<CronRecord>;
  /** Deleted since then, newest first. */
  listDeletedSince(conversation: ConversationId, sinceMs: number): readonly CronRecord[];
  /** The same in all chats, made by this person or by anybody. */
  listDeletedOfPerson(sender: string | undefined, sinceMs: number): readonly CronRecord[];
  /** The one of this name, in either case of letters; deleted ones are passed over. */
  findByName(conversation: ConversationId, name: string): CronRecord | undefined;
  /**
   * Not deleted, of all chats; of this person, or of everybody. At most `most`, ordered by the next run; those without
   * one are last.
   */
  listOfPerson(sender: string | undefined, most: number): readonly CronRecord[];
  /** Its newest runs, newest first: as many as are kept. */
  listRuns(id: CronId): readonly CronRun[];
  /** What counts against `MAX_CRONS`. */
  counts(
    sender: string,
    conversation: ConversationId,
  ): { readonly person: number; readonly conversation: number };
  /** A name for the next one. */
  freeName(conversation: ConversationId): string;
}

/**
 * What people may change about a schedule: for the actions, and the tools of a task. A change names the state that it
 * expects; it returns false, and changes nothing, when the state is another one.
 */
export interface CronEditing {
  /** Checks the limits in the same commit. Throws Failure `conflict` when the name is taken. */
  create(cron: NewCron): CronCreation;
  /** Only an active one; false for others. */
  pause(id: CronId, reason: PauseReason): boolean;
  /** Only a paused one; its failures are forgotten. */
  resume(id: CronId, nextAtMs: number): boolean;
  /** False for one that is deleted. */
  setPolicy(id: CronId, policy: MisfirePolicy): boolean;
  delete(id: CronId, atMs: number): boolean;
  /** Only one that was deleted less than `UNDELETE_MS` ago, if the limits leave room. */
  undelete(id: CronId, nowMs: number): boolean;
}

/** What is due, and what became of it: for the worker. Its changes name the state that they expect, too. */
export interface CronFiring {
  /** Active ones on these channels whose time has come, by time. */
  listDue(channels: readonly string[], nowMs: number): readonly Pick<DueCron, 'id' | 'nextAtMs'>[];
  /** When the first one after then is due. */
  nextDueMs(channels: readonly string[], afterMs: number): number | undefined;
  /** Active ones on these channels after this number, by number, at most `most`. */
  listActive(channels: readonly string[], after: CronId | undefined, most: number): readonly CronRecord[];
  /** Moves on an active cron that is due at `expectedMs`; without a `nextAtMs` it has ended. */
  advance(
    id: CronId,
    expectedMs: number,
    step: CronStep & { readonly nextAtMs: number | undefined },
  ): boolean;
  /** Stores a run beside the schedule, or a skipped one. */
  addRun(id: CronId, step: CronStep): void;
  /** The session that came of a run. */
  noteSession(key: string, session: SessionId): void;
  /** With a run whose outcome is `pending`, on these channels. */
  listPending(channels: readonly string[]): readonly CronRecord[];
  /** Only while this run is `pending`. */
  settle(key: string, outcome: CronOutcome, failures: number): boolean;
}

/**
 * Schedules of people. They belong to the data folder and not to one program: any program that serves their channel
 * runs them.
 */
export interface CronStore extends CronLookup, CronEditing, CronFiring {
  /** Forgets up to `most` that were deleted, or have ended, before then. Returns how many. */
  removeOld(before: { readonly deletedMs: number; readonly endedMs: number }, most: number): number;
}

/** An active cron. */
export type DueCron = CronRecord & { readonly nextAtMs: number };

export type CronAnswer = Action | CronAction;
