import type { ProgramFacts } from '../../../contracts/commands.ts';
import type { Worker } from '../../../contracts/feature.ts';
import type { Store, Transactions } from '../../../contracts/store.ts';
import type { Clock } from '../../../core/clock.ts';
import { messageOf } from '../../../core/failure.ts';
import { type InstanceId, pollIdOf } from '../../../core/ids.ts';
import type { Log } from '../../../core/log.ts';
import { formatMoney } from '../../../core/texts/format.ts';
import { type Texts, texts } from '../../../core/texts/texts.ts';
import { addressOf } from '../../../gateway/conversation.ts';
import { PLAIN_TEXT } from '../../../gateway/outgoing/fit-body.ts';
import type { OutgoingMessages } from '../../../gateway/outgoing/outgoing.ts';
import { createProgressUpdater } from '../../../gateway/outgoing/progress-message.ts';
import { exhaustedDailyLimit, exhaustedLimitText } from '../../../gateway/people/authority.ts';
import { KeyedWork } from '../../../gateway/workers.ts';
import type { JobId, JobRecord, JobStore, PlanJob, PlannedJob } from '../job.ts';
import { type JobPlan, stepsOf } from '../plan/plan.ts';
import { planSvg } from '../plan/plan-svg.ts';
import { planText } from '../plan/plan-text.ts';
import { readPlan } from '../plan/stored-plan.ts';
import { jobTexts } from '../texts/texts.ts';

export interface JobWorkerParts {
  readonly rows: JobStore;
  readonly store: Transactions & Pick<Store, 'spending'>;
  readonly program: Pick<ProgramFacts, 'limits'>;
  readonly outgoing: Pick<OutgoingMessages, 'channels' | 'outbox' | 'nudge'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  readonly planJob: PlanJob;
}

/**
 * Plans the requested jobs, outside of any transaction, and shows each plan without running it. A half-finished plan
 * is made anew by the next program; the cost of its questions is counted one by one.
 */
export class JobWorker implements Worker {
  readonly #parts: JobWorkerParts;
  readonly #planning = new KeyedWork<JobId>();

  constructor(parts: JobWorkerParts) {
    this.#parts = parts;
  }

  /** Call it after the commit that stored the job. */
  begin(id: JobId): void {
    const job = this.#parts.rows.get(id);
    if (job?.state !== 'planning' || this.#planning.has(id)) return;
    this.#planning.begin(id, (signal) => this.#plan(job, signal));
  }

  /** Call it after the commit that gave the job up. */
  drop(id: JobId): void {
    this.#planning.drop(id);
  }

  /** Continues what an earlier program left. */
  recover(): void {
    const { rows, instance, outgoing } = this.#parts;
    for (const job of rows.listUnfinished(instance)) {
      if (this.#planning.has(job.id)) continue;
      const text = jobTexts(texts(job.locale)).chat.planningAgain(job.id);
      const key = `job-restart:${job.id}:${instance}`;
      outgoing.outbox.enqueue({ conversation: job.conversation, key, body: { kind: 'text', text } });
      this.begin(job.id);
    }
  }

  /** Resolves when no job is being planned. */
  idle(): Promise<void> {
    return this.#planning.idle();
  }

  countUnfinished(): number {
    const { rows, instance } = this.#parts;
    return rows.listUnfinished(instance).length;
  }

  /** Leaves unfinished work to the next program. */
  stop(): Promise<void> {
    return this.#planning.stop();
  }

  async #plan(job: JobRecord, signal: AbortSignal): Promise<void> {
    const { planJob, log, outgoing } = this.#parts;
    const onAsked = this.#createAskedUpdater(job);
    try {
      const planned = await planJob({
        job,
        signal,
        mayAsk: () => this.#spent(job) === undefined,
        onAsked: (spent) => {
          this.#count(job, spent);
          onAsked();
        },
      });
      this.#end(job, planned, signal);
    } catch (error) {
      log.error('jobs.failed', { job: job.id, error: messageOf(error) });
      this.#lost(job);
    }
    outgoing.nudge();
  }

  #end(job: JobRecord, planned: PlannedJob, signal: AbortSignal): void {
    switch (planned.kind) {
      case 'plan':
        this.#show(job, planned);
        break;
      case 'refused':
        this.#refuse(job, planned.reason);
        break;
      case 'stopped': {
        const cap = signal.aborted ? undefined : this.#spent(job);
        const nowMs = this.#parts.clock.nowMs();
        if (cap !== undefined)
          this.#refuse(job, exhaustedLimitText(cap, { nowMs, texts: texts(job.locale) }));
      }
    }
  }

  /** Storing failed at its end: the row stays, and the next program tries again. */
  #lost(job: JobRecord): void {
    try {
      this.#refuse(job, jobTexts(texts(job.locale)).chat.broken);
    } catch (error) {
      this.#parts.log.error('jobs.lost', { job: job.id, error: messageOf(error) });
    }
  }

  /** One commit with the row: only a plan that was shown can be run. */
  #show(job: JobRecord, { plan, hash }: Extract<PlannedJob, { kind: 'plan' }>): void {
    const { store, rows, outgoing, clock, log } = this.#parts;
    const words = texts(job.locale);
    const read = readPlan(plan);
    const text = planText(read, words, jobTexts(words).chat.whole(job.id));
    for (const { id: task, fault } of read.tasks)
      if (fault !== undefined) log.warn('jobs.unmade', { job: job.id, task, error: fault });
    if (stepsOf(read).length === 0) {
      this.#refuse(job, `${jobTexts(words).chat.nothingCanRun(job.id)}\n\n${text}`);
      return;
    }
    const { conversation, messageId } = job;
    store.atomically(() => {
      if (!rows.setPlan(job.id, { text: plan, hash, atMs: clock.nowMs() })) return;
      this.#draw(job, read);
      const shown = [
        text,
        [...this.#costLine(job.id, words), jobTexts(words).chat.howToRun(job.id)].join('\n'),
      ];
      const body = { kind: 'text', text: shown.join('\n\n') } as const;
      outgoing.outbox.enqueue({ conversation, key: `job-plan:${job.id}`, id: messageId, body });
      if (!this.#capabilities(job).poll) return;
      const { run, cancel } = jobTexts(words).chat.choices;
      const poll = {
        kind: 'poll',
        question: jobTexts(words).chat.poll(job.id),
        choices: [run, cancel],
      } as const;
      outgoing.outbox.enqueue({
        conversation,
        key: `job-poll:${job.id}`,
        id: pollIdOf(messageId),
        body: poll,
      });
    });
    log.info('jobs.planned', { job: job.id, hash, tasks: read.tasks.length });
  }

  /** Draws the plan where pictures are shown; the words say the same. */
  #draw(job: JobRecord, plan: JobPlan): void {
    const svg = this.#capabilities(job).image ? planSvg(plan) : undefined;
    if (svg === undefined) return;
    const body = { kind: 'drawing', svg, caption: '' } as const;
    this.#parts.outgoing.outbox.enqueue({
      conversation: job.conversation,
      key: `job-picture:${job.id}`,
      body,
    });
  }

  #refuse(job: JobRecord, why: string): void {
    const { store, rows, outgoing } = this.#parts;
    const words = texts(job.locale);
    store.atomically(() => {
      if (!rows.refuse(job.id)) return;
      const text = [jobTexts(words).chat.refused(job.id, why), ...this.#costLine(job.id, words)].join('\n');
      const key = `job-refused:${job.id}`;
      outgoing.outbox.enqueue({ conversation: job.conversation, key, body: { kind: 'text', text } });
    });
  }

  #costLine(id: JobId, words: Texts): readonly string[] {
    const cost = this.#parts.rows.get(id)?.costMicroUsd ?? 0;
    return cost === 0 ? [] : [jobTexts(words).chat.planned(formatMoney(cost))];
  }

  #count(job: JobRecord, { usage, microUsd }: Parameters<Parameters<PlanJob>[0]['onAsked']>[0]): void {
    const { store, rows, clock } = this.#parts;
    store.atomically(() => {
      rows.addCost(job.id, microUsd);
      const { owner: person, conversation } = job;
      store.spending.add({
        session: undefined,
        conversation,
        person,
        usage,
        microUsd,
        atMs: clock.nowMs(),
      });
    });
  }

  #spent(job: JobRecord): number | undefined {
    const { store, program, clock } = this.#parts;
    return exhaustedDailyLimit(job.owner, { nowMs: clock.nowMs(), program, store });
  }

  #capabilities({ conversation }: JobRecord) {
    return this.#parts.outgoing.channels.get(addressOf(conversation).channel)?.capabilities ?? PLAIN_TEXT;
  }

  #createAskedUpdater(job: JobRecord): () => void {
    const notify = createProgressUpdater(this.#parts, {
      conversation: job.conversation,
      target: noticeIdOf(job),
    });
    let questions = 0;
    return () => {
      questions += 1;
      notify(jobTexts(texts(job.locale)).chat.asking(job.id, questions));
    };
  }
}

/** Id of the message that announces the planning. */
export function noticeIdOf({ messageId }: Pick<JobRecord, 'messageId'>): string {
  return `${messageId}00`;
}
