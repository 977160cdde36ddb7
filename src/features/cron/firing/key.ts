import type { CronId } from '../../../contracts/cron-mark.ts';
import { unseenMessageId } from '../../../core/ids.ts';

/** The account of messages that crons write. No channel has an account of this name, so nobody can take their ids first. */
export const CRON_ACCOUNT = 'cron';

/** The run at `nominalMs`. It exists once, in whichever table it is a key. */
export function cronKey(id: CronId, nominalMs: number): string {
  return unseenMessageId(`${id}:${nominalMs}`);
}

/** A run that a person wanted with the message `seq`. */
export function cronKeyNow(id: CronId, seq: number): string {
  return unseenMessageId(`${id}:now:${seq}`);
}
