import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunClaim } from '../../../contracts/machines.ts';
import { isoTime, startOfUtcDay } from '../../../core/clock.ts';
import { addressOf } from '../../../gateway/conversation.ts';
import { PLAIN_TEXT } from '../../../gateway/outgoing/fit-body.ts';
import { exhaustedDailyLimit, exhaustedLimitText } from '../../../gateway/people/authority.ts';
import type { CronId, CronRecord, CronSkip, SkipReason } from '../cron.ts';
import { parseCronAction } from '../schedule/plan-cron.ts';
import {
  type CronDueTime,
  type CronStart,
  type DueDecision,
  decideDue,
  nextAfterSetBack,
  ON_TIME_MS,
  passOver,
} from './due-runs.ts';
import {
  type AfterCommits,
  type CronParts,
  cronKey,
  cronKeyNow,
  cronLabel,
  fireCron,
  groupOf,
  textsFor,
} from './fire.ts';
import { logSkip, type Pause, pauseCron, runEnd, settleCron } from './run-end.ts';

interface DecidedCron {
  readonly cron: CronRecord;
  readonly decision: DueDecision | undefined;
}

/** How many crons are handled in one commit. */
const SLICE = 100;

/**
 * Starts due crons of the channels that this program serves; of several programs that serve a channel, the first to
 * commit starts the run. Next time, run and what is started are one commit, so each run comes exactly once.
 */
export class CronWorker {
  readonly #parts: CronParts;
  readonly #channels: readonly string[];

  constructor(parts: CronParts) {
    this.#parts = parts;
    this.#channels = [...parts.outgoing.channels.keys()];
  }

  due(nowMs: number): readonly CronDueTime[] {
    return this.#parts.rows.listDue(this.#channels, nowMs);
  }

  nextDueMs(afterMs: number): number | undefined {
    return this.#parts.rows.nextDueMs(this.#channels, afterMs);
  }

  /**
   * Returns which of these late crons are to run. For the others, the missed runs and their next time are stored, in
   * one commit.
   */
  chooseLateRuns(late: readonly CronDueTime[], nowMs: number): readonly CronDueTime[] {
    const wanted: CronDueTime[] = [];
    this.#commit(() =>
      late.flatMap((due) => {
        const found = this.#decided({ ...due, atMs: nowMs, foundAtMs: nowMs });
        if (found === undefined) return [];
        if (found.decision !== undefined && found.decision.run.length === 0)
          return this.#moveOn(found.cron, found.decision, undefined);
        wanted.push(due);
        return [];
      }),
    );
    return wanted;
  }

  /** Whether this machine starts it; asked right before the start. */
  async claim(start: CronStart): Promise<RunClaim> {
    const { machines } = this.#parts;
    const found = this.#decided(start);
    // A run that is skipped, or whose schedule cannot be read, begins nothing.
    const last = found?.decision?.run.at(-1);
    if (machines === undefined || found === undefined || last === undefined) return { kind: 'ours' };
    const { conversation, name } = found.cron;
    return await machines.claimRuns({ conversation, name, firstMs: start.nextAtMs, lastMs: last });
  }

  /** Advances a cron after runs that another machine has started; here nothing is started or reported. */
  passOver(start: CronStart, throughMs: number): void {
    const { rows, scheduleOf, log } = this.#parts;
    const cron = this.#asFound(start);
    const schedule = cron && scheduleOf(cron);
    if (schedule === undefined) return;
    const { id, nextAtMs } = start;
    rows.advance(id, nextAtMs, { nextAtMs: passOver(schedule, nextAtMs, throughMs + 1)?.nextAtMs });
    log.info('cron.ran_elsewhere', { cron: id, through: isoTime(throughMs) });
  }

  start(start: CronStart): void {
    // Settled first: the end of the run before may pause the cron or delay it.
    this.#commit(() => [...settleCron(start.id, this.#parts), ...this.#start(start)]);
  }

  /**
   * Inside a transaction: one more run, beside the schedule, that the message `seq` asked for.
   * @returns what belongs after the commit
   */
  runNow(id: CronId, seq: number): AfterCommits {
    const { rows, clock } = this.#parts;
    const settled = settleCron(id, this.#parts);
    const cron = rows.get(id);
    if (cron === undefined) return settled;
    const nowMs = clock.nowMs();
    const obstacle = cronObstacle(cron, this.#parts);
    if (obstacle?.kind === 'pause') return [...settled, ...pauseCron(cron, obstacle, this.#parts)];
    // Without money the run is refused in words: the person has just asked for it.
    if (obstacle?.kind === 'skip' && obstacle.reason !== 'money') {
      const skipped = { reason: obstacle.reason, firstMs: nowMs, lastMs: nowMs, atMs: nowMs };
      rows.addRun(id, { skipped });
      return [...settled, logSkip(cron, skipped, this.#parts)];
    }
    const key = cronKeyNow(id, seq);
    const { run, after } = fireCron(cron, { key, nominalMs: nowMs, lateMs: 0 }, this.#parts);
    rows.addRun(id, { run });
    return [...settled, ...after];
  }

  /** Records how runs have ended, and the consequences for the next ones. */
  settle(): void {
    const { rows, store } = this.#parts;
    for (const cron of rows.listPending(this.#channels)) {
      if (runEnd(cron, store) !== undefined) this.#commit(() => settleCron(cron.id, this.#parts));
    }
  }

  /** Brings next times forward that are too late because the clock was set back. */
  async recompute(): Promise<void> {
    const { rows, store, clock } = this.#parts;
    let after: CronId | undefined;
    for (let count = SLICE; count === SLICE; ) {
      const slice = rows.listActive(this.#channels, after, SLICE);
      store.atomically(() => {
        for (const cron of slice) this.#bringForward(cron, clock.nowMs());
      });
      after = slice.at(-1)?.id;
      count = slice.length;
      await nextTurn();
    }
  }

  #commit(work: () => AfterCommits): void {
    const { store, outgoing } = this.#parts;
    const after = store.atomically(work);
    for (const act of after) act();
    if (after.length > 0) outgoing.nudge();
  }

  #asFound({ id, nextAtMs }: CronDueTime): CronRecord | undefined {
    const cron = this.#parts.rows.get(id);
    const isSame = cron?.state === 'active' && cron.deletedAtMs === undefined && cron.nextAtMs === nextAtMs;
    return isSame ? cron : undefined;
  }

  /** Undefined when the cron has changed meanwhile; without a decision when its schedule cannot be read. */
  #decided(start: CronStart): DecidedCron | undefined {
    const cron = this.#asFound(start);
    if (cron === undefined) return undefined;
    const schedule = this.#parts.scheduleOf(cron);
    const { nextAtMs, foundAtMs: nowMs } = start;
    const decision = schedule && decideDue({ schedule, nextAtMs, nowMs, policy: cron.policy });
    return { cron, decision };
  }

  #start(start: CronStart): AfterCommits {
    const found = this.#decided(start);
    if (found === undefined) return [];
    const { cron, decision } = found;
    if (decision === undefined) return pauseCron(cron, { reason: 'unreadable', notify: true }, this.#parts);
    const obstacle = decision.run.length === 0 ? undefined : cronObstacle(cron, this.#parts);
    if (obstacle?.kind === 'pause') return pauseCron(cron, obstacle, this.#parts);
    // A cron for a single time is never skipped: it waits.
    if (cron.kind === 'at' && obstacle?.reason === 'busy') return [];
    return this.#moveOn(cron, decision, cron.kind === 'at' ? undefined : obstacle?.reason);
  }

  #moveOn(cron: CronRecord, decision: DueDecision, blocked: SkipReason | undefined): AfterCommits {
    const { rows, clock } = this.#parts;
    const { id, nextAtMs: expectedMs } = cron;
    const nowMs = clock.nowMs();
    const fired = (blocked === undefined ? decision.run : []).map((nominalMs) =>
      fireCron(
        cron,
        { key: cronKey(id, nominalMs), nominalMs, lateMs: lateness(nominalMs, nowMs) },
        this.#parts,
      ),
    );
    const skipped = skippedRuns(decision, blocked, nowMs);
    const runs = fired.flatMap((one) => one.run ?? []);
    const [run, before] = [runs.at(-1), runs.slice(0, -1)];
    const { nextAtMs } = decision;
    if (blocked === 'money') notifySpent(cron, this.#parts);
    if (expectedMs === undefined || !rows.advance(id, expectedMs, { nextAtMs, run, before, skipped }))
      throw new Error(`cron ${id} was changed while it was fired`);
    return [
      ...fired.flatMap(({ after }) => after),
      ...(skipped === undefined ? [] : [logSkip(cron, skipped, this.#parts)]),
    ];
  }

  #bringForward(cron: CronRecord, nowMs: number): void {
    const { id, nextAtMs, failures } = cron;
    // After failures a run is delayed on purpose, further than its schedule says.
    if (nextAtMs === undefined || failures > 0) return;
    const schedule = this.#parts.scheduleOf(cron);
    const earlier = schedule && nextAfterSetBack(schedule, nextAtMs, nowMs);
    if (earlier !== undefined) this.#parts.rows.advance(id, nextAtMs, { nextAtMs: earlier });
  }
}

/** How late a run is; 0 if it counts as on time. */
function lateness(nominalMs: number, nowMs: number): number {
  const lateMs = nowMs - nominalMs;
  return lateMs <= ON_TIME_MS ? 0 : lateMs;
}

/** The skipped runs; when something is in the way, these include the ones that were to start now. */
function skippedRuns(
  { run, skipped }: DueDecision,
  blocked: SkipReason | undefined,
  atMs: number,
): CronSkip | undefined {
  const [first] = run;
  const last = run.at(-1);
  if (blocked === undefined || first === undefined || last === undefined)
    return skipped && { reason: 'late', ...skipped, atMs };
  return { reason: blocked, firstMs: skipped?.firstMs ?? first, lastMs: last, atMs };
}

type CronObstacle =
  /** Only this run is skipped. */
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  /** No run can come any more. */
  | ({ readonly kind: 'pause' } & Pause);

/** What keeps a due run from starting; the rights of its maker are checked again each time. */
function cronObstacle(
  cron: CronRecord,
  parts: Pick<CronParts, 'outgoing' | 'accessCheck' | 'isFull' | 'store' | 'program' | 'clock'>,
): CronObstacle | undefined {
  const { conversation, sender, inGroup, message, last } = cron;
  const { outgoing, accessCheck, isFull } = parts;
  const action = parseCronAction(message);
  if (action.kind === 'refused') return { kind: 'pause', reason: 'unreadable', notify: true };
  const { channel, chat } = addressOf(conversation);
  const capabilities = outgoing.channels.get(channel)?.capabilities ?? PLAIN_TEXT;
  const admission = accessCheck({ chat, sender, ...groupOf(inGroup) }, capabilities);
  if (admission.kind === 'refused') return { kind: 'pause', reason: 'access', notify: false };
  if (action.kind === 'message') return undefined;
  if (admission.person.role === 'reader') return { kind: 'pause', reason: 'access', notify: true };
  if (last?.outcome === 'pending') return { kind: 'skip', reason: 'overlap' };
  if (hasSpentDay(cron, parts)) return { kind: 'skip', reason: 'money' };
  return isFull(conversation) ? { kind: 'skip', reason: 'busy' } : undefined;
}

type SpentDayParts = Pick<CronParts, 'store' | 'program' | 'clock'>;

/** Whether its maker has spent the day's money: then no task of theirs begins. */
function hasSpentDay({ sender }: CronRecord, { store, program, clock }: SpentDayParts): boolean {
  return exhaustedDailyLimit(sender, { store, program, nowMs: clock.nowMs() }) !== undefined;
}

/** Inside a transaction: says so once a day to each person in a chat, however many of their crons are skipped. */
function notifySpent(cron: CronRecord, parts: CronParts & SpentDayParts): void {
  const { store, program, clock, outgoing } = parts;
  const { conversation, sender } = cron;
  const nowMs = clock.nowMs();
  const cap = exhaustedDailyLimit(sender, { store, program, nowMs });
  if (cap === undefined) return;
  const words = textsFor(conversation, parts);
  const text = `${cronLabel({ name: cron.name, lateMs: 0 }, words)}\n${exhaustedLimitText(cap, { nowMs, texts: words })}`;
  const key = `cron-spent:${conversation}:${sender}:${startOfUtcDay(nowMs)}`;
  outgoing.outbox.enqueue({ conversation, key, body: { kind: 'text', text } });
}
