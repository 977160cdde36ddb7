import { Failure, isFailure } from '../base/failure.ts';
import { isJsonObject, sha256 } from '../base/json.ts';
import { cutAt } from '../base/text.ts';
import type { Block, ModelCall, ModelMessage, ModelReply, ToolSpec } from '../contracts/model.ts';
import type { Exploration, ToolContext } from '../contracts/tool.ts';
import { hasTool } from '../policy/terms.ts';
import type { ActiveSession } from './active-session.ts';
import { judgeBudget } from './budget.ts';
import { limitsOf } from './limits.ts';
import { logLoop } from './log-loop.ts';
import { callKey, type LoopDecision } from './loop-detection.ts';
import { LoopGuard, type Turn } from './loop-guard.ts';
import { notices } from './notices.ts';
import { textBlock } from './person-blocks.ts';
import { firstMessage } from './prompt.ts';
import { spentBy } from './spent.ts';
import { saysNothing } from './spoken.ts';
import { SentReads, type Shown, withoutUnchanged } from './unchanged-reads.ts';

/** The last one has no tools: it is the answer. */
const MOST_ROUNDS = 10;
/** Of the answer, in UTF-16 code units. */
const MOST_ANSWER = 6000;

/** Only these: no plan, no processes, and no sub-agents of its own. */
const TOOLS: readonly string[] = [
  'get_file_outline',
  'git_diff',
  'git_status',
  'list_source_files',
  'read_lines',
  'read_source_file',
  'search_source_code',
];

/**
 * A sub-agent that reads in the workspace of a session and answers one question; what it has read does not stand in
 * the session's history. It keeps nothing: after a crash its call is made again, like any other that only reads. Its
 * money is the session's, and is recorded reply by reply.
 * @param context of the call that asks for it
 */
export async function explore(
  session: ActiveSession,
  task: string,
  context: ToolContext,
): Promise<Exploration> {
  return await new Explorer(session, context).answer(task);
}

class Explorer {
  readonly #session: ActiveSession;
  readonly #context: ToolContext;
  readonly #specs: readonly ToolSpec[];
  readonly #messages: ModelMessage[] = [];
  readonly #reads = new SentReads(this.#messages);
  readonly #signal: AbortSignal;
  readonly #loops = new LoopGuard();
  readonly #warnings: string[] = [];
  #isBroken = false;
  #rounds = 0;
  #calls = 0;

  constructor(session: ActiveSession, context: ToolContext) {
    this.#session = session;
    // What it reads, the one who asked has not seen; and what they have seen, it has not.
    const ledger = { ...context.ledger, lastSeen: () => undefined, noteSeen: () => undefined };
    this.#context = { ...context, ledger };
    const { terms } = session.record;
    this.#specs = session.parts
      .specs('talk')
      .filter(({ name }) => TOOLS.includes(name) && hasTool(terms, name));
    this.#signal = AbortSignal.any([context.signal, session.control.signal]);
  }

  async answer(task: string): Promise<Exploration> {
    const { parts, record } = this.#session;
    const facts = { workspace: record.workspace, writeEnabled: false, nowMs: parts.clock.nowMs() };
    this.#messages.push({ role: 'user', content: [textBlock(firstMessage({ task, ...facts }))] });
    for (;;) {
      const isLast = this.#rounds === MOST_ROUNDS - 1;
      const reply = await this.#ask(isLast);
      if (isLast) return this.#end(reply, reply.calls.length === 0 ? undefined : 'It had no rounds left.');
      if (reply.calls.length === 0 && reply.stopReason !== 'pause_turn') return this.#end(reply);
      const stopped = await this.#work(reply);
      if (stopped !== undefined) return this.#end(reply, stopped);
    }
  }

  /** Carries out what a reply asks for. Returns why it may not go on: a budget, or a loop that a warning did not end. */
  async #work({ calls }: ModelReply): Promise<string | undefined> {
    const results = withoutUnchanged(this.#reads, await this.#runAll(calls));
    const content = [...results, ...this.#extras()];
    if (content.length > 0) this.#messages.push({ role: 'user', content });
    if (this.#isBroken) return 'It went round in circles.';
    const budget = judgeBudget(spentBy(this.#session), limitsOf(this.#session));
    return budget.kind === 'stop' ? `The session has reached a limit (${budget.detail}).` : undefined;
  }

  async #ask(isLast: boolean): Promise<ModelReply> {
    const { parts, record } = this.#session;
    const request = {
      model: record.model,
      system: parts.prompts.system('explore'),
      tools: this.#specs,
      messages: this.#messages,
      toolChoice: isLast ? ('none' as const) : ('auto' as const),
      sessionId: `${record.id}/${this.#context.callId}`,
      signal: this.#signal,
    };
    const answer = await parts.model.reply(request, (retry) =>
      this.#session.emit({ kind: 'model-retry', ...retry }),
    );
    // Past this point the session may belong to another program.
    if (this.#signal.aborted) throw new Failure('stopped', 'The exploration was stopped.');
    if (answer.kind === 'fault') throw noReply(answer.fault.kind);
    const { reply } = answer;
    this.#rounds += 1;
    this.#session.addSpendingOf(reply);
    this.#session.commit();
    if (saysNothing(reply)) throw noReply('it was empty');
    this.#messages.push({ role: 'assistant', content: reply.content });
    return reply;
  }

  #end(reply: ModelReply, cutShort?: string): Exploration {
    const reason = cutShort ?? REASONS[reply.stopReason];
    const [rounds, calls] = [this.#rounds, this.#calls];
    return { answer: cutAt(reply.text.trim(), MOST_ANSWER), cutShort: reason, rounds, calls };
  }

  #extras(): readonly Block[] {
    const warnings = this.#warnings.splice(0).map(textBlock);
    return this.#rounds === MOST_ROUNDS - 1 ? [...warnings, textBlock(notices.lastExploration)] : warnings;
  }

  /** Together, but for one that only the results of the others can tell to be a loop. */
  async #runAll(calls: readonly ModelCall[]): Promise<readonly Shown[]> {
    const running: Promise<Shown>[] = [];
    const turns: Turn[] = [];
    for (const call of calls) {
      const key = callKey(call.name, call.input);
      if (this.#loops.needsResults(key)) await Promise.all(running);
      const turn = this.#loops.begin(key);
      turns.push(turn);
      running.push(this.#run(call, turn));
    }
    const results = await Promise.all(running);
    calls.forEach(({ name }, at) => {
      const turn = turns[at];
      if (turn !== undefined) this.#heed(name, turn);
    });
    return results;
  }

  async #run(call: ModelCall, turn: Turn): Promise<Shown> {
    this.#calls += 1;
    const isKept = turn.decision.kind !== 'ok';
    const { ok, text } = isKept ? refused(notices.skippedPingPong(call.name)) : await this.#carryOut(call);
    const shown = this.#session.parts.redactor.redact(text);
    if (!isKept) this.#loops.end(turn, { result: sha256(`${ok} ${shown}`), mutated: false });
    const block = {
      type: 'tool_result',
      tool_use_id: call.id,
      content: shown === '' ? '(no output)' : shown,
    };
    return { ...call, block: ok ? block : { ...block, is_error: true } };
  }

  async #carryOut(call: ModelCall): Promise<Result> {
    if (call.malformed !== undefined) return refused(notices.malformed(call.name, call.malformed));
    const { parts } = this.#session;
    const known = this.#specs.map(({ name }) => name);
    const tool = parts.tools.find(({ name }) => name === call.name && known.includes(name));
    if (tool === undefined) return refused(notices.unknownTool(call.name, known));
    const input = tool.input.safeParse(call.input);
    if (!input.success || !isJsonObject(call.input))
      return refused(notices.badInput(call.name, input.error?.issues[0]?.message ?? ''));
    const effect = typeof tool.effect === 'function' ? tool.effect(input.data) : tool.effect;
    const facts = { tool: call.name, effect, input: call.input, mode: 'talk', writeEnabled: false } as const;
    const verdict = parts.rules(facts);
    if (verdict?.kind === 'deny') return refused(verdict.reason);
    try {
      const { text, data } = await tool.run(input.data, this.#context, null);
      return { ok: data !== null, text };
    } catch (error) {
      if (!isFailure(error)) throw error;
      return refused(error.message);
    }
  }

  /** Tells of a loop, and remembers one that goes too far. */
  #heed(tool: string, turn: Turn): void {
    const loop: LoopDecision = turn.decision.kind === 'ok' ? this.#loops.judge(turn) : turn.decision;
    if (loop.kind === 'ok') return;
    logLoop(this.#session, { tool, loop, history: this.#loops.history() });
    if (loop.kind === 'break') this.#isBroken = true;
    if (loop.kind === 'warn') this.#warnings.push(notices.repeated(tool, loop.count));
  }
}

interface Result {
  readonly ok: boolean;
  readonly text: string;
}

function refused(text: string): Result {
  return { ok: false, text };
}

const REASONS: Readonly<Partial<Record<ModelReply['stopReason'], string>>> = {
  max_tokens: 'Its answer was cut off.',
  refusal: 'The model would not answer.',
};

function noReply(why: string): Failure {
  return new Failure(
    'unavailable',
    `The exploration got no reply from the model: ${why}. Look for yourself.`,
  );
}
