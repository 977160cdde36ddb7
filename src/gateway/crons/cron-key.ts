import type { CronId } from '../../contracts/crons.ts';

/** Of the messages that crons write: no channel has an account of this name, so nobody can take their ids first. */
export const CRON_ACCOUNT = 'cron';

const PREFIX = 'cron:';

/** Of the run at `nominalMs`. It exists once, in whichever table it is a key. */
export function cronKey(id: CronId, nominalMs: number): string {
  return `${PREFIX}${id}:${nominalMs}`;
}

/** Of a run that a person wanted with the message `seq`. */
export function cronKeyNow(id: CronId, seq: number): string {
  return `${PREFIX}${id}:now:${seq}`;
}

/** The id of a message that nobody sees in the chat. */
export function isCronKey(messageId: string): boolean {
  return messageId.startsWith(PREFIX);
}
