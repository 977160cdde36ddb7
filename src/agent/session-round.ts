import type { CapturedState } from '../contracts/checkpoints.ts';
import type { Block, ModelMessage, ModelReply } from '../contracts/model.ts';
import type { RunControl } from '../contracts/run-events.ts';
import type { CallRecord, CallResult } from '../contracts/store.ts';
import type { Checklist } from '../contracts/tool.ts';
import { isoTime } from '../core/clock.ts';
import { openCall, redactResult, toCallWithResult } from './calls/call-record.ts';
import { logProgress } from './calls/command-journal.ts';
import { troubleOf } from './calls/ran-commands.ts';
import { withoutUnchanged } from './calls/unchanged-reads.ts';
import { tokensCounted } from './context/token-counts.ts';
import type { Ledger } from './ledger.ts';
import type { AgentParts } from './parts.ts';
import type { SessionHistory } from './session-history.ts';
import type { SessionSpending } from './session-spending.ts';
import type { SessionWrites } from './session-writes.ts';
import { roundLine } from './transcript.ts';

/**
 * When a round is stored. `at-once`: on disk before the next request. `unflushed`: committed before it, so a kill
 * loses nothing. `meanwhile`: while the request runs.
 */
export type RoundStoring = 'at-once' | 'unflushed' | 'meanwhile';

interface RoundParts {
  readonly parts: AgentParts;
  readonly control: RunControl;
  readonly writes: SessionWrites;
  readonly history: SessionHistory;
  readonly spending: SessionSpending;
  readonly plan: Checklist;
  readonly ledger: Ledger;
}

/** The present round: a reply, its calls and their results. */
export class SessionRound {
  /** Calls of the last reply whose results are not in the history yet. */
  openCalls: CallRecord[];
  /** True when the last reply was taken in this run. */
  tookReply = false;
  /** True when a result of this round could not be obtained again unchanged, or only for money. */
  isUnrepeatable = false;
  /** The project's files after the last call that may change them; on disk before the next one has an effect. */
  lastCheckpoint: CapturedState | undefined;

  readonly #session: RoundParts;
  #unreported: (() => void) | undefined;

  constructor(session: RoundParts) {
    const { id, usage } = session.writes.record;
    this.#session = session;
    this.openCalls = endsWithCalls(session.history.messages)
      ? [...session.parts.store.calls.listOfRound(id, usage.round)]
      : [];
  }

  /** Records a reply with its price and its calls; the round begins here. */
  begin(reply: ModelReply): void {
    const { parts, writes, history, spending } = this.#session;
    const { store, clock } = parts;
    const { id: session, prompt, usage } = writes.record;
    const round = usage.round + 1;
    history.addMessage({ role: 'assistant', content: reply.content });
    this.tookReply = true;
    spending.addReply(reply, prompt.model, round);
    const measured = history.context.measure(tokensCounted(reply.usage));
    if (measured !== undefined) writes.defer(() => store.contexts.setMeasured(session, measured));
    writes.change({ usage: { round, activeMs: spending.activeMs() } });
    this.openCalls = reply.calls.map((call, position) => openCall(call, { session, round, position }));
    for (const call of this.openCalls) writes.defer(() => store.calls.add(call));
    writes.addLine({
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
  uncount(): void {
    const { writes } = this.#session;
    writes.change({ usage: { round: writes.record.usage.round - 1 } });
  }

  /** Marks a call as asked; the question itself is stored by the caller in the same commit. */
  markWaiting(call: CallRecord): void {
    const { parts, writes } = this.#session;
    writes.followLanguage();
    this.openCalls[call.position] = { ...call, state: 'waiting' };
    writes.defer(() => parts.store.calls.markWaiting(call.session, call.id));
  }

  /** Gives a call of the last reply its result; stored with the next commit. */
  finishCall(call: CallRecord, found: CallResult): void {
    const { parts, writes, spending } = this.#session;
    const result = redactResult(found, parts.redactor);
    this.openCalls[call.position] = { ...call, state: 'done', result };
    // In the commit of the result: a recovered command counts exactly once.
    writes.change({ usage: { activeMs: spending.activeMs() } });
    writes.defer(() => parts.store.calls.markDone(call.session, call.id, result));
  }

  /** Puts the results of all calls, then `extras`, into the history as one user message: the end of the round. */
  close(
    extras: readonly Block[],
    { isLastRound, storing }: { isLastRound: boolean; storing: RoundStoring },
  ): void {
    const { parts, control, writes, history, spending, plan, ledger } = this.#session;
    const calls = this.openCalls;
    const results = withoutUnchanged(history.context.reads, calls.map(toCallWithResult));
    history.addMessage({ role: 'user', content: [...results, ...extras] });
    writes.change({ usage: { activeMs: spending.activeMs() } });
    this.openCalls = [];
    this.isUnrepeatable = false;
    const { record } = writes;
    const progress = {
      session: record,
      round: record.usage.round,
      isLastRound,
      plan: plan.get(),
      tools: calls.map((call) => call.tool),
      troubles: calls.flatMap((call) => troubleOf(call) ?? []),
      elapsedMs: spending.activeMs(),
    };
    writes.addLine(roundLine({ record, messages: history.messages, plan, ledger, parts }, calls));
    writes.defer(() => parts.outgoing.announcer.announceProgress(progress));
    if (storing === 'at-once') writes.commit();
    else if (storing === 'unflushed') writes.commitUnflushed();
    control.onEvent({ kind: 'round-ended', progress });
    this.#unreported = () => {
      logProgress(parts.log, progress);
      parts.outgoing.nudge();
    };
  }

  /** Stores the round that was closed last and shows it, unless that was done already. */
  show(): void {
    const notify = this.#unreported;
    if (notify === undefined) return;
    this.#unreported = undefined;
    const { writes } = this.#session;
    if (writes.hasDeferred) writes.commitUnflushed();
    notify();
  }
}

function endsWithCalls(messages: readonly ModelMessage[]): boolean {
  const last = messages.at(-1);
  return last?.role === 'assistant' && last.content.some((block) => block.type === 'tool_use');
}
