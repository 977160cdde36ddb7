import type { SessionRecord } from '../../../contracts/session.ts';
import type { CronKind, CronPlan, CronRecord } from '../cron.ts';

/** What the model wants to schedule; nothing of it is checked yet. */
export interface CronProposal {
  /** As `readSchedule` takes it; `2h` alone where `kind` says that it is a distance. */
  readonly schedule: string;
  /** What the schedule is to be read as; undefined = what it looks like. */
  readonly kind: CronKind | undefined;
  /** Undefined = that of the chat. */
  readonly timezone: string | undefined;
  readonly message: string;
  /** Whom it is for; undefined = this chat. */
  readonly phoneNumber: string | undefined;
}

/** The question for a person, and what a yes is bound to. */
export interface AskedCron {
  /** In the person's language: when in words, what then, and the next times. */
  readonly question: string;
  readonly plan: Omit<CronPlan, 'name'>;
}

/** Crons of the session's chat, as its tools may see and change them. */
export interface SessionCrons {
  /** The time zone of this chat; undefined until one is set. */
  zone(): string | undefined;
  list(): readonly CronRecord[];
  /** The same one after the other; others get their turn after each. */
  inTurns(): AsyncIterable<CronRecord>;
  /**
   * Reads and checks everything that can be checked.
   * @throws Failure `invalid` or `denied` with a sentence for the model
   */
  ask(proposal: CronProposal): AskedCron;
  freeName(): string;
  /** @throws Failure `conflict` when the name is taken, `denied` when there is no room */
  add(plan: CronPlan): CronRecord;
  /** The one of this name. @throws Failure `not-found`, or `denied` for one of somebody else */
  own(name: string): CronRecord;
  /** In the person's language: which one it is. */
  describe(cron: CronRecord): string;
  delete(cron: CronRecord): void;
}

/** Opens them for the session of a call. */
export type CronsOfSession = (session: SessionRecord) => SessionCrons;
