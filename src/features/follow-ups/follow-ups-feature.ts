import { commandIn } from '../../agent/calls/ran-commands.ts';
import { lastTestCall } from '../../agent/calls/test-proof.ts';
import type { MessageIdentity, MessageWords } from '../../contracts/channel.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { Feature, FeatureQuestion, HandlersOf, QuestionSource } from '../../contracts/feature.ts';
import type { BackgroundEnd } from '../../contracts/run-events.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store, Transactions, WorkRecords } from '../../contracts/store.ts';
import type { WorktreeRecord, Worktrees } from '../../contracts/worktrees.ts';
import { type Clock, MINUTE_MS, SECOND_MS } from '../../core/clock.ts';
import { isFailure, messageOf } from '../../core/failure.ts';
import { type ConversationId, type InstanceId, newMessageId, type SessionId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { inlineCode } from '../../core/text.ts';
import { texts } from '../../core/texts/texts.ts';
import { repeatUntilAborted } from '../../core/waiting.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { sessionRefusal } from '../../gateway/people/authority.ts';
import { plainYesOrNo } from '../../gateway/questions/answer-words.ts';
import { lastWritten } from '../../gateway/questions/open-questions.ts';
import { workDone } from '../../gateway/report/work-done.ts';
import { isAtRest } from '../../gateway/tasks/conversation-sessions.ts';
import { resumeActions } from '../../gateway/tasks/resume-task.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { titleLine } from '../../policy/redaction.ts';
import type { FollowUp, FollowUpAction, FollowUpStore, LandedTests } from './follow-up.ts';
import { followUpTexts } from './texts/texts.ts';

/** What the program says by itself: a command that ended, tests that a merge has broken, a branch that fell behind. */
export function followUpsFeature(parts: FollowUpWorkerParts): Feature {
  const { rows } = parts;
  const worker = new FollowUpWorker(parts);
  return {
    name: 'follow-ups',
    actions: followUpActions(rows),
    questions: followUpQuestions(rows),
    runs: { onLanded: (session) => worker.landed(session) },
    reports: { takesCommandEnd: (session, end) => worker.commandEnded(session, end) },
    workers: [{ run: (signal) => worker.run(signal) }],
    tidy: () => worker.lookAtBranches(),
  };
}

function followUpActions(rows: FollowUpStore): HandlersOf<FollowUpAction> {
  return {
    'follow-ups.answer': {
      grants: () => false,
      refusal({ followUp }, context) {
        const session = rows.get(followUp)?.session;
        return session && sessionRefusal(session, context);
      },
      apply({ followUp }) {
        rows.markAnswered(followUp);
        return [];
      },
    },
  };
}

/** The offers that were made, until they are answered. */
function followUpQuestions(rows: Pick<FollowUpStore, 'listOpen' | 'findByMessage'>): QuestionSource {
  return {
    listOpen: (context, before) =>
      rows
        .listOpen(context.conversation)
        .filter(({ owner }) => owner === context.sender)
        .map((followUp) => followUpQuestion(followUp, context, before)),
    findQuoted({ gesture, quotedId }, context) {
      const target = gesture?.target ?? quotedId;
      const followUp = target === undefined ? undefined : rows.findByMessage(context.conversation, target);
      return followUp && followUpQuestion(followUp, context, undefined);
    },
  };
}

/** Its name where several are open: `f3`. */
function codeOf({ seq }: Pick<FollowUp, 'seq'>): string {
  return `f${seq}`;
}

function followUpQuestion(
  followUp: FollowUp,
  context: CommandContext,
  before: MessageIdentity | undefined,
): FeatureQuestion {
  const code = codeOf(followUp);
  const toldAtMs = followUp.toldAtMs ?? 0;
  return {
    code,
    choices: 0,
    askedAtMs: toldAtMs,
    // The program made the offer by itself: a yes after later words is not meant for it.
    isPassed: () => {
      const last = before && lastWritten(before, context);
      return last !== undefined && last.receivedAtMs > toldAtMs;
    },
    lines: [followUp.line, `   ${followUpTexts(context.texts).named(code)}`],
    reads: () => false,
    answer: (message) => answerFollowUp(followUp, message, context),
  };
}

function answerFollowUp(
  followUp: FollowUp,
  { text, gesture }: MessageWords,
  context: CommandContext,
): readonly Action[] | undefined {
  const answer = plainYesOrNo(gesture?.kind === 'reaction' ? gesture.emoji : text);
  if (answer === undefined || gesture?.kind === 'vote') return undefined;
  const texts = followUpTexts(context.texts);
  const reply = (said: string): Action => ({ kind: 'reply', text: said });
  if (followUp.owner !== context.sender) return [reply(context.texts.replies.notYours)];
  if (followUp.state !== 'told') return [reply(texts.answered)];
  const closing: FollowUpAction = { kind: 'follow-ups.answer', followUp: followUp.seq };
  if (!answer) return [closing, reply(texts.declined)];
  const session = context.store.sessions.get(followUp.session);
  if (session === undefined) return [closing, reply(texts.answered)];
  const going = resumeActions(session, { extraMicroUsd: 0, instructions: followUp.instruction }, context);
  return [closing, ...going];
}

/** How often the waiting rows are checked. */
const TICK_MS = 20 * SECOND_MS;
/** The person is about to decide about a branch that was just finished. */
const SETTLED_MS = 30 * MINUTE_MS;
/** Longest command in a line, in UTF-16 code units. */
const MAX_COMMAND_LENGTH = 60;

/** `unknown`: it may not run unasked, or did not come to an end. */
export type TestsEnd = 'passed' | 'failed' | 'unknown';

export interface FollowUpWorkerParts {
  readonly rows: FollowUpStore;
  readonly store: Transactions & WorkRecords & Pick<Store, 'sessions' | 'worktrees'>;
  readonly worktrees: Pick<Worktrees, 'countBehind'>;
  readonly outgoing: Pick<OutgoingMessages, 'outbox' | 'nudge'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  /** True in the quiet hours of this conversation. */
  isQuiet(conversation: ConversationId): boolean;
  /** True for a task whose branch is looked after on GitHub: it is asked about there. */
  hasFollowedPull(session: SessionId): boolean;
  /** Runs a command line in a project, where it needs no question. Never throws for what the command does. */
  runTests(project: string, line: string, signal: AbortSignal): Promise<TestsEnd>;
}

/** Key of the message that says it. */
export function messageKey(seq: number): string {
  return `follow-up:${seq}`;
}

/**
 * Finds what a person would want to know, stores one line and one offer for each topic, and sends it outside of quiet
 * times. The row is stored first, so that the next program reports what a killed one found.
 */
class FollowUpWorker {
  readonly #parts: FollowUpWorkerParts;

  constructor(parts: FollowUpWorkerParts) {
    this.#parts = parts;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { rows, instance, clock, log } = this.#parts;
    const work = async (): Promise<void> => {
      for (const tests of rows.listTests(instance)) await this.#runLanded(tests, signal);
      this.notifyDue();
    };
    const onError = (error: unknown): void => log.error('follow-ups.failed', { error: messageOf(error) });
    await repeatUntilAborted(work, { everyMs: TICK_MS, clock, signal, onError });
  }

  /** Says what is due, outside of quiet hours. */
  notifyDue(): void {
    const { rows, store, outgoing, instance, isQuiet } = this.#parts;
    const due = rows.listDue(instance).filter(({ conversation }) => !isQuiet(conversation));
    if (due.length === 0) return;
    store.atomically(() => {
      for (const followUp of due) this.#notify(followUp);
    });
    outgoing.nudge();
  }

  /**
   * Handles the end of a background command that no task can report any more. Call it inside a transaction. False when
   * the ordinary message says it.
   */
  commandEnded(session: SessionRecord, { id, command, fate }: BackgroundEnd): boolean {
    if (fate.kind !== 'exited' || !isAtRest(session) || session.mode !== 'agent') return false;
    if (session.origin.assignment?.kind === 'job') return false;
    const words = followUpTexts(texts(session.locale));
    const shown = inlineCode(titleLine(command, MAX_COMMAND_LENGTH));
    const { exitCode } = fate;
    const isDone = exitCode === 0;
    const line = isDone
      ? words.buildDone(shown, taskLine(session))
      : words.buildFailed(shown, exitCode, taskLine(session));
    const instruction = isDone
      ? `The background command ${command} has finished. Go on from there.`
      : `The background command ${command} failed with exit code ${exitCode}. Find out why and mend it.`;
    this.#add(session.id, { topic: `command:${session.id}:${id}`, line, instruction });
    return true;
  }

  /** A task's work was brought into its project. Call it inside that transaction. */
  landed(id: SessionId): void {
    const { rows, store, instance } = this.#parts;
    const session = store.sessions.get(id);
    if (session === undefined) return;
    // Its branch is no longer one that can fall behind.
    rows.settle(id);
    const calls = store.calls.listCurrent(id);
    const tested = lastTestCall(calls);
    const call = calls.find((one) => one.id === tested);
    const line = call && commandIn(call, calls)?.line;
    const { last } = workDone(session, store).tests;
    const hasPassed = last?.exitCode === 0 && (last.counts?.failed ?? 0) === 0;
    if (line !== undefined && hasPassed)
      rows.addTests({ session: id, project: session.project, line, instance });
  }

  /** Looks which branches that wait for a decision have fallen behind. */
  async lookAtBranches(): Promise<void> {
    const { store, clock, log } = this.#parts;
    for (const record of store.worktrees.listOlderThan(clock.nowMs() - SETTLED_MS)) {
      const waiting = this.#waitingBranch(record);
      if (waiting === undefined) continue;
      try {
        await this.#lookAtBranch(waiting.session, waiting.place);
      } catch (error) {
        if (!isFailure(error)) throw error;
        log.info('follow-ups.branch.unknown', { session_id: waiting.session.id, error: error.message });
      }
    }
  }

  /** Undefined for a branch that has been decided about, or that is asked about elsewhere. */
  #waitingBranch({ session: id, kind, project, branch, landing, made }: WorktreeRecord) {
    const { store, instance, hasFollowedPull } = this.#parts;
    const session = store.sessions.get(id);
    if (session?.instance !== instance || hasFollowedPull(id)) return undefined;
    const base = made?.baseBranch?.replace(/^refs\/heads\//, '');
    if (kind !== 'branch' || landing === 'done' || branch === undefined || base === undefined)
      return undefined;
    return { session, place: { project, branch, base } };
  }

  async #lookAtBranch(
    session: SessionRecord,
    place: { readonly project: string; readonly branch: string; readonly base: string },
  ): Promise<void> {
    const { worktrees, store, outgoing } = this.#parts;
    const { branch, base } = place;
    const commits = await worktrees.countBehind(place);
    if (commits === 0) return;
    const line = followUpTexts(texts(session.locale)).behind(inlineCode(branch), commits, inlineCode(base));
    const instruction = `Your branch has fallen ${commits} commits behind ${base}. Bring ${base} in, resolve conflicts, run the tests and commit.`;
    store.atomically(() => this.#add(session.id, { topic: `behind:${session.id}`, line, instruction }));
    outgoing.nudge();
  }

  /** Not while a task works there: its own tests will show it. */
  async #runLanded({ session: id, project, line }: LandedTests, signal: AbortSignal): Promise<void> {
    const { rows, store, outgoing, runTests } = this.#parts;
    const session = store.sessions.get(id);
    const isFree = store.sessions.listHolders(project).length === 0 && !store.worktrees.isLandingIn(project);
    const end = session !== undefined && isFree ? await runTests(project, line, signal) : 'unknown';
    // The next program runs them again.
    if (signal.aborted) return;
    store.atomically(() => {
      rows.finishTests(id);
      if (end !== 'failed' || session === undefined) return;
      const shown = inlineCode(titleLine(line, MAX_COMMAND_LENGTH));
      const said = followUpTexts(texts(session.locale)).testsRed(shown, taskLine(session));
      const instruction = `Since your work was merged into the project, ${line} fails there. Find out why and mend it.`;
      this.#add(id, { topic: `tests:${id}`, line: said, instruction });
    });
    outgoing.nudge();
  }

  /** Inside a transaction: said in the same one, unless it is quiet. */
  #add(session: SessionId, about: Pick<FollowUp, 'topic' | 'line' | 'instruction'>): void {
    const { rows, instance, clock, isQuiet } = this.#parts;
    const { topic, line, instruction } = about;
    const seq = rows.add({ topic, session, line, instruction, instance, atMs: clock.nowMs() });
    const followUp = seq === undefined ? undefined : rows.get(seq);
    if (followUp !== undefined && !isQuiet(followUp.conversation)) this.#notify(followUp);
  }

  #notify(followUp: FollowUp): void {
    const { rows, outgoing, clock } = this.#parts;
    const { seq, conversation, locale, line } = followUp;
    const id = newMessageId();
    const text = [line, followUpTexts(texts(locale)).howToAnswer(codeOf(followUp))].join('\n');
    rows.markNotified(seq, { messageId: id, atMs: clock.nowMs() });
    outgoing.outbox.enqueue({ conversation, key: messageKey(seq), id, body: { kind: 'text', text } });
  }
}
