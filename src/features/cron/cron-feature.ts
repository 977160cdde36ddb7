import type { Feature } from '../../contracts/feature.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import type { EveryMinute } from '../../gateway/maintenance/maintenance-timer.ts';
import type { KnownPeople } from '../../gateway/people/person.ts';
import { cronActions } from './actions.ts';
import { cronCommandAnswer, repeatedCronAnswer } from './commands/answer.ts';
import { cronCommand } from './commands/cron.ts';
import { CronClock } from './firing/cron-clock.ts';
import { CronWorker } from './firing/cron-worker.ts';
import { labelled } from './firing/label.ts';
import type { CronParts } from './firing/parts.ts';
import { traceFire } from './firing/span.ts';
import { cronQuestions } from './questions.ts';
import { scheduleReader } from './schedule/schedule-reader.ts';
import { removeOldCrons } from './tidy.ts';
import { cronsBySession } from './tools/crons-by-session.ts';
import { cronTools } from './tools/index.ts';

export interface CronFeatureParts extends Omit<CronParts, 'scheduleOf'> {
  readonly known: KnownPeople;
  /** That of the settings; undefined = none is set, and each conversation has to name its own. */
  readonly timezone: string | undefined;
  readonly everyMinute: EveryMinute;
}

/** Messages and tasks at set times: `/cron`, the tools of the model for it, and what starts them. */
export function cronFeature(parts: CronFeatureParts): Feature {
  const { rows, store, known, timezone, clock, log, tracer } = parts;
  const worker = new CronWorker({ ...parts, scheduleOf: scheduleReader() });
  const cronClock = clockFor(worker, parts);
  const wake = () => cronClock.wake();
  const cronsOf = cronsBySession({ rows, known, store, timezone, nowMs: clock.nowMs });
  return {
    name: 'cron',
    commands: [cronCommand(rows)],
    tools: cronTools(cronsOf),
    actions: cronActions({ rows, conversations: store.conversations, worker, wake }),
    questions: cronQuestions(rows),
    answers: [
      (message, context) => cronCommandAnswer(message, { ...context, rows }),
      (message, context) => repeatedCronAnswer(message, { ...context, rows }),
    ],
    messages: {
      adjust: (actions, { cron }, { texts }) => labelled(actions, cron, texts),
      began: ({ id: session }, { id, cron }) => {
        if (cron !== undefined) rows.noteSession(id, session);
      },
      closed({ cron: mark }, session) {
        const cron = mark && rows.get(mark.id);
        if (mark === undefined || cron === undefined) return;
        const outcome = session === undefined ? 'refused' : 'started';
        traceFire(cron, { dueMs: mark.nominalMs, outcome, session }, tracer);
      },
    },
    // How a run ended decides on the next one, so it is looked at without waiting for the minute.
    runs: { around: (run) => (id, control) => run(id, control).finally(wake) },
    workers: [{ run: (signal) => cronClock.run(signal) }],
    tidy: () => removeOldCrons({ rows, clock, log }),
  };
}

/** The tools of this feature for catalogues, where nothing is carried out. */
export function describedCronTools(): readonly AnyTool[] {
  return cronTools(() => {
    throw new Error('a tool of crons was called outside a running program');
  });
}

function clockFor(worker: CronWorker, { clock, log, everyMinute }: CronFeatureParts): CronClock {
  return new CronClock({
    clock,
    log,
    everyMinute,
    random: Math.random,
    due: (nowMs) => worker.due(nowMs),
    nextDueMs: (afterMs) => worker.nextDueMs(afterMs),
    wanted: (late, nowMs) => worker.wanted(late, nowMs),
    start: (start) => worker.start(start),
    settle: () => worker.settle(),
    recompute: () => worker.recompute(),
  });
}
