import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProjectMap } from '../contracts/code.ts';
import type { GitTrouble } from '../contracts/git.ts';
import type { Block, ModelMessage } from '../contracts/model.ts';
import type { RunControl } from '../contracts/run-events.ts';
import type { Outcome, SessionRecord } from '../contracts/session.ts';
import type { SessionRest } from '../contracts/session-stores.ts';
import type { InstanceId, SessionId } from '../core/ids.ts';
import { createTurns, type Turns } from '../core/work-queues.ts';
import { hasTool } from '../policy/call-rules.ts';
import { ActiveSession } from './active-session.ts';
import { budgetFacts, judgeBudget } from './budget/budget.ts';
import { limitsOf } from './budget/limits.ts';
import { announceLastReply } from './budget/money-question.ts';
import { recordEnds } from './calls/background-ends.ts';
import { callEnd } from './calls/call-end.ts';
import { answerRequest, type CompactionResult, compactHistory } from './context/compact.ts';
import { isFilePicture } from './context/file-pictures.ts';
import { textBlock } from './context/person-blocks.ts';
import { runSession } from './loop.ts';
import { callKey, LOOP_WINDOW } from './loops/loop-guard.ts';
import { notices } from './notices.ts';
import type { AgentParts } from './parts.ts';
import { bootstrapNames, withBootstrap } from './prompt/bootstrap.ts';
import { firstMessage } from './prompt/first-message.ts';
import { projectNotes } from './prompt/folder-notes.ts';
import { projectMap } from './prompt/project-map.ts';
import { withInstructions } from './prompt/prompt.ts';
import { worktreeNote } from './prompt/worktree-note.ts';
import { SubCalls } from './sub-agents/sub-calls.ts';
import { takeTerms } from './take-terms.ts';

export interface Agent {
  /**
   * Works on a session until it ends, waits for a person, or is stopped; stores and announces the outcome. Safe to
   * call again after a crash at any point: it continues from the rows. Throws only for bugs and when nothing can be
   * stored.
   */
  run(id: SessionId, control: RunControl): Promise<Outcome>;
  /** Records the ends of background commands that nobody polled; their audit rows are complete then. Safe to repeat. */
  recordEnds(instance: InstanceId): Promise<void>;
  /** Prepares what the first session needs, in turns of the loop; nothing depends on it. */
  warm(): Promise<void>;
}

export function createAgent(parts: AgentParts): Agent {
  const turns = createTurns();
  return {
    async run(id, control) {
      // Nothing from the message to the first request waits for anything. Without these two turns the first task, whose
      // code is not compiled yet, stops the event loop for over 50 ms.
      await nextTurn();
      const record = parts.store.sessions.get(id);
      if (record === undefined) throw new Error(`there is no session ${id}`);
      const { toolbox, gitTrouble, map, secretsLearned } = await loadRunInputs(record, parts, turns);
      await nextTurn();
      const session = new ActiveSession(parts, record, control, toolbox);
      session.portsOf = (parent, terms) => new SubCalls(session, parent, terms);
      recallCalls(session);
      let outcome: Outcome | undefined;
      try {
        outcome = (await compactAtRest(session)) ?? (await takeTerms(session));
        if (outcome !== undefined) return outcome;
        // The person knows of it before money is spent on work that cannot be committed.
        if (gitTrouble !== undefined)
          session.writes.defer(() => parts.outgoing.announcer.announceGitTrouble(session.record, gitTrouble));
        const sessionNotes = await unsentSessionNotes(session, secretsLearned);
        await session.history.documents.bring();
        beginRun(session, { map, sessionNotes });
        outcome = await runSession(session, turns);
        return outcome;
      } finally {
        session.trace.end(outcome);
        session.writes.close();
      }
    },
    async recordEnds(instance) {
      if ((await recordEnds(parts, instance)) > 0) parts.outgoing.nudge();
    },
    async warm() {
      parts.reading.prompts.system('agent');
      await nextTurn();
      parts.toolboxes.common.specs('agent');
      await nextTurn();
      parts.reading.maps?.warm();
    },
  };
}

/** Collects what a run needs to know about the project. Each read waits for the disk, so they run in parallel. */
async function loadRunInputs(record: SessionRecord, parts: AgentParts, turns: Turns) {
  const isNew = record.prompt.system === undefined;
  // A worktree is new for each task: it uses the map of its project.
  const map = isNew ? parts.reading.maps?.lastDrawn(record.project) : undefined;
  const secretsLearned = learnSecretsOf(record, parts);
  const [toolbox, gitTrouble] = await Promise.all([
    turns.next().then(() => parts.toolboxes.of(record)),
    isNew ? gitTroubleOf(record, parts) : undefined,
    // A task that begins with its words alone has nothing to redact before the notes about its chat.
    isNew && record.origin.assignment === undefined ? undefined : secretsLearned,
  ]);
  return { toolbox, gitTrouble, map, secretsLearned };
}

/**
 * A failure is thrown where this is awaited. Without `catch`, Node would end the program when something else fails
 * first.
 */
function learnSecretsOf({ workspace }: SessionRecord, { redactor }: AgentParts): Promise<void> {
  const learned = redactor.learnSecrets(workspace);
  learned.catch(() => undefined);
  return learned;
}

async function gitTroubleOf(record: SessionRecord, parts: AgentParts): Promise<GitTrouble | undefined> {
  if (record.mode !== 'agent' || !parts.settings.access.writeEnabled) return undefined;
  // A worktree was made by a working git and has the right branch, or none, so nothing needs checking.
  if (record.workspace !== record.project) return undefined;
  return parts.reading.workspace(record.workspace).git.findTrouble();
}

/**
 * The session notes that the model has not been sent yet. They come before the person's words, each once in a session.
 */
async function unsentSessionNotes(
  session: ActiveSession,
  secretsLearned: Promise<void>,
): Promise<readonly string[]> {
  const { record, parts } = session;
  if (session.round.openCalls.length > 0) return [];
  const found = await parts.assignments.sessionNotes(record, session.control.signal);
  await secretsLearned;
  const notes = found.map(parts.redactor.redact);
  const isSent = (note: string) =>
    session.history.messages.some(({ content }) =>
      content.some(({ type, text }) => type === 'text' && typeof text === 'string' && text.includes(note)),
    );
  return notes.filter((note) => !isSent(note));
}

interface AtStart {
  readonly map: ProjectMap | undefined;
  readonly sessionNotes: readonly string[];
}

/** Brings the history to a point from which the model, or an open call, can go on. */
function beginRun(session: ActiveSession, { map, sessionNotes }: AtStart): void {
  const { record, parts, guards } = session;
  if (record.terms?.isPlanned) guards.loops.off();
  session.writes.defer(() => parts.outgoing.announcer.announceRun(record));
  session.writes.change({
    state: { status: 'running', endedAtMs: undefined, wakeAtMs: undefined, reason: undefined },
  });
  if (session.history.messages.length === 0) beginNew(session, { map, sessionNotes });
  else if (session.round.openCalls.length === 0) continueHistory(session, sessionNotes);
  announceLastReply(session);
  // Calls of a killed program may take long to look into, and until then nothing else would be stored.
  if (session.round.openCalls.some(({ state }) => state === 'started')) session.writes.commitUnflushed();
}

/** Continues an ended or interrupted history with the person's words or, after a resume without words, a nudge. */
function continueHistory(session: ActiveSession, sessionNotes: readonly string[]): void {
  const steering = session.history.takeSteering();
  const last = session.history.messages.at(-1);
  if (steering.length > 0)
    session.history.addMessage({
      role: 'user',
      content: [...sessionNotes.map(textBlock), ...steering],
    });
  else if (last?.role === 'assistant') session.history.addUserText(notices.goOn);
}

function beginNew(session: ActiveSession, { map, sessionNotes }: AtStart): void {
  const { parts, record } = session;
  const { redact } = parts.redactor;
  const { task, workspace, project, mode, terms } = record;
  const files = parts.reading.bootstrap(project, bootstrapNames(mode, parts.people.ownerAlone(record)));
  session.history.freeze(
    withInstructions(withBootstrap(parts.reading.prompts.system(mode), files, redact), terms),
    session.toolbox.specs(mode).filter(({ name }) => hasTool(terms, name) && isUsable(name, session)),
  );
  const text = firstMessage({
    task: terms?.brief ?? task,
    workspace,
    writeEnabled: parts.settings.access.writeEnabled && mode === 'agent',
    nowMs: parts.clock.nowMs(),
    redact,
    worktree: worktreeNote(parts.store.worktrees.findActive(record)),
    notes: projectNotes(workspace, redact),
    sessionNotes,
    map: map && projectMap(map, parts.settings.mapTokens, redact),
  });
  session.history.addMessage({ role: 'user', content: [textBlock(text), ...session.history.takeSteering()] });
}

/** False for a tool that returns pictures when the session's model cannot see any. */
function isUsable(tool: string, { parts, record, toolbox }: ActiveSession): boolean {
  const needsVision = toolbox.tools.find(({ name }) => name === tool)?.needsVision === true;
  return !needsVision || parts.reading.sentFiles.hasVision(record.prompt.model);
}

/**
 * Compacts an idle session because the person asked for it, and leaves its state unchanged. It stays queued
 * meanwhile: after a crash it is simply begun again.
 * @returns undefined when the person has written something and the session runs on as usual
 */
async function compactAtRest(session: ActiveSession): Promise<Outcome | undefined> {
  const { store } = session.parts;
  const { id } = session.record;
  const rest = store.contexts.findRequest(id)?.backTo;
  if (rest === undefined) return undefined;
  const restore = (): void =>
    store.sessions.update(id, { state: stateOf(rest), atMs: session.parts.clock.nowMs() });
  const isSpoken = (): boolean => store.steering.listUnread(id).length > 0;
  if (isSpoken()) return resumeRun(session);
  if (isOverMoney(session)) return endWith(session, 'money', restore);
  const done = await compactHistory(session, { overflow: undefined, also: () => isSpoken() || restore() });
  if (done.kind !== 'done')
    return isSuspended(done, session) ? SUSPENDED : endWith(session, reasonNotCompacted(done), restore);
  return isSpoken() ? resumeRun(session) : SUSPENDED;
}

/** The rows say how it continues. */
const SUSPENDED: Outcome = { kind: 'suspended' };

function stateOf({ status, reason, endedAtMs }: SessionRest) {
  return { status, reason, endedAtMs, cancelRequested: false };
}

function endWith(session: ActiveSession, why: 'nothing' | 'money' | 'failed', restore: () => void): Outcome {
  session.writes.commit(() => {
    answerRequest(session, why);
    restore();
  });
  session.parts.outgoing.nudge();
  return SUSPENDED;
}

function reasonNotCompacted({ kind }: Exclude<CompactionResult, { kind: 'done' }>): 'nothing' | 'failed' {
  return kind === 'nothing' ? 'nothing' : 'failed';
}

/** The program is ending: the next one does it. */
function isSuspended(done: CompactionResult, { control: { signal } }: ActiveSession): boolean {
  return done.kind === 'fault' && done.fault.kind === 'stopped' && signal.reason !== 'cancel';
}

/** Begins a new run, as after a resume; a pending request for compaction is carried out in it. */
function resumeRun(session: ActiveSession): undefined {
  const { contexts } = session.parts.store;
  const { id, usage } = session.record;
  const request = contexts.findRequest(id);
  if (request !== undefined)
    session.writes.defer(() => contexts.setRequest(id, { ...request, backTo: undefined }));
  session.writes.change({ usage: { runStartRound: usage.round } });
}

function isOverMoney(session: ActiveSession): boolean {
  const budget = judgeBudget(budgetFacts(session), limitsOf(session));
  return budget.kind === 'stop' && budget.reason !== 'time';
}

/**
 * Fills loop detection from the rows of the calls since the person's last message: its counters live in memory, and
 * every question and restart would otherwise reset them.
 */
function recallCalls({ record, history, guards, parts, toolbox }: ActiveSession): void {
  const rounds = Math.min(repliesSinceWords(history.messages), LOOP_WINDOW);
  for (let round = record.usage.round - rounds + 1; round <= record.usage.round; round += 1) {
    for (const call of parts.store.calls.listOfRound(record.id, round)) {
      if (call.state !== 'done' || call.result === undefined) continue;
      const turn = guards.loops.goOn(callKey(call.tool, call.input), round);
      const isSkipped = call.result.text === notices.skippedPingPong(call.tool);
      guards.loops.end(
        turn,
        isSkipped ? { result: undefined, mutated: false } : callEnd(toolbox.tools, call, call.result),
      );
    }
  }
}

function repliesSinceWords(messages: readonly ModelMessage[]): number {
  const words = messages.findLastIndex(
    ({ role, content }) =>
      role === 'user' && content.some((block, at) => isOfPerson(block) && !isFilePicture(content, at)),
  );
  return messages.slice(words + 1).filter(({ role }) => role === 'assistant').length;
}

/** True for the person's words and pictures, and for what stands for their request to go on. */
function isOfPerson({ type, text }: Block): boolean {
  if (type === 'image') return true;
  return (
    type === 'text' &&
    typeof text === 'string' &&
    (text.startsWith(notices.steering('')) || text === notices.goOn)
  );
}
