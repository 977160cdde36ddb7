import { createApproval, newApproval } from '../../agent/calls/ask-person.ts';
import type { CheckpointStep, Checkpoints, UndoPlan, UndoResult } from '../../contracts/checkpoints.ts';
import type { ProgramFacts } from '../../contracts/commands.ts';
import type { AfterCommit } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { ApprovalRecord, Store, Transactions, WorkRecords } from '../../contracts/store.ts';
import type { BackgroundProcess } from '../../contracts/tool.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { CallId, InstanceId, SessionId } from '../../core/ids.ts';
import { canonicalJson, sha256 } from '../../core/json.ts';
import type { Log } from '../../core/log.ts';
import { type Texts, texts } from '../../core/texts/texts.ts';
import { createSerialQueue } from '../../core/work-queues.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { assertSameProject } from '../../gateway/people/project-of.ts';
import { integratedCommits, pushedCommits } from '../../gateway/report/git-work.ts';
import { commitLines, limitsLine, type UndoneWork, undoneLines } from '../../gateway/report/undo-report.ts';
import { workDone } from '../../gateway/report/work-done.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { cancelFor, nameFor } from '../../gateway/tasks/task-name.ts';
import { whyFailed } from '../../gateway/workers.ts';
import { undoTexts } from './texts/texts.ts';
import type { UndoRecord, UndoStore } from './undo.ts';

/** Stored in place of a tool for the question whether to revert. */
const REVERT_TOOL = 'undo';
/** The same for the question whether to undo at all. */
const UNDO_TOOL = 'undo_task';
/** Prefix of the call's name in such a question: the number of the last step follows it. */
const UNDO_CALL = 'undo-through-';

export interface UndoWorkerParts {
  readonly rows: UndoStore;
  readonly store: Transactions &
    WorkRecords &
    Pick<Store, 'approvals' | 'processes' | 'sessions' | 'worktrees'>;
  readonly program: Pick<ProgramFacts, 'workspaces' | 'worktrees'>;
  readonly checkpoints: Pick<Checkpoints, 'plan' | 'apply' | 'revert'>;
  readonly outgoing: Pick<OutgoingMessages, 'announcer' | 'outbox' | 'nudge'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  /** Called inside the transaction that stores that changes of the session were undone. */
  undone(session: SessionId): void;
  /** Called when work in these files may begin again. */
  wake(): void;
}

/**
 * Carries out stored undos. The plan is stored before anything is touched, and the report in the last commit: the
 * next program finishes an interrupted one. One at a time, because they may change the same files.
 */
export class UndoWorker {
  readonly #parts: UndoWorkerParts;
  readonly #queue = createSerialQueue();
  /** Undos that this program works on, so that recovery does not begin them again. */
  readonly #begun = new Set<number>();

  constructor(parts: UndoWorkerParts) {
    this.#parts = parts;
  }

  /** Call it after the commit that stored the undo. */
  begin(seq: number): void {
    this.#begun.add(seq);
    void this.#queue.run(() => this.#carryOut(seq));
  }

  /** Resolves when no undo is running. */
  idle(): Promise<void> {
    return this.#queue.settled();
  }

  /** Continues what an earlier program left. */
  recover(): void {
    const { rows, store, instance, outgoing } = this.#parts;
    for (const undo of rows.listUnfinished(instance)) {
      if (this.#begun.has(undo.seq)) continue;
      const session = store.sessions.get(undo.session);
      if (session !== undefined && undo.state !== 'done') {
        const text = undoTexts(texts(undo.locale)).resumedUndo(taskLine(session));
        const key = `undo-restart:${undo.seq}:${instance}`;
        outgoing.outbox.enqueue({ conversation: undo.conversation, key, body: { kind: 'text', text } });
      }
      this.begin(undo.seq);
    }
  }

  /**
   * Call it inside the transaction of an answer. Undefined when the question is not one of ours; otherwise what follows
   * after the commit.
   */
  answered(approval: ApprovalRecord, approved: boolean): readonly AfterCommit[] | undefined {
    const { call, id, question } = approval;
    const { tool } = question;
    if (tool === UNDO_TOOL) return approved ? this.#beginApproved(approval) : [];
    if (tool !== REVERT_TOOL) return undefined;
    const { rows, store } = this.#parts;
    const seq = seqOf(call);
    if (!approved) return [];
    store.approvals.markUsed(id);
    rows.setRevert(seq, 'wanted');
    return [() => this.begin(seq)];
  }

  /** Asks whether to undo this. Call it inside the transaction of the message. */
  ask(asked: Pick<UndoRecord, 'session' | 'conversation' | 'locale' | 'requester' | 'through'>): void {
    const { store, outgoing, clock } = this.#parts;
    const session = store.sessions.get(asked.session);
    if (session === undefined) return;
    const question = newApproval({
      session: session.id,
      call: `${UNDO_CALL}${asked.through}` as CallId,
      conversation: asked.conversation,
      requester: asked.requester,
      question: {
        tool: UNDO_TOOL,
        bindingHash: sha256(canonicalJson({ session: session.id, through: asked.through })),
        text: taskLine(session),
        details: '',
        facts: {
          reason: 'these words could mean another task.',
          rule: 'undo-in-words',
          risk: { writesOutsideGit: 'no', network: 'no', undoable: 'no' },
        },
      },
      askedAtMs: clock.nowMs(),
    });
    const approval = createApproval(store, question);
    outgoing.announcer.ask({ approval, session: { ...session, locale: asked.locale } });
  }

  /** Begins the undo after a yes, unless the files are in use by now: then the reply says so. */
  #beginApproved({
    id,
    call,
    session: sessionId,
    conversation,
    requester,
  }: ApprovalRecord): readonly AfterCommit[] {
    const { rows, store, program, outgoing, instance } = this.#parts;
    store.approvals.markUsed(id);
    const session = store.sessions.get(sessionId);
    if (session === undefined) return [];
    const { locale } = session;
    const words = texts(locale);
    const [busy] = store.sessions.listHolders(session.workspace);
    if (busy !== undefined || rows.isBusy(session.workspace)) {
      const here = { conversation, store, program, texts: words };
      const text =
        busy === undefined
          ? words.replies.filesBusy
          : undoTexts(words).busy(nameFor(busy, here), cancelFor(busy, here));
      outgoing.outbox.enqueue({ conversation, key: `undo-busy:${id}`, body: { kind: 'text', text } });
      return [];
    }
    const through = Number(call.slice(UNDO_CALL.length));
    const seq = rows.add({ instance, session: sessionId, conversation, locale, requester, through });
    return [() => this.begin(seq)];
  }

  async #carryOut(seq: number): Promise<void> {
    const { rows, store, log, outgoing, wake } = this.#parts;
    try {
      const undo = rows.get(seq);
      const session = undo && store.sessions.get(undo.session);
      if (undo === undefined || session === undefined) return;
      if (undo.state !== 'done') await this.#undo(undo, session);
      else if (undo.revert === 'wanted') await this.#revert(undo, session);
      outgoing.nudge();
      wake();
    } catch (error) {
      // If storing failed, the row stays as it is, and the next program tries again.
      log.error('undo.failed', { undo: seq, error: messageOf(error) });
    }
  }

  async #undo(undo: UndoRecord, session: SessionRecord): Promise<void> {
    const { rows, store, checkpoints, program, undone } = this.#parts;
    const steps = store.checkpoints.listThrough(session.id, undo.through);
    let result: UndoResult;
    let plan: UndoPlan;
    try {
      assertSameProject(session, program);
      plan = undo.plan ?? (await this.#plan(steps, session));
      if (undo.plan === undefined) rows.setPlan(undo.seq, plan);
      result = await checkpoints.apply(session.workspace, plan);
    } catch (error) {
      return this.#fail(undo, session, error);
    }
    store.atomically(() => {
      rows.finish(undo.seq, result);
      this.#report({ undo, session, result }, steps);
      undone(session.id);
      if (plan.repository?.revert !== undefined && result.commitsKept !== null)
        this.#askRevert({ undo, session, result }, plan.repository.revert);
    });
  }

  #plan(steps: readonly CheckpointStep[], session: SessionRecord): Promise<UndoPlan> {
    const { store, checkpoints } = this.#parts;
    return checkpoints.plan({
      workspace: session.workspace,
      steps,
      ownBranch: store.ledger.ownBranch(session.id),
      pushed: pushedCommits(session, store),
      brought: integratedCommits(session, store),
    });
  }

  #fail({ seq, conversation, locale }: UndoRecord, session: SessionRecord, error: unknown): void {
    const { rows, store, outgoing, log } = this.#parts;
    log.warn('undo.failed', { undo: seq, session_id: session.id, error: messageOf(error) });
    const text = undoTexts(texts(locale)).failed(taskLine(session), whyFailed(error, locale));
    const body = { kind: 'text', text } as const;
    store.atomically(() => {
      rows.fail(seq);
      outgoing.outbox.enqueue({ conversation, key: `undo:${session.id}:${seq}`, body });
    });
  }

  #report({ undo, session, result }: FinishedUndo, steps: readonly CheckpointStep[]): void {
    const { store, outgoing } = this.#parts;
    const all = store.calls.all(session.id);
    const first = all.findIndex(({ id }) => id === steps[0]?.call);
    const taken = { steps, calls: all.slice(Math.max(0, first)) };
    const pullRequest = workDone(session, store).pullRequest?.url;
    const background = store.processes.list(session.id, 0);
    const text = undoText({ session, result, taken, pullRequest, background }, texts(undo.locale));
    const body = { kind: 'text', text } as const;
    outgoing.outbox.enqueue({ conversation: undo.conversation, key: `undo:${session.id}:${undo.seq}`, body });
  }

  /** Asks in the ordinary way: a poll where the channel has polls, else a code to type. */
  #askRevert(done: FinishedUndo, revert: Readonly<Record<string, string>>): void {
    const { store, outgoing } = this.#parts;
    const { undo, session, result } = done;
    const commits = result.commitsKept?.commits ?? [];
    const words = texts(undo.locale);
    const question = this.#newQuestion(done, { commits, hash: sha256(canonicalJson(revert)) }, words);
    const approval = createApproval(store, question);
    outgoing.announcer.ask({ approval, session: { ...session, locale: undo.locale } });
  }

  #newQuestion(
    { undo, session }: FinishedUndo,
    {
      commits,
      hash,
    }: { readonly commits: NonNullable<UndoResult['commitsKept']>['commits']; readonly hash: string },
    texts: Texts,
  ): ApprovalRecord {
    const { clock } = this.#parts;
    return newApproval({
      session: session.id,
      call: `undo-${undo.seq}` as CallId,
      conversation: undo.conversation,
      requester: undo.requester,
      question: {
        tool: REVERT_TOOL,
        bindingHash: hash,
        text: undoTexts(texts).askRevert(commits.length),
        details: commitLines(commits).join('\n'),
        facts: {
          reason: 'these commits could not simply be dropped.',
          rule: 'undo-revert',
          risk: { writesOutsideGit: 'no', network: 'no', undoable: 'yes' },
        },
      },
      askedAtMs: clock.nowMs(),
    });
  }

  async #revert(undo: UndoRecord, session: SessionRecord): Promise<void> {
    const { rows, store, outgoing } = this.#parts;
    const { seq, conversation } = undo;
    const text = await this.#reverted(undo, session);
    store.atomically(() => {
      rows.setRevert(seq, 'done');
      outgoing.outbox.enqueue({ conversation, key: `undo-revert:${seq}`, body: { kind: 'text', text } });
    });
  }

  async #reverted({ plan, conversation, locale }: UndoRecord, session: SessionRecord): Promise<string> {
    const { store, program, checkpoints, log } = this.#parts;
    const words = texts(locale);
    const undo = undoTexts(words);
    const here = { conversation, store, program, texts: words };
    const [busy] = store.sessions.listHolders(session.workspace);
    if (busy !== undefined) return undo.busy(nameFor(busy, here), cancelFor(busy, here));
    try {
      if (plan === undefined) throw new Error(`an undo of ${session.id} ended without a plan`);
      const { hash, subject } = await checkpoints.revert(session.workspace, plan);
      return undo.reverted(hash.slice(0, 7), subject);
    } catch (error) {
      log.warn('undo.revert_failed', { session_id: session.id, error: messageOf(error) });
      return undo.notReverted(whyFailed(error, locale));
    }
  }
}

interface FinishedUndo {
  readonly undo: UndoRecord;
  readonly session: SessionRecord;
  readonly result: UndoResult;
}

function seqOf(call: string): number {
  return Number(call.slice('undo-'.length));
}

interface UndoReportInput {
  readonly session: SessionRecord;
  readonly result: UndoResult;
  readonly taken: UndoneWork;
  /** Address of the pull request of the task, if it opened one. */
  readonly pullRequest: string | undefined;
  /** Background commands of the task, ended or not. */
  readonly background: readonly Pick<BackgroundProcess, 'fate'>[];
}

/** What was undone, and what was not and why. */
function undoText(
  { session, result, taken, pullRequest, background }: UndoReportInput,
  texts: Texts,
): string {
  const undo = undoTexts(texts);
  const { restored, removed, merged, dropped, abandoned } = result;
  const isNothing =
    restored.length + removed.length + merged.length + dropped.length === 0 && abandoned === undefined;
  const name = taskLine(session);
  const lines = [
    isNothing ? undo.nothingToDo(name) : undo.done(name),
    ...undoneLines(result, texts),
    pullRequest === undefined ? '' : undo.closePullRequest(pullRequest),
    background.some(({ fate }) => fate === undefined) ? undo.stillRunning : '',
    background.length > 0 ? undo.ranBeside : '',
    limitsLine(taken, texts),
  ];
  return lines.filter((line) => line !== '').join('\n');
}
