import type { Objection } from '../../contracts/call-hooks.ts';
import type { Block, ModelCall, ModelMessage, ModelReply, ToolSpec } from '../../contracts/model.ts';
import type { AnyTool, Exploration, ToolContext } from '../../contracts/tool.ts';
import { Failure } from '../../core/failure.ts';
import type { CallId } from '../../core/ids.ts';
import { isJsonObject, sha256 } from '../../core/json.ts';
import { cutAt } from '../../core/text.ts';
import { callRules } from '../../policy/call-rules.ts';
import type { ActiveSession } from '../active-session.ts';
import { budgetFacts, judgeBudget } from '../budget/budget.ts';
import { limitsOf } from '../budget/limits.ts';
import { isOfCall, resultBlock } from '../calls/call-record.ts';
import { effectOf } from '../calls/read-call.ts';
import { type CallWithResult, SentReads, withoutUnchanged } from '../calls/unchanged-reads.ts';
import { textBlock } from '../context/person-blocks.ts';
import { tokensCounted } from '../context/token-counts.ts';
import { isEmptyReply } from '../latest-narration.ts';
import { logLoop } from '../loops/log-loop.ts';
import { callKey, type LoopDecision, LoopGuard, type LoopTurn } from '../loops/loop-guard.ts';
import { notices } from '../notices.ts';
import { type SubAgentPorts, type SubResult, withOwnReads } from './sub-agent-ports.ts';

/** Share of the working window: the results of one more round have to fit as well. */
const FULL_SHARE = 0.5;

/** What a sub-agent is for, and what it may do. */
export interface SubAgentProfile {
  readonly system: string;
  readonly model: string;
  readonly specs: readonly ToolSpec[];
  /** Tools that its description expects and that it does not have. */
  readonly missing: readonly string[];
  readonly limits: SubLimits;
  /** Missing: it only reads. */
  readonly ports?: SubAgentPorts;
  /** Longest answer, in UTF-16 code units. */
  readonly mostAnswer: number;
}

/**
 * At each of these limits, and at half a window of tokens, one last reply without tools is asked for: the answer.
 */
interface SubLimits {
  /** Replies, including the last one. */
  readonly rounds: number;
  readonly ms: number;
  /** Cap for its own replies, in millionths of a dollar; undefined: only the session's cap counts. */
  readonly microUsd: number | undefined;
}

/**
 * A conversation with the model beside that of the session. It only reads, unless its profile has `ports`. Nothing of
 * the conversation itself is stored. See `exploreWorkspace` and `beginWork`.
 */
export class SubAgent {
  readonly #session: ActiveSession;
  readonly #profile: SubAgentProfile;
  readonly #context: ToolContext;
  readonly #messages: ModelMessage[] = [];
  readonly #reads = new SentReads(this.#messages);
  readonly #signal: AbortSignal;
  readonly #loops = new LoopGuard();
  readonly #warnings: string[] = [];
  readonly #startedUpMs: number;
  #isBroken = false;
  #rounds = 0;
  #calls = 0;
  #microUsd = 0;
  /** Tokens of the last request and its reply. */
  #tokens = 0;

  constructor(session: ActiveSession, profile: SubAgentProfile, context: ToolContext) {
    this.#session = session;
    this.#profile = profile;
    this.#context = { ...context, ledger: profile.ports?.ledger ?? withOwnReads(context.ledger) };
    this.#signal = AbortSignal.any([context.signal, session.control.signal]);
    this.#startedUpMs = session.parts.clock.upMs();
  }

  /** @param message the first one: where it works, and the question */
  async answer(message: string): Promise<Exploration> {
    let isLast = this.#isLast();
    this.#say([textBlock(message), ...this.#extras(isLast)]);
    for (;;) {
      const reply = await this.#ask(isLast);
      if (isLast) return this.#end(reply, reply.calls.length === 0 ? undefined : 'It had no rounds left.');
      if (reply.calls.length === 0 && reply.stopReason !== 'pause_turn') return this.#end(reply);
      const results = withoutUnchanged(this.#reads, await this.#runAll(reply.calls));
      const stopped = this.#stopped();
      if (stopped !== undefined) return this.#end(reply, stopped);
      isLast = this.#isLast();
      this.#say([...results, ...this.#extras(isLast)]);
    }
  }

  #say(content: readonly Block[]): void {
    if (content.length > 0) this.#messages.push({ role: 'user', content });
  }

  /** Why it may not continue: a budget of the session, or a loop that a warning did not end. */
  #stopped(): string | undefined {
    if (this.#isBroken) return 'It went round in circles.';
    const budget = judgeBudget(budgetFacts(this.#session), limitsOf(this.#session));
    return budget.kind === 'stop' ? `The session has reached a limit (${budget.detail}).` : undefined;
  }

  #isLast(): boolean {
    const { rounds, ms, microUsd } = this.#profile.limits;
    if (this.#rounds >= rounds - 1) return true;
    const {
      clock,
      settings: { limits },
    } = this.#session.parts;
    if (clock.upMs() - this.#startedUpMs >= ms) return true;
    if (this.#tokens >= limits.contextTokens * FULL_SHARE) return true;
    return microUsd !== undefined && this.#microUsd >= microUsd;
  }

  async #ask(isLast: boolean): Promise<ModelReply> {
    const { parts, record } = this.#session;
    const { model, system, specs } = this.#profile;
    const request = {
      model,
      system,
      tools: specs,
      messages: this.#messages,
      toolChoice: isLast ? ('none' as const) : ('auto' as const),
      sessionId: `${record.id}/${this.#context.callId}`,
      signal: this.#signal,
    };
    const answer = await parts.models.model.reply(request, (retry) =>
      this.#session.control.onEvent({ kind: 'model-retry', ...retry }),
    );
    // After an abort another program may already continue the session: nothing more is stored for it here.
    if (this.#signal.aborted) throw new Failure('stopped', 'The sub-agent was stopped.');
    if (answer.kind === 'fault') throw noReply(answer.fault.kind);
    const { reply } = answer;
    this.#rounds += 1;
    this.#microUsd += this.#session.spending.addReply(reply, model);
    this.#session.round.isUnrepeatable = true;
    this.#tokens = tokensCounted(reply.usage);
    this.#session.writes.commit();
    if (isEmptyReply(reply)) throw noReply('it was empty');
    this.#messages.push({ role: 'assistant', content: reply.content });
    return reply;
  }

  #end(reply: ModelReply, cutShort?: string): Exploration {
    const whole = reply.text.trim();
    const answer = cutAt(whole, this.#profile.mostAnswer);
    const tooLong = answer === whole ? undefined : 'Its answer was too long.';
    const [rounds, calls] = [this.#rounds, this.#calls];
    return { answer, cutShort: cutShort ?? REASONS[reply.stopReason] ?? tooLong, rounds, calls };
  }

  #extras(isLast: boolean): readonly Block[] {
    const warnings = this.#warnings.splice(0).map(textBlock);
    return isLast ? [...warnings, textBlock(notices.lastExploration)] : warnings;
  }

  /**
   * In parallel if it only reads, else one after the other. A call that may be a loop waits for the results that
   * decide it.
   */
  async #runAll(calls: readonly ModelCall[]): Promise<readonly CallWithResult[]> {
    const running: Promise<CallWithResult>[] = [];
    const turns: LoopTurn[] = [];
    for (const call of calls) {
      const key = callKey(call.name, call.input);
      if (this.#loops.needsResults(key)) await Promise.all(running);
      const turn = this.#loops.begin(key);
      turns.push(turn);
      running.push(this.#run(call, turn));
      if (this.#profile.ports !== undefined) await Promise.all(running);
    }
    const results = await Promise.all(running);
    calls.forEach(({ name }, at) => {
      const turn = turns[at];
      if (turn !== undefined) this.#heed(name, turn);
    });
    return results;
  }

  async #run(call: ModelCall, turn: LoopTurn): Promise<CallWithResult> {
    this.#calls += 1;
    const isKept = turn.decision.kind !== 'ok';
    const result = isKept ? failedSubResult(notices.skippedPingPong(call.name)) : await this.#carryOut(call);
    const { ok, text, mutated } = result;
    const shown = this.#session.parts.redactor.redact(text);
    if (!isKept) this.#loops.end(turn, { result: sha256(`${ok} ${shown}`), mutated });
    return { ...call, block: resultBlock(call.id, { ok, text: shown }) };
  }

  async #carryOut(call: ModelCall): Promise<SubResult> {
    if (call.malformed !== undefined) return failedSubResult(notices.malformed(call.name, call.malformed));
    const { toolbox } = this.#session;
    const { specs, missing, ports } = this.#profile;
    if (missing.includes(call.name)) return failedSubResult(notices.notHere(call.name));
    const known = specs.map(({ name }) => name);
    const tool = toolbox.tools.find(({ name }) => name === call.name && known.includes(name));
    if (tool === undefined) return failedSubResult(notices.unknownTool(call.name, known));
    const input = tool.input.safeParse(call.input);
    if (!input.success || !isJsonObject(call.input))
      return failedSubResult(notices.badInput(call.name, input.error?.issues[0]?.message ?? ''));
    const effect = effectOf(tool, input.data);
    if (ports !== undefined && effect !== 'reads') {
      return await ports.carryOut({ call, tool, input: input.data, effect });
    }
    const facts = { tool: call.name, effect, input: call.input, mode: 'talk', writeEnabled: false } as const;
    const verdict = callRules(facts);
    if (verdict?.kind === 'deny') return failedSubResult(verdict.reason);
    const objection = await this.#objectionTo(call, tool);
    return objection === undefined ? await this.#read(tool, input.data) : failedSubResult(objection.reason);
  }

  /** Nobody is asked here: what a person would have to be asked about is refused, too. */
  #objectionTo({ id, input }: ModelCall, tool: AnyTool): Promise<Objection | undefined> {
    const { parts, record } = this.#session;
    const call = { session: record, id: `${this.#context.callId}/${id}` as CallId, tool, input };
    return parts.assignments.calls.before(call, this.#signal);
  }

  async #read(tool: AnyTool, input: unknown): Promise<SubResult> {
    try {
      const { text, data } = await tool.run(input, this.#context, null);
      return { ok: data !== null, text, mutated: false };
    } catch (error) {
      if (!isOfCall(error)) throw error;
      return failedSubResult(error.message);
    }
  }

  /** Reports a loop, and remembers one that goes too far. */
  #heed(tool: string, turn: LoopTurn): void {
    const loop: LoopDecision = turn.decision.kind === 'ok' ? this.#loops.judge(turn) : turn.decision;
    if (loop.kind === 'ok') return;
    logLoop(this.#session, { tool, loop, history: this.#loops.history() });
    if (loop.kind === 'break') this.#isBroken = true;
    if (loop.kind === 'warn') this.#warnings.push(notices.repeated(tool, loop.count));
  }
}

function failedSubResult(text: string): SubResult {
  return { ok: false, text, mutated: false };
}

const REASONS: Readonly<Partial<Record<ModelReply['stopReason'], string>>> = {
  max_tokens: 'Its answer was cut off.',
  refusal: 'The model would not answer.',
};

function noReply(why: string): Failure {
  return new Failure('unavailable', `The sub-agent got no reply from the model: ${why}. Look for yourself.`);
}
