import type { RunControl } from '../contracts/run-events.ts';
import type { Outcome, SessionRecord } from '../contracts/session.ts';
import type { Checklist, SessionWorkspace } from '../contracts/tool.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { createChecklist } from './checklist.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { LoopGuard } from './loops/loop-guard.ts';
import type { AgentParts } from './parts.ts';
import { SessionHistory } from './session-history.ts';
import { SessionRound } from './session-round.ts';
import { SessionSpending } from './session-spending.ts';
import { SessionTrace } from './session-trace.ts';
import { SessionWrites } from './session-writes.ts';
import type { PortsOf } from './sub-agents/sub-agent-ports.ts';
import { outcomeLine } from './transcript.ts';

/** One session while a worker has it: its parts, each of which keeps its rows in step, and how the run ends. */
export class ActiveSession {
  readonly parts: AgentParts;
  readonly control: RunControl;
  readonly toolbox: Toolbox;
  readonly workspace: SessionWorkspace;
  readonly writes: SessionWrites;
  readonly history: SessionHistory;
  readonly round: SessionRound;
  readonly spending: SessionSpending;
  readonly ledger: Ledger;
  readonly plan: Checklist;
  readonly guards = new Guards();
  readonly trace: SessionTrace;
  portsOf: PortsOf | undefined;

  constructor(parts: AgentParts, record: SessionRecord, control: RunControl, toolbox: Toolbox) {
    const { store } = parts;
    this.parts = parts;
    this.control = control;
    this.toolbox = toolbox;
    this.workspace = parts.reading.workspace(record.workspace);
    this.writes = new SessionWrites(parts, record, () => ({
      messages: this.history.context.all(),
      compactions: store.contexts.all(record.id),
      takenBack: store.history.listTakenBack(record.id),
    }));
    this.history = new SessionHistory(parts, this.writes, this.guards.loops);
    this.spending = new SessionSpending(parts, this.writes);
    this.ledger = createLedger(this);
    this.plan = createChecklist(this);
    this.round = new SessionRound(this);
    this.trace = new SessionTrace(parts.tracer, this);
  }

  get record(): SessionRecord {
    return this.writes.record;
  }

  /** Stores how the run ended together with the message that tells the person (`notify`). */
  end(
    outcome: Exclude<Outcome, { kind: 'waiting' | 'suspended' }>,
    notify = (): void => this.parts.outgoing.announcer.announceEnd(this.record, outcome),
  ): Outcome {
    this.round.show();
    this.writes.followLanguage();
    const nowMs = this.parts.clock.nowMs();
    this.writes.change({
      state: {
        status: outcome.kind,
        reason: 'reason' in outcome ? outcome.reason : undefined,
        wakeAtMs: outcome.kind === 'paused' ? outcome.untilMs : undefined,
        cancelRequested: false,
        ...(outcome.kind === 'paused' ? {} : { endedAtMs: nowMs }),
      },
      usage: { activeMs: this.spending.activeMs() },
    });
    this.writes.addLine(outcomeLine(outcome, nowMs));
    this.writes.commit(notify);
    this.parts.outgoing.nudge();
    return outcome;
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
