/** Number of a cron's row; never given again. */
export type CronId = number & { readonly __kind: 'cron' };

/** Of a message that a cron wrote in its maker's name. */
export interface CronMark {
  readonly id: CronId;
  /** What the cron is called in its chat. */
  readonly name: string;
  /** The time that the schedule gave. */
  readonly nominalMs: number;
  /** How long after its time, in milliseconds; 0 for one that is on time. */
  readonly lateMs: number;
  /** As `NewCron.workspace`. */
  readonly workspace?: string | undefined;
}
