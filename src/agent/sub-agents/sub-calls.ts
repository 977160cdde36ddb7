import type { Terms } from '../../contracts/assignment.ts';
import type { ModelCall } from '../../contracts/model.ts';
import type { CallRecord, CallResult } from '../../contracts/store.ts';
import type { SessionLedger } from '../../contracts/tool.ts';
import { Failure } from '../../core/failure.ts';
import type { ActiveSession } from '../active-session.ts';
import { callEnd } from '../calls/call-end.ts';
import { failedResult, openCall, redactResult } from '../calls/call-record.ts';
import { carryThrough } from '../calls/carry-through.ts';
import { closeAttempt } from '../calls/close-attempt.ts';
import { performCall } from '../calls/perform-call.ts';
import { PERMITTED_EARLIER, permissionUnasked } from '../calls/permission.ts';
import { effectOf, type ReadyCall } from '../calls/read-call.ts';
import { notices } from '../notices.ts';
import { openContext } from '../tool-context.ts';
import { type SubAgentPorts, type SubCall, type SubResult, withOwnReads } from './sub-agent-ports.ts';

const NEVER_RAN = failedResult(notices.neverRan);

/**
 * The calls of a sub-agent that may change something. Each is a row of the session under the call that delegated the
 * work: judged by the same rules, its intent stored before it acts, with states of the project before and after it.
 * The only difference: no person is asked.
 */
export class SubCalls implements SubAgentPorts {
  readonly ledger: SessionLedger;
  readonly #session: ActiveSession;
  readonly #parent: CallRecord;
  readonly #terms: Terms;

  constructor(session: ActiveSession, parent: CallRecord, terms: Terms) {
    this.#session = session;
    this.#parent = parent;
    this.#terms = terms;
    this.ledger = withOwnReads(session.ledger);
  }

  async carryOut({ call, ...found }: SubCall): Promise<SubResult> {
    const { parts, record } = this.#session;
    // Otherwise it would change whatever is at that path now, or create the folder again.
    if (!parts.reading.isRealFolder(record.project)) throw stoppedFailure();
    if (isBackground(found.input)) return { ok: false, text: notices.noBackground, mutated: false };
    const row = this.#rowOf(call);
    const by = { terms: this.#terms, ledger: this.ledger };
    const ready: ReadyCall = { kind: 'ready', call: row, by, ...found };
    const result = await this.#session.trace.traceCall<never>(row, () => this.#carryThrough(ready));
    return {
      ok: result.ok,
      text: result.text,
      mutated: callEnd(this.#session.toolbox.tools, row, result).mutated,
    };
  }

  /** A call that is refused at once leaves no row. */
  async #carryThrough(ready: ReadyCall): Promise<CallResult> {
    const session = this.#session;
    let isStored = false;
    const result = await carryThrough(session, ready, async (call, again) => {
      const permission = await permissionUnasked(session, call, again);
      // Stored in one commit with its intent.
      if (permission.kind === 'granted' && !isStored) {
        session.writes.defer(() => session.parts.store.calls.add(ready.call));
        isStored = true;
      }
      return permission;
    });
    if ('kind' in result) throw stoppedFailure();
    return isStored ? recordResult(session, ready.call, result) : result;
  }

  /**
   * Its id combines the id of the call above it with its own, because a model's ids are unique only within one
   * conversation.
   */
  #rowOf(call: ModelCall): CallRecord {
    const { session, id: under, round, position } = this.#parent;
    return { ...openCall({ ...call, id: `${under}/${call.id}` }, { session, round, position }), under };
  }

  async lookBack(): Promise<readonly CallRecord[]> {
    const { calls } = this.#session.parts.store;
    const { session, id } = this.#parent;
    for (const call of calls.listUnder(session, id)) {
      if (call.state !== 'done') await this.#lookInto(call);
    }
    return calls.listUnder(session, id);
  }

  async #lookInto(call: CallRecord): Promise<void> {
    const session = this.#session;
    // Without an intent it never began, and its permission is not judged now.
    if (call.state !== 'started') return void recordResult(session, call, NEVER_RAN);
    const tool = session.toolbox.tools.find(({ name }) => name === call.tool);
    const input = tool?.input.safeParse(call.input);
    if (tool === undefined || input?.success !== true)
      throw new Error(`${call.tool} cannot have been started`);
    const { data } = input;
    const ready: ReadyCall = { kind: 'ready', call, tool, input: data, effect: effectOf(tool, data) };
    const opened = openContext(session, ready);
    const performed = await performCall(session, {
      ready: opened,
      permission: PERMITTED_EARLIER,
      isRecorded: true,
    });
    if (performed === 'suspended') throw stoppedFailure();
    if (typeof performed !== 'string') return void recordResult(session, call, performed);
    closeAttempt(session, call, session.parts.store.commandLog.findAttempt(call.session, call.id)?.command);
    recordResult(session, call, NEVER_RAN);
  }
}

/** The result is stored before the next request to the model. */
function recordResult(session: ActiveSession, call: CallRecord, found: CallResult): CallResult {
  const { parts, control } = session;
  // The session is left to the next program, which looks into the started calls.
  if (control.signal.aborted && control.signal.reason !== 'cancel') throw stoppedFailure();
  const result = redactResult(found, parts.redactor);
  session.writes.commit(() => parts.store.calls.markDone(call.session, call.id, result));
  const { ok, durationMs, data } = result;
  session.control.onEvent({ kind: 'tool-ended', tool: call.tool, ok, durationMs, data });
  return result;
}

/** A background command would outlive the sub-agent, and nothing would watch it. */
function isBackground(input: unknown): boolean {
  return typeof input === 'object' && input !== null && Reflect.get(input, 'background') === true;
}

function stoppedFailure(): Failure {
  return new Failure('stopped', 'The sub-agent was stopped.');
}
