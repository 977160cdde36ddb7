import type * as z from 'zod';
import type { Terms } from '../../contracts/assignment.ts';
import type { HookedCall } from '../../contracts/call-hooks.ts';
import type { CallRecord } from '../../contracts/store.ts';
import type { AnyTool, Effect, SessionLedger, ToolContext } from '../../contracts/tool.ts';
import { hasTool } from '../../policy/call-rules.ts';
import type { ActiveSession } from '../active-session.ts';
import { notices } from '../notices.ts';

/** The sub-agent that makes the call: what its file permits, and which files it has seen. */
interface SubAgentCaller {
  readonly terms: Terms;
  readonly ledger: SessionLedger;
}

/** A call that can be carried out: its tool is known, and `input` is what the tool's schema returned. */
export interface ReadyCall {
  readonly kind: 'ready';
  readonly call: CallRecord;
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly effect: Effect;
  /** Undefined when the session itself calls. */
  readonly by?: SubAgentCaller;
}

/** What the review, the preparation and the run of one call share. */
interface CallContext {
  readonly context: ToolContext;
  /** Stops the call. */
  readonly stop: AbortController;
  /** What the person who approved the call wrote; from then on the tool can read it. */
  approvedWith(words: string | undefined): void;
}

/** A call under way. */
export interface OpenedCall extends ReadyCall {
  readonly own: CallContext;
}

/** A call that cannot be carried out; `text` tells the model why. */
interface UnusableCall {
  readonly kind: 'unusable';
  readonly call: CallRecord;
  readonly text: string;
}

export type ParsedCall = ReadyCall | UnusableCall;

/** Finds the tool and checks the input. A call whose JSON was incomplete is never carried out, repaired or not. */
export function parseCall(session: ActiveSession, call: CallRecord): ParsedCall {
  if (call.malformed !== undefined)
    return { kind: 'unusable', call, text: notices.malformed(call.tool, call.malformed) };
  const { tools, specs } = session.toolbox;
  const { mode, terms } = session.record;
  const known = specs(mode).flatMap(({ name }) => (hasTool(terms, name) ? name : []));
  const tool = tools.find((one) => one.name === call.tool && known.includes(one.name));
  if (tool === undefined) return { kind: 'unusable', call, text: notices.unknownTool(call.tool, known) };
  const parsed = tool.input.safeParse(call.input);
  if (!parsed.success) {
    return { kind: 'unusable', call, text: notices.badInput(call.tool, problemsIn(parsed.error)) };
  }
  return { kind: 'ready', call, tool, input: parsed.data, effect: effectOf(tool, parsed.data) };
}

/** One sentence for each problem, in plain characters: zod's own list has marks outside Latin-1. */
function problemsIn({ issues }: z.ZodError): string {
  return issues
    .map(({ path, message }) => (path.length === 0 ? `${message}.` : `${path.join('.')}: ${message}.`))
    .join(' ')
    .replaceAll('..', '.');
}

/** The call as hooks see it. */
export function hookedCall(session: ActiveSession, { call, tool }: ReadyCall): HookedCall {
  return { session: session.record, id: call.id, tool, input: call.input };
}

/** The main argument of a call, for a progress message. */
export function labelOf(call: CallRecord): string {
  const { input } = call;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return '';
  for (const name of ['command', 'path', 'pattern', 'message', 'name', 'title', 'task', 'action']) {
    const value = Reflect.get(input, name);
    if (typeof value === 'string') return value;
  }
  return '';
}

/**
 * The effect of one call, for tools whose calls differ in it.
 * @param input as the tool's schema has read it
 */
export function effectOf({ effect }: Pick<AnyTool, 'effect'>, input: unknown): Effect {
  return typeof effect === 'function' ? effect(input) : effect;
}
