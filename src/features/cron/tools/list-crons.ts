import * as z from 'zod';
import { type AnyTool, defineTool } from '../../../contracts/tool.ts';
import { isoTime } from '../../../core/clock.ts';
import type { CronRecord } from '../cron.ts';
import type { CronsOfSession } from './session-crons.ts';

const Output = z.object({
  now: z.string(),
  timezone: z.string().nullable(),
  crons: z.array(
    z.object({
      id: z.string(),
      schedule: z.string(),
      timezone: z.string(),
      message: z.string(),
      state: z.string(),
      next: z.string().nullable(),
      last: z.string().nullable(),
    }),
  ),
});

export function listCrons(cronsOf: CronsOfSession): AnyTool {
  return defineTool({
    name: 'list_crons',
    description: 'Time and time zone of the chat, and its crons.',
    effect: 'reads',
    doing: { en: 'looking at the crons', es: 'mirando lo programado' },
    subAgents: 'none',
    claudeCode: [],
    service: 'cron',
    examples: [{ description: 'See what is set', input: {} }],
    input: z.object({}),
    output: Output,
    async run(_input, { session, clock: { nowMs } }) {
      const crons = cronsOf(session);
      const zone = crons.zone();
      const listed: ReturnType<typeof listedCron>[] = [];
      for await (const cron of crons.inTurns()) listed.push(listedCron(cron));
      const now = zone === undefined ? isoTime(nowMs()) : clockIn(nowMs(), zone);
      const where =
        zone === undefined ? 'time zone not known: ask the person for their city' : `time zone ${zone}`;
      const lines = listed.map(({ id, schedule, timezone, message, state, next, last }) =>
        [
          `${id}: ${schedule} (${timezone}), ${state}`,
          `next ${next ?? '-'}`,
          `last ${last ?? '-'}`,
          JSON.stringify(message),
        ].join(', '),
      );
      const text = [`Now ${now}, ${where}.`, ...(lines.length === 0 ? ['No crons.'] : lines)].join('\n');
      return { text, data: { now, timezone: zone ?? null, crons: listed } };
    },
  });
}

function listedCron({ name, schedule, timezone, message, state, nextAtMs, last }: CronRecord) {
  return {
    id: name,
    schedule,
    timezone,
    message,
    state,
    next: state === 'active' && nextAtMs !== undefined ? clockIn(nextAtMs, timezone) : null,
    last: last === undefined ? null : `${clockIn(last.nominalMs, timezone)} ${last.outcome}`,
  };
}

/** `Sun 2026-11-22 08:14`: what clocks in the zone show. */
function clockIn(ms: number, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short' }).format(ms);
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return `${day} ${date.format(ms)}`;
}
