import type { Action } from '../../../contracts/commands.ts';
import type { CronAction } from '../cron.ts';

export type CronAnswer = Action | CronAction;
