import type { TakenFiles } from '../contracts/checkpoints.ts';
import type { Block, ModelMessage, ModelReply, ToolSpec } from '../contracts/model.ts';
import type { RunControl, RunEvent } from '../contracts/run-events.ts';
import { type Outcome, type RecordChange, type SessionRecord, withChange } from '../contracts/session.ts';
import type { Compaction } from '../contracts/session-stores.ts';
import type { CallRecord, CallResult } from '../contracts/store.ts';
import type { Checklist, SessionWorkspace } from '../contracts/tool.ts';
import { isoTime } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { JsonObject } from '../core/json.ts';
import { costAndTokens } from '../models/profile.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { openCall, redactResult, toCallWithResult } from './calls/call-record.ts';
import { logProgress } from './calls/command-journal.ts';
import { troubleOf } from './calls/ran-commands.ts';
import { withoutUnchanged } from './calls/unchanged-reads.ts';
import { BroughtDocuments, personBlocks } from './context/person-blocks.ts';
import { SessionContext } from './context/session-context.ts';
import { tokensCounted } from './context/size.ts';
import { LoopGuard } from './loops/loop-guard.ts';
import { createChecklist, createLedger, type Ledger } from './memory.ts';
import type { AgentParts } from './parts.ts';
import { SessionTrace } from './session-trace.ts';
import type { PortsOf } from './sub-agents/sub-agent-ports.ts';
import { compactionLine, messageLine, outcomeLine, roundLine, type TranscriptFile } from './transcript.ts';

/**
 * When a round is stored. `at-once`: on disk before the next request. `unflushed`: committed before it, so a kill
 * loses nothing. `meanwhile`: while the request runs.
 */
export type RoundStoring = 'at-once' | 'unflushed' | 'meanwhile';

/**
 * One session while a worker has it: the history in memory and its rows in step. Writes that may share a commit with
 * the next one are deferred; `commit` makes all of them durable at once and then appends the transcript. Nothing is
 * sent to the model, started or shown before the commit that it depends on.
 */
export class ActiveSession {
  readonly parts: AgentParts;
  readonly control: RunControl;
  readonly toolbox: Toolbox;
  readonly workspace: SessionWorkspace;
  readonly ledger: Ledger;
  readonly plan: Checklist;
  readonly guards = new Guards();
  readonly trace: SessionTrace;
  /** The project's files after the last call that may change them; on disk before the next one has an effect. */
  lastCheckpoint: TakenFiles | undefined;
  /** The history as it is sent. */
  readonly context: SessionContext;
  readonly documents: BroughtDocuments;
  record: SessionRecord;
  portsOf: PortsOf | undefined;
  /** Calls of the last reply whose results are not in the history yet. */
  openCalls: CallRecord[];
  /** True when the last reply was taken in this run. */
  tookReply = false;
  /** Folders whose notes need not be looked for again; see `folderNotes`. */
  readonly lookedAt = new Set<string>();
  /** True when a result of this round could not be obtained again unchanged, or only for money. */
  isUnrepeatable = false;

  #transcript: TranscriptFile | undefined;
  readonly #startedUpMs: number;
  #activeBeforeMs: number;
  #tools: readonly ToolSpec[] | undefined;
  #deferred: (() => void)[] = [];
  /** Changes of the record that the next commit stores. */
  #change: RecordChange | undefined;
  /** Lines of the transcript for the next commit, and of earlier ones that are not written yet. */
  readonly #lines: JsonObject[] = [];
  readonly #stored: JsonObject[] = [];
  #unreported: (() => void) | undefined;

  constructor(parts: AgentParts, record: SessionRecord, control: RunControl, toolbox: Toolbox) {
    this.parts = parts;
    this.control = control;
    this.toolbox = toolbox;
    this.record = record;
    this.workspace = parts.reading.workspace(record.workspace);
    this.context = new SessionContext(parts.store, record.id);
    this.documents = new BroughtDocuments({
      workspace: record.workspace,
      sentFiles: parts.reading.sentFiles,
      unread: () => parts.store.steering.listUnread(record.id),
    });
    this.openCalls = endsWithCalls(this.messages)
      ? [...parts.store.calls.listOfRound(record.id, record.usage.round)]
      : [];
    this.ledger = createLedger(this);
    this.plan = createChecklist(this);
    this.trace = new SessionTrace(parts.tracer, this);
    this.#startedUpMs = parts.clock.upMs();
    this.#activeBeforeMs = record.usage.activeMs;
  }

  get messages(): readonly ModelMessage[] {
    return this.context.messages;
  }

  /** Active time of the present run, in milliseconds. */
  activeMs(): number {
    return this.#activeBeforeMs + Math.round(this.parts.clock.upMs() - this.#startedUpMs);
  }

  /** Counts what a command of an earlier program worked beyond the time that this one watched it. */
  addActive(ms: number): void {
    this.#activeBeforeMs += ms;
  }

  emit(event: RunEvent): void {
    this.control.onEvent(event);
  }

  /** Remembers a write for the next commit; if the program dies before, the step that caused it is done again. */
  defer(write: () => void): void {
    this.#deferred.push(write);
  }

  /** Makes everything deferred, and `work`, durable in one commit; then appends the transcript. */
  commit(work?: () => void): void {
    this.#commitBy(this.parts.store.atomically, work);
  }

  /** Like `commit`, but a power cut before the next `commit` loses it: for work that can simply be done again. */
  commitUnflushed(): void {
    this.#commitBy(this.parts.store.unflushed);
  }

  /** Like `commitUnflushed`, right before a request, which does not wait for the transcript: see `writeTranscript`. */
  commitToAsk(): void {
    this.#store(this.parts.store.unflushed);
  }

  /**
   * Appends what is committed and not in the transcript yet. A kill before is made good when the file is opened again.
   */
  writeTranscript(): void {
    if (this.#stored.length > 0) this.#append(this.#stored.splice(0));
  }

  change(change: RecordChange): void {
    this.record = withChange(this.record, change);
    const { store, clock } = this.parts;
    if (this.#change === undefined)
      this.defer(() => store.sessions.update(this.record.id, { ...this.#change, atMs: clock.nowMs() }));
    this.#change = withChange(this.#change ?? {}, change);
  }

  /** What every request of the session begins with. */
  freeze(system: string, tools: readonly ToolSpec[]): void {
    this.change({ prompt: { system, tools: JSON.stringify(tools) } });
    this.#tools = tools;
  }

  /** Tools as they were frozen at the start of the session. */
  tools(): readonly ToolSpec[] {
    this.#tools ??= readTools(this.record);
    return this.#tools;
  }

  /**
   * Messages of the person that the model has not seen; marked as taken with the next commit. Bring their documents
   * first.
   */
  takeSteering(): readonly Block[] {
    const { steering } = this.parts.store;
    const { id, usage } = this.record;
    const pending = steering.listUnread(id);
    const last = pending.at(-1);
    if (last === undefined) return [];
    this.#followLanguage();
    this.defer(() => steering.markTaken(id, last.seq, usage.round));
    this.guards.loops.reset();
    return personBlocks(pending, this);
  }

  addMessage(message: ModelMessage): void {
    const seq = this.context.add(message);
    this.defer(() => this.parts.store.history.append(this.record.id, seq, message));
    this.#lines.push(messageLine(message, seq));
  }

  /**
   * From this commit on requests begin with `compaction` instead of the history so far. `also` belongs to the same
   * commit.
   */
  replaceContext(compaction: Compaction, also: () => void): void {
    const { contexts } = this.parts.store;
    const { id } = this.record;
    this.#lines.push(compactionLine(compaction));
    this.commit(() => {
      contexts.add(id, compaction);
      contexts.forgetRequest(id);
      also();
    });
    this.context.replace(compaction);
    // Results that were read before are no longer sent: reading them again is not a loop.
    this.guards.loops.reset();
    this.lookedAt.clear();
    this.parts.outgoing.nudge();
  }

  /** Adds text of the program, not of the person, as a user message of its own. */
  addUserText(text: string): void {
    this.addMessage({ role: 'user', content: [{ type: 'text', text }] });
  }

  /** Records a reply with its price and its calls; the round begins here. */
  addReply(reply: ModelReply): void {
    const { store, clock } = this.parts;
    const round = this.record.usage.round + 1;
    this.addMessage({ role: 'assistant', content: reply.content });
    this.tookReply = true;
    this.addSpendingOf(reply, this.record.prompt.model, round);
    const measured = this.context.measure(tokensCounted(reply.usage));
    if (measured !== undefined) this.defer(() => store.contexts.setMeasured(this.record.id, measured));
    this.change({ usage: { round, activeMs: this.activeMs() } });
    const session = this.record.id;
    this.openCalls = reply.calls.map((call, position) => openCall(call, { session, round, position }));
    for (const call of this.openCalls) this.defer(() => store.calls.add(call));
    this.#lines.push({
      type: 'reply',
      round,
      at: isoTime(clock.nowMs()),
      usage: { ...reply.usage },
    });
  }

  /**
   * Call it when the last reply only ended the run. Without calls it is not a round: the next one gets its
   * number.
   */
  uncountReply(): void {
    this.change({ usage: { round: this.record.usage.round - 1 } });
  }

  /** Counts the cost of a reply that is not kept in the history. Returns it in millionths of a dollar. */
  addSpendingOf(
    { usage }: Pick<ModelReply, 'usage'>,
    model = this.record.prompt.model,
    round = this.record.usage.round,
  ): number {
    const { id: session, owner: person, prompt, usage: before } = this.record;
    const { microUsd, tokens, isKnown } = costAndTokens(usage, this.parts.models.priceOf(model));
    const costKnown = model === prompt.model ? isKnown : before.costKnown;
    const costMicroUsd = before.costMicroUsd + microUsd;
    this.change({ usage: { costMicroUsd, costKnown, tokens: before.tokens + tokens } });
    const atMs = this.parts.clock.nowMs();
    this.defer(() => this.parts.store.spending.add({ session, round, person, model, usage, microUsd, atMs }));
    return microUsd;
  }

  /** Marks a call as asked; the question itself is stored by the caller in the same commit. */
  markWaiting(call: CallRecord): void {
    this.#followLanguage();
    this.openCalls[call.position] = { ...call, state: 'waiting' };
    this.defer(() => this.parts.store.calls.markWaiting(call.session, call.id));
  }

  /** Gives a call of the last reply its result; stored with the next commit. */
  finishCall(call: CallRecord, found: CallResult): void {
    const result = redactResult(found, this.parts.redactor);
    this.openCalls[call.position] = { ...call, state: 'done', result };
    // In the commit of the result: a recovered command counts exactly once.
    this.change({ usage: { activeMs: this.activeMs() } });
    this.defer(() => this.parts.store.calls.markDone(call.session, call.id, result));
  }

  /** Puts the results of all calls, then `extras`, into the history as one user message: the end of a round. */
  closeRound(
    extras: readonly Block[],
    { isLastRound, storing }: { isLastRound: boolean; storing: RoundStoring },
  ): void {
    const calls = this.openCalls;
    const results = withoutUnchanged(this.context.reads, calls.map(toCallWithResult));
    this.addMessage({ role: 'user', content: [...results, ...extras] });
    this.change({ usage: { activeMs: this.activeMs() } });
    this.openCalls = [];
    this.isUnrepeatable = false;
    const progress = {
      session: this.record,
      round: this.record.usage.round,
      isLastRound,
      plan: this.plan.get(),
      tools: calls.map((call) => call.tool),
      troubles: calls.flatMap((call) => troubleOf(call) ?? []),
      elapsedMs: this.activeMs(),
    };
    this.#lines.push(roundLine(this, calls));
    this.defer(() => this.parts.outgoing.announcer.announceProgress(progress));
    if (storing === 'at-once') this.commit();
    else if (storing === 'unflushed') this.commitUnflushed();
    this.emit({ kind: 'round-ended', progress });
    this.#unreported = () => {
      logProgress(this.parts.log, progress);
      this.parts.outgoing.nudge();
    };
  }

  /** Stores the round that was closed last and shows it, unless that was done already. */
  showRound(): void {
    const notify = this.#unreported;
    if (notify === undefined) return;
    this.#unreported = undefined;
    if (this.#deferred.length > 0) this.commitUnflushed();
    notify();
  }

  /** Stores how the run ended together with the message that tells the person (`notify`). */
  end(
    outcome: Exclude<Outcome, { kind: 'waiting' | 'suspended' }>,
    notify = (): void => this.parts.outgoing.announcer.announceEnd(this.record, outcome),
  ): Outcome {
    this.showRound();
    this.#followLanguage();
    const nowMs = this.parts.clock.nowMs();
    this.change({
      state: {
        status: outcome.kind,
        reason: 'reason' in outcome ? outcome.reason : undefined,
        wakeAtMs: outcome.kind === 'paused' ? outcome.untilMs : undefined,
        cancelRequested: false,
        ...(outcome.kind === 'paused' ? {} : { endedAtMs: nowMs }),
      },
      usage: { activeMs: this.activeMs() },
    });
    this.#lines.push(outcomeLine(outcome, nowMs));
    this.commit(notify);
    this.parts.outgoing.nudge();
    return outcome;
  }

  /** Call it before the worker is released. */
  release(): void {
    this.writeTranscript();
    this.#transcript?.close();
  }

  /** What people have written since this run began may have changed the language of the chat. */
  #followLanguage(): void {
    const stored = this.parts.store.sessions.get(this.record.id);
    if (stored !== undefined) this.record = { ...this.record, locale: stored.locale };
  }

  #commitBy(commit: AgentParts['store']['atomically'], work?: () => void): void {
    this.#store(commit, work);
    this.writeTranscript();
  }

  #store(commit: AgentParts['store']['atomically'], work?: () => void): void {
    const writes = this.#deferred;
    commit(() => {
      this.#assertHeld();
      for (const write of writes) write();
      work?.();
    });
    this.#deferred = [];
    this.#change = undefined;
    this.#stored.push(...this.#lines.splice(0));
  }

  /** Checked in the same commit as the write: only the program that holds the session may change it. */
  #assertHeld(): void {
    const { id, instance } = this.record;
    if (this.parts.store.sessions.isHeldBy(id, instance)) return;
    throw new Failure(
      'conflict',
      `Another program has taken over session ${id}, so this one stops working on it. Run only one on this data folder.`,
      { facts: { session: id } },
    );
  }

  #append(lines: readonly JsonObject[]): void {
    if (this.#transcript !== undefined) {
      this.#transcript.append(lines);
      return;
    }
    // Opened with the first commit, when prompt and tools are frozen: `open` writes every message that is not there.
    const { contexts, history } = this.parts.store;
    const { id } = this.record;
    const kept = {
      messages: this.context.all(),
      compactions: contexts.all(id),
      takenBack: history.listTakenBack(id),
    };
    this.#transcript = this.parts.transcripts.open(this.record, kept);
    this.#transcript.append(lines.filter(({ type }) => type !== 'message' && type !== 'compaction'));
  }
}

/** Counters of a run. A restart resets the counts; the calls are read back from their rows. */
class Guards {
  readonly loops = new LoopGuard();
  #malformedRounds = 0;
  #unproductiveReplies = 0;

  /** Rounds in a row, this one included, whose calls could not be parsed. */
  countMalformed(unusable: boolean): number {
    this.#malformedRounds = unusable ? this.#malformedRounds + 1 : 0;
    return this.#malformedRounds;
  }

  /** Replies in a row, this one included, without use. */
  countUnproductive(unproductive: boolean): number {
    this.#unproductiveReplies = unproductive ? this.#unproductiveReplies + 1 : 0;
    return this.#unproductiveReplies;
  }
}

function endsWithCalls(messages: readonly ModelMessage[]): boolean {
  const last = messages.at(-1);
  return last?.role === 'assistant' && last.content.some((block) => block.type === 'tool_use');
}

/** This program wrote it from the same type when the session began. */
function readTools(record: SessionRecord): readonly ToolSpec[] {
  const { tools } = record.prompt;
  return tools === undefined ? [] : (JSON.parse(tools) as readonly ToolSpec[]);
}
