import * as z from 'zod';
import type { WebDataSource, WebRequest } from '../../../contracts/web-page.ts';
import { isoTime } from '../../../core/clock.ts';
import {
  type CronLookup,
  CronOutcome,
  type CronRecord,
  CronState,
  MisfirePolicy,
  PauseReason,
} from '../cron.ts';
import { parseCronAction } from '../schedule/plan-cron.ts';

const MAX_LIMIT = 200;

const Query = z.object({ limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(MAX_LIMIT) });

const Moment = z.iso.datetime();

const ScheduleData = z.object({
  id: z.int(),
  name: z.string().describe('Its letters in the chat.'),
  schedule: z.string().describe('A cron expression, a distance, or a date and time.'),
  timezone: z.string(),
  does: z.enum(['message', 'task', 'dry-run']),
  text: z.string(),
  state: CronState,
  pause_reason: PauseReason.nullable(),
  missed_runs: MisfirePolicy.describe('What is done about them: the newest, none, the newest five.'),
  person: z.string().describe('Who made it: digits of a phone number, or local.'),
  failures: z.int().describe('Runs in a row that failed.'),
  next_at: Moment.nullable(),
  last: z
    .object({
      due_at: Moment,
      started_at: Moment,
      outcome: CronOutcome,
      task_id: z.string().nullable(),
    })
    .nullable(),
});
type ScheduleData = z.infer<typeof ScheduleData>;

const Output = z.object({
  schedules: z.array(ScheduleData).describe('By their next time; paused and ended ones are last.'),
});

/** What is to happen at set times, as data. */
export function schedulesData(rows: CronLookup): WebDataSource {
  return {
    query: Query,
    output: Output,
    read(request): z.infer<typeof Output> {
      const limit = request.query('limit');
      const { visitor } = request;
      const sender = visitor.role === 'owner' ? undefined : visitor.sender;
      const found = rows.listOfPerson(sender, Query.parse(limit === '' ? {} : { limit }).limit);
      return { schedules: found.map((cron) => scheduleData(cron, request)) };
    },
  };
}

function scheduleData(cron: CronRecord, { clean }: Pick<WebRequest, 'clean'>): ScheduleData {
  const { id, name, schedule, timezone, state, pauseReason, policy, sender, failures, nextAtMs, last } = cron;
  const action = parseCronAction(cron.message);
  return {
    id,
    name,
    schedule: clean(schedule),
    timezone,
    does: action.kind === 'agent' ? 'task' : action.kind === 'dry-run' ? 'dry-run' : 'message',
    text: clean(action.kind === 'refused' ? cron.message : action.text),
    state,
    pause_reason: pauseReason ?? null,
    missed_runs: policy,
    person: sender,
    failures,
    next_at: state === 'active' && nextAtMs !== undefined ? isoTime(nextAtMs) : null,
    last:
      last === undefined
        ? null
        : {
            due_at: isoTime(last.nominalMs),
            started_at: isoTime(last.atMs),
            outcome: last.outcome,
            task_id: last.session ?? null,
          },
  };
}
