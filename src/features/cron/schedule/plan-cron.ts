import { Failure } from '../../../core/failure.ts';
import type { CronPlan } from '../cron.ts';
import { cronFault } from '../texts/texts.ts';
import { readSchedule } from './read-schedule.ts';
import { MIN_INTERVAL_MS, nextRuns, type Schedule } from './schedule.ts';

/** How many of its next times a person is shown. */
const MAX_RUNS_SHOWN = 3;
/** Longest text that a cron says or does, in UTF-16 code units. */
const MAX_MESSAGE = 4000;

/** What a person wants; nothing of it is checked yet. */
export interface CronRequest {
  readonly schedule: string;
  readonly timezone: string;
  readonly message: string;
}

/** A cron that can be made as it is, but for its name. */
export interface PlannedCron {
  readonly plan: Omit<CronPlan, 'name'>;
  readonly read: Schedule;
  /** Its first times, in milliseconds since 1970; fewer where there are no more. */
  readonly runs: readonly number[];
}

/**
 * Reads and checks everything except the person's rights.
 * @throws Failure `invalid` with a sentence that says what to do
 */
export function planCron({ schedule, timezone, message }: CronRequest, nowMs: number): PlannedCron {
  const action = actionOrThrow(message.trim());
  const starts = action.kind === 'message' ? 'message' : 'agent';
  const read = readSchedule(schedule, timezone, { nowMs, shortestMs: MIN_INTERVAL_MS[starts] });
  const runs = nextRuns(read, nowMs, MAX_RUNS_SHOWN);
  const [nextAtMs = nowMs] = runs;
  const plan = {
    kind: read.kind,
    schedule: schedule.trim(),
    timezone: read.timezone,
    message: message.trim(),
    policy: 'once',
    nextAtMs,
  } as const;
  return { plan, read, runs };
}

function actionOrThrow(message: string): Exclude<ParsedCronAction, { kind: 'refused' }> {
  const action = parseCronAction(message);
  if (action.kind === 'refused') {
    throw new Failure('invalid', cronFault('cron-command'));
  }
  if (action.text === '') {
    throw new Failure('invalid', cronFault('cron-empty'));
  }
  if (message.length > MAX_MESSAGE) {
    throw new Failure('invalid', cronFault('cron-long', message.length, MAX_MESSAGE));
  }
  return action;
}

/**
 * What a cron does with its words: it says them in the chat, or begins a task, which may be a dry run, as if its maker
 * had written them then. Other commands are never run by a clock: nobody would see what they answer.
 */
type ParsedCronAction =
  | { readonly kind: 'message' | 'agent' | 'dry-run'; readonly text: string }
  | { readonly kind: 'refused'; readonly command: string };

/** `/agent …`, `/agent? …`, `/agent ?…`, and the same as `/agente`. */
const TASK = /^\/agente?(\?)?\s+(\?\s*)?([^\s?][\s\S]*)$/i;

export function parseCronAction(message: string): ParsedCronAction {
  const text = message.trim();
  if (!text.startsWith('/')) return { kind: 'message', text };
  const [, before, behind, task] = TASK.exec(text) ?? [];
  if (task === undefined) return { kind: 'refused', command: text.split(/\s/, 1)[0] ?? text };
  return { kind: before === undefined && behind === undefined ? 'agent' : 'dry-run', text: task };
}

/** True when it begins a task, which costs money. */
export function beginsTask({ kind }: ParsedCronAction): boolean {
  return kind === 'agent' || kind === 'dry-run';
}
