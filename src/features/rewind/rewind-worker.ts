import { notices } from '../../agent/notices.ts';
import type { CheckpointStep, Checkpoints, UndoPlan, UndoResult } from '../../contracts/checkpoints.ts';
import type { ProgramFacts } from '../../contracts/commands.ts';
import type { RunSession } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store, TaskStores, Transactions } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure, messageOf } from '../../core/failure.ts';
import { type InstanceId, newMessageId, type SessionId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { oneLine } from '../../core/text.ts';
import { commandName, type Texts, texts } from '../../core/texts/texts.ts';
import { createSerialQueue } from '../../core/work-queues.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { assertSameProject } from '../../gateway/people/project-of.ts';
import { integratedCommits, pushedCommits } from '../../gateway/report/git-work.ts';
import { limitsLine, type UndoneWork, undoneLines } from '../../gateway/report/undo-report.ts';
import { workDone } from '../../gateway/report/work-done.ts';
import { queueAgain } from '../../gateway/tasks/resume-task.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { whyFailed } from '../../gateway/workers.ts';
import type { RewindRecord, RewindWork } from './rewind.ts';
import { madeBranchAfter, planAsOf, type RewindRound, roundsOf, writtenAsOf } from './rounds.ts';
import { rewindTexts } from './texts/texts.ts';

export interface RewindWorkerParts {
  readonly rows: RewindWork;
  readonly store: Transactions & TaskStores & Pick<Store, 'approvals'>;
  readonly program: Pick<ProgramFacts, 'workspaces'>;
  readonly checkpoints: Pick<Checkpoints, 'plan' | 'apply'>;
  readonly outgoing: Pick<OutgoingMessages, 'outbox' | 'nudge'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends background commands of a task. */
  endCommands(session: SessionRecord): Promise<void>;
  /** Called inside the transaction that stores that changes of the session were taken back. */
  undone(session: SessionId): void;
  /** Called when work in these files may begin again. */
  wake(): void;
}

const NOTHING: UndoResult = {
  restored: [],
  removed: [],
  merged: [],
  kept: [],
  dropped: [],
  branchRemoved: null,
  commitsKept: null,
  unknownSteps: 0,
};

/**
 * Takes tasks back to a round. Until a rewind is done the task is queued and cannot begin; the plan for its files is
 * stored before any is touched, and history, checklist, new words and report in the last commit: the next program
 * finishes an interrupted one. One at a time, because they may change the same files.
 */
export class RewindWorker {
  readonly #parts: RewindWorkerParts;
  readonly #queue = createSerialQueue();
  /** Rewinds that this program works on, so that they are not begun again. */
  readonly #begun = new Set<number>();
  /** Sessions whose run has begun in this program and has not ended. */
  readonly #running = new Set<SessionId>();

  constructor(parts: RewindWorkerParts) {
    this.#parts = parts;
  }

  /** Wraps a run: rewinds that were requested meanwhile begin when it has ended. */
  around(run: RunSession): RunSession {
    return async (id, control) => {
      this.#running.add(id);
      try {
        return await run(id, control);
      } finally {
        this.#running.delete(id);
        this.takeUp();
      }
    };
  }

  /** Call it after the commit that stored a rewind. */
  takeUp(): void {
    const { rows, store, instance } = this.#parts;
    for (const { seq, session } of rows.listUnfinished(instance)) {
      if (this.#begun.has(seq) || this.#running.has(session)) continue;
      if (isToEnd(store.sessions.get(session))) continue;
      this.#begun.add(seq);
      void this.#queue.run(() => this.#carryOut(seq));
    }
  }

  /** Resolves when no rewind is running. */
  idle(): Promise<void> {
    return this.#queue.settled();
  }

  /** Continues what an earlier program left. */
  recover(): void {
    const { rows, store, instance, outgoing } = this.#parts;
    for (const { seq, session: id, locale, conversation } of rows.listUnfinished(instance)) {
      const session = store.sessions.get(id);
      if (session === undefined || this.#begun.has(seq)) continue;
      const text = rewindTexts(texts(locale)).resumed(taskLine(session));
      const key = `rewind-restart:${seq}:${instance}`;
      outgoing.outbox.enqueue({ conversation, key, body: { kind: 'text', text } });
    }
    this.takeUp();
  }

  async #carryOut(seq: number): Promise<void> {
    const { rows, store, log, outgoing, wake } = this.#parts;
    try {
      const rewind = rows.get(seq);
      const session = rewind && store.sessions.get(rewind.session);
      if (rewind === undefined || session === undefined) return;
      await this.#rewind(rewind, session);
      outgoing.nudge();
      wake();
    } catch (error) {
      // If storing failed, the row stays as it is, and the next program tries again.
      log.error('rewind.failed', { rewind: seq, error: messageOf(error) });
    }
  }

  async #rewind(rewind: RewindRecord, session: SessionRecord): Promise<void> {
    const { rows, store, checkpoints, program, endCommands } = this.#parts;
    const words = texts(rewind.locale);
    let taken: RewoundWork;
    try {
      assertSameProject(session, program);
      // Background commands would write into files that are just being restored.
      await endCommands(session);
      const round = roundsOf(session, store).all.find(({ number }) => number === rewind.round);
      if (round === undefined) throw new Failure('not-found', rewindTexts(words).gone);
      const work = workAfter(round, session, store);
      const plan = rewind.plan ?? (await this.#plan(round, work.steps, session));
      if (plan === undefined) taken = { round, ...work, result: NOTHING };
      else {
        if (rewind.plan === undefined) rows.setPlan(rewind.seq, plan);
        taken = { round, ...work, result: await checkpoints.apply(session.workspace, plan) };
      }
    } catch (error) {
      return this.#fail(rewind, session, error);
    }
    // A stop that came meanwhile has dropped the new words.
    store.atomically(() => this.#finish(rows.get(rewind.seq) ?? rewind, session, taken));
  }

  /** Undefined when no file was changed after that round. */
  async #plan(
    { number }: RewindRound,
    steps: readonly CheckpointStep[],
    session: SessionRecord,
  ): Promise<UndoPlan | undefined> {
    const { store, checkpoints } = this.#parts;
    if (steps.length === 0) return undefined;
    const calls = store.calls.listCurrent(session.id);
    return checkpoints.plan({
      workspace: session.workspace,
      steps,
      // A branch that existed at that round is not removed together with later changes.
      ownBranch: madeBranchAfter(number, calls) ? store.ledger.ownBranch(session.id) : undefined,
      pushed: pushedCommits(session, store),
      brought: integratedCommits(session, store),
    });
  }

  /** Files, history, checklist and records agree from this commit on. */
  #finish(rewind: RewindRecord, session: SessionRecord, taken: RewoundWork): void {
    const { rows, store, undone } = this.#parts;
    const { result } = taken;
    this.#takeBackRecords(session, taken);
    rows.finish(rewind.seq, { result, messageId: this.#report(rewind, session, taken) });
    undone(session.id);
    this.#goOn(rewind, session);
    // Questions about calls that are gone.
    for (const approval of store.approvals.listOfSession(session.id)) {
      const isOpen = approval.state === 'approved' && !approval.used;
      if (isOpen) store.approvals.markUsed(approval.id);
    }
  }

  #takeBackRecords({ id, usage }: SessionRecord, { round, steps, result }: RewoundWork): void {
    const { store, clock } = this.#parts;
    const { history, ledger, calls, contexts } = store;
    const standing = calls.listCurrent(id);
    const count = (history.listCurrent(id, 0).at(-1)?.seq ?? -1) + 1;
    // Read before the rounds are taken back.
    const plan = planAsOf(round.number, standing);
    const written = writtenAsOf(round.number, standing, ledger.listWritten(id));
    const merged = new Set(result.merged);
    history.takeBack(id, {
      round: round.number,
      lastRound: usage.round,
      fromMessage: round.end,
      toMessage: count,
      since: steps.length === 0 ? 0 : (steps[0]?.seq ?? 1) - 1,
      through: steps.at(-1)?.seq ?? 0,
      atMs: clock.nowMs(),
    });
    const kept = [...result.kept.map(({ path }) => path), ...result.merged];
    const notice = { type: 'text', text: notices.rewound(kept) };
    history.append(id, count, { role: 'user', content: [notice] });
    history.setPlan(id, plan);
    for (const file of written)
      ledger.noteWritten(id, {
        ...file,
        heldForeignChanges: file.heldForeignChanges || merged.has(file.path),
      });
    for (const { hash } of result.dropped) ledger.forgetCommit(id, hash);
    if (result.branchRemoved !== null) ledger.forgetBranch(id, result.branchRemoved);
    contexts.forgetMeasured(id);
  }

  /** Queued with its new words, or parked until they come. */
  #goOn(rewind: RewindRecord, session: SessionRecord): void {
    const { store, instance, clock } = this.#parts;
    const { words, enclosure, inboxSeq, sourceMessageId } = rewind;
    const atMs = clock.nowMs();
    if (words === '') {
      const parked = { status: 'parked', reason: 'rewound', endedAtMs: atMs } as const;
      const state = { ...parked, cancelRequested: false, wakeAtMs: undefined };
      store.sessions.update(session.id, { state, atMs });
      return;
    }
    queueAgain(session, { extraMicroUsd: 0, sourceMessageId }, { store, instance, clock });
    store.steering.add({ session: session.id, text: words, enclosure, inboxSeq, atMs });
  }

  /** Returns the id of the message. */
  #report(rewind: RewindRecord, session: SessionRecord, taken: RewoundWork): string {
    const { store, outgoing } = this.#parts;
    const pullRequest = workDone(session, store).pullRequest?.url;
    const text = reportText({ rewind, session, taken, pullRequest }, texts(rewind.locale));
    const id = newMessageId();
    const { conversation } = rewind;
    outgoing.outbox.enqueue({ conversation, key: `rewind:${rewind.seq}`, id, body: { kind: 'text', text } });
    return id;
  }

  /** The task stands as it did before. */
  #fail({ seq, conversation, locale, backTo }: RewindRecord, session: SessionRecord, error: unknown): void {
    const { rows, store, outgoing, clock, log } = this.#parts;
    log.warn('rewind.failed', { rewind: seq, session_id: session.id, error: messageOf(error) });
    const text = rewindTexts(texts(locale)).failed(taskLine(session), whyFailed(error, locale));
    const body = { kind: 'text', text } as const;
    store.atomically(() => {
      rows.fail(seq);
      const state = { ...backTo, cancelRequested: false };
      store.sessions.update(session.id, { state, atMs: clock.nowMs() });
      outgoing.outbox.enqueue({ conversation, key: `rewind:${seq}`, body });
    });
  }
}

/**
 * True while the run of a task has still to end before its rewind: after a crash one of its commands may continue, and
 * only the run knows how to stop that.
 */
export function isToEnd(session: SessionRecord | undefined): boolean {
  const state = session?.state;
  if (state?.cancelRequested !== true) return false;
  return state.status === 'running' || state.status === 'queued';
}

interface RewoundWork extends UndoneWork {
  readonly round: RewindRound;
  /** Those of the rounds after it. */
  readonly steps: readonly CheckpointStep[];
  readonly result: UndoResult;
}

/** Calls in later rounds and their steps; earlier steps stay. */
function workAfter(
  { number }: RewindRound,
  { id }: SessionRecord,
  { calls, checkpoints }: Pick<Store, 'calls' | 'checkpoints'>,
): Pick<RewoundWork, 'calls' | 'steps'> {
  const later = calls.listCurrent(id).filter(({ round }) => round > number);
  const ids = new Set(later.map((call) => call.id));
  return { calls: later, steps: checkpoints.listCurrent(id).filter(({ call }) => ids.has(call)) };
}

/** Longest part of the new words that is repeated, in UTF-16 code units. */
const MAX_WORDS_LENGTH = 60;

interface RewindReportInput {
  readonly rewind: RewindRecord;
  readonly session: SessionRecord;
  readonly taken: RewoundWork;
  /** Address of the pull request of the task, if it opened one. */
  readonly pullRequest: string | undefined;
}

function reportText({ rewind, session, taken, pullRequest }: RewindReportInput, texts: Texts): string {
  const words = rewindTexts(texts);
  const resume = `${commandName(texts.commands['agent-resume'])} #${session.number}`;
  const lines = [
    words.done(taken.round.number, taskLine(session)),
    ...undoneLines(taken.result, texts),
    pullRequest === undefined ? '' : words.pullRequestOpen(pullRequest),
    limitsLine(taken, texts),
    rewind.words === '' ? words.whatInstead(resume) : words.goingOn(oneLine(rewind.words, MAX_WORDS_LENGTH)),
  ];
  return lines.filter((line) => line !== '').join('\n');
}
