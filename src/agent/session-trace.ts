import type { ModelReply } from '../contracts/model.ts';
import type { Outcome, SessionRecord } from '../contracts/session.ts';
import type { CallRecord, CallResult } from '../contracts/store.ts';
import type { Checklist } from '../contracts/tool.ts';
import type { OpenSpan, SpanAttribute, SpanEnd, SpanStart, Tracer } from '../contracts/trace.ts';
import { isJsonObject, type Json } from '../core/json.ts';
import { oneLine } from '../core/text.ts';
import type { LoopDecision } from './loops/loop-guard.ts';
import { planMarkdown } from './transcript.ts';

/** How much of the model's reply a span holds, in UTF-16 code units. */
const PREVIEW = 200;
const AGENT = 'wasap-agent';

interface TracedSession {
  readonly record: SessionRecord;
  readonly plan: Pick<Checklist, 'get'>;
}

/**
 * The spans of one run: a root, its rounds below it, and in each round the model requests and the calls. A round
 * that waited for a person, or for another program, has a second span in the run that continues it.
 */
export class SessionTrace {
  readonly #tracer: Tracer;
  readonly #traced: TracedSession;
  readonly #run: OpenSpan;
  #round: OpenSpan | undefined;
  /** The model's text of this round, as far as this run received it. */
  #said = '';
  #used: readonly string[] = [];
  #isContinued = false;

  constructor(tracer: Tracer, traced: TracedSession) {
    const { id, prompt, mode, task } = traced.record;
    this.#tracer = tracer;
    this.#traced = traced;
    this.#run = tracer.start({
      name: `invoke_agent ${AGENT}`,
      kind: 'agent',
      session: id,
      input: { task },
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.provider.name': 'anthropic',
        'gen_ai.agent.name': AGENT,
        'gen_ai.conversation.id': id,
        'gen_ai.request.model': prompt.model,
        'wasap.session.mode': mode,
      },
    });
    tracer.setSpan(id, this.#run);
  }

  /** A request is about to be sent: the round begins here. */
  roundBegins(): void {
    this.#roundEnds();
    this.#beginRound(this.#traced.record.usage.round + 1, false);
  }

  noteReply({ text, calls, stopReason }: ModelReply): void {
    this.#said = oneLine(text, PREVIEW);
    this.#used = calls.map(({ name }) => name);
    this.#round?.set({ 'gen_ai.response.finish_reasons': [stopReason] });
  }

  /** Traces one call, from its permission to its result, or to what halts the round before there is one. */
  async traceCall<Halt extends { readonly kind: string }>(
    call: CallRecord,
    work: () => Promise<CallResult | Halt>,
  ): Promise<CallResult | Halt> {
    // These are calls of a round that waited, or that an earlier program began.
    if (this.#round === undefined) this.#beginRound(call.round, true);
    // Another run received the reply that names them.
    if (this.#isContinued) this.#used = [...this.#used, call.tool];
    const name = `${call.session}/${call.id}`;
    const span = this.#tracer.start({ ...callSpan(call), parent: this.#round });
    this.#tracer.setSpan(name, span);
    try {
      const done = await work();
      span.end('kind' in done ? { output: { result: done.kind } } : endOfCall(call, done));
      return done;
    } catch (error) {
      span.end({ failed: true });
      throw error;
    } finally {
      this.#tracer.setSpan(name, undefined);
    }
  }

  /**
   * Adds a warning or a breaker to the round's span. A decision `ok` adds nothing, so that these spans can be
   * counted.
   */
  noteLoop(loop: Exclude<LoopDecision, { kind: 'ok' }>, history: readonly string[]): void {
    const decision = loop.kind === 'break' ? 'abort' : 'warning';
    this.#round?.set({ 'wasap.loop.decision': decision });
    this.#tracer
      .start({
        name: 'loop_detection',
        kind: 'system',
        parent: this.#round ?? this.#run,
        input: { tool_history: history },
        attributes: { 'wasap.loop.detector': loop.detector, 'wasap.loop.count': loop.count },
      })
      .end({ output: { decision } });
  }

  /** Ends the trace of the run; the outcome is undefined after a bug. Only the first call counts. */
  end(outcome: Outcome | undefined): void {
    const how = outcome?.kind ?? 'failed';
    const said = outcome !== undefined && 'text' in outcome ? oneLine(outcome.text, PREVIEW) : '';
    this.#roundEnds();
    if (outcome !== undefined && 'reason' in outcome) this.#run.set({ 'wasap.reason': outcome.reason });
    this.#run.set({ 'wasap.outcome': how });
    this.#run.end({ output: { outcome: how, reply_preview: said }, failed: how === 'failed' });
    this.#tracer.setSpan(this.#traced.record.id, undefined);
  }

  #beginRound(round: number, continued: boolean): void {
    const { id, usage } = this.#traced.record;
    this.#said = '';
    this.#used = [];
    this.#isContinued = continued;
    this.#round = this.#tracer.start({
      name: `agent_round:${round}`,
      kind: 'agent',
      parent: this.#run,
      input: {
        iteration: Math.max(0, round - usage.runStartRound - 1),
        task_plan_snapshot: planMarkdown(this.#traced.plan.get()),
      },
      attributes: { 'wasap.round': round, 'wasap.loop.decision': 'ok', 'wasap.continued': continued },
    });
    this.#tracer.setSpan(id, this.#round);
  }

  #roundEnds(): void {
    this.#round?.end({ output: { reply_preview: this.#said, tools_used: this.#used } });
    this.#round = undefined;
    this.#tracer.setSpan(this.#traced.record.id, this.#run);
  }
}

const COMMAND = 'run_command';
/** In seconds; used when the model names none. */
const DEFAULT_TIMEOUT = 30;

const TOOL_ERROR = { 'error.type': 'tool_error' } as const;

/** Attributes known when a call begins. A command is named after its program, because people search for that. */
function callSpan({ session, id, tool, input }: CallRecord): SpanStart {
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': id,
  };
  if (tool !== COMMAND || !isJsonObject(input))
    return { name: `execute_tool ${tool}`, kind: 'tool', session, input, attributes };
  const command = commandIn(input);
  const background = input.background === true;
  return {
    name: `shell:${baseCommand(command)}`,
    kind: 'tool',
    session,
    input: { command, timeout: background ? null : (input.timeout ?? DEFAULT_TIMEOUT), background },
    attributes,
  };
}

function endOfCall({ tool }: CallRecord, { ok, data, text, durationMs }: CallResult): SpanEnd {
  if (tool !== COMMAND) {
    const output = { ok, duration_ms: durationMs, text_preview: oneLine(text, PREVIEW) };
    return { failed: !ok, output, attributes: ok ? {} : TOOL_ERROR };
  }
  const of = isJsonObject(data) ? data : {};
  const exit = of.exit_code ?? null;
  return {
    failed: !ok || (typeof exit === 'number' && exit !== 0),
    output: {
      exit_code: exit,
      duration_ms: of.duration_ms ?? durationMs,
      ...(ok ? {} : { error: oneLine(text, PREVIEW) }),
    },
    attributes: { ...(ok ? {} : TOOL_ERROR), ...exitAttributes(exit) },
  };
}

function exitAttributes(exit: Json): Readonly<Record<string, SpanAttribute>> {
  if (typeof exit !== 'number') return {};
  return { 'process.exit.code': exit, ...(exit === 0 ? {} : { 'error.type': 'exit_code' }) };
}

function commandIn({ command, args }: { readonly [name: string]: Json }): string {
  const words = Array.isArray(args) ? args : [];
  return [command, ...words].filter((word) => typeof word === 'string').join(' ');
}

/** Returns `npm` for `CI=1 /usr/bin/npm test`; `sh` when the line does not begin with a plain word. */
function baseCommand(line: string): string {
  const [, word = ''] = /^(?:\w+=\S* +)*(\S+)/.exec(line.trim()) ?? [];
  const [, name = ''] = /^(?:.*\/)?([\w.+-]{1,40})$/.exec(word) ?? [];
  return name === '' ? 'sh' : name;
}
