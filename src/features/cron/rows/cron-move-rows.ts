import type { ConversationId } from '../../../core/ids.ts';
import type { Database } from '../../../store/database.ts';
import type { CronId, CronRecord } from '../cron.ts';

/** One that comes from another machine. */
type MovedCron = Pick<
  CronRecord,
  | 'name'
  | 'kind'
  | 'schedule'
  | 'timezone'
  | 'message'
  | 'policy'
  | 'sender'
  | 'inGroup'
  | 'createdAtMs'
  | 'conversation'
  | 'failures'
> & {
  readonly workspace: string | undefined;
  /** Undefined when it is active. */
  readonly pauseReason: CronRecord['pauseReason'];
  /** An active one has to have it. */
  readonly nextAtMs: number | undefined;
};

/** What only a move to another machine does with crons. */
interface CronMoveRows {
  /** All of them have ended; how their last runs ended is still written down. */
  endAll(conversation: ConversationId): void;
  /** With their runs. */
  removeAll(conversation: ConversationId): void;
  /** Limits were checked where it was made. */
  add(cron: MovedCron): CronId;
}

export function createCronMoveRows(database: Database): CronMoveRows {
  const end = database.write(`
    UPDATE user_cron_jobs SET active = 0, pause_reason = NULL, next_at_ms = NULL WHERE conversation = @conversation`);
  const remove = database.write('DELETE FROM user_cron_jobs WHERE conversation = @conversation');
  const insert = database.write(`
    INSERT INTO user_cron_jobs (phone_number, schedule, message, created_at, active, name, channel, conversation,
      in_group, workspace, kind, timezone, policy, next_at_ms, pause_reason, failures)
    VALUES (@sender, @schedule, @message, datetime(@createdAtMs / 1000, 'unixepoch'), @pauseReason IS NULL, @name,
      substr(@conversation, 1, instr(@conversation, ':') - 1), @conversation, @inGroup, @workspace, @kind, @timezone, @policy,
      @nextAtMs, @pauseReason, @failures)`);
  return {
    endAll: (conversation) => void end.run({ conversation }),
    removeAll: (conversation) => void remove.run({ conversation }),
    add(cron) {
      const { name, kind, schedule, timezone, message, policy, sender, inGroup, createdAtMs } = cron;
      const { conversation, failures, workspace, pauseReason, nextAtMs } = cron;
      const { rowid } = insert.run({
        name,
        kind,
        schedule,
        timezone,
        message,
        policy,
        sender,
        inGroup,
        createdAtMs,
        conversation,
        failures,
        workspace,
        pauseReason,
        nextAtMs,
      });
      return rowid as CronId; // safe: it is the row's number
    },
  };
}
