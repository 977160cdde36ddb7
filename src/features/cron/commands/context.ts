import type { Action, CommandContext } from '../../../contracts/commands.ts';
import type { CronAction, CronStore } from '../cron.ts';

/** What the commands and answers of crons may look at. */
export interface CronContext extends CommandContext {
  readonly rows: CronStore;
}

export type CronAnswer = Action | CronAction;
