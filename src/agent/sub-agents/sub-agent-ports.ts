import type { Terms } from '../../contracts/assignment.ts';
import type { ModelCall } from '../../contracts/model.ts';
import type { CallRecord } from '../../contracts/store.ts';
import type { AnyTool, Effect, SessionLedger } from '../../contracts/tool.ts';

/** A call of a sub-agent with parsed input. */
export interface SubCall {
  readonly call: ModelCall;
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly effect: Effect;
}

export interface SubResult {
  readonly ok: boolean;
  readonly text: string;
  /** True when it may have changed the project. */
  readonly mutated: boolean;
}

/** Carries out the calls of one sub-agent that may change something, as calls of the session. */
export interface SubAgentPorts {
  /** Files that this sub-agent has seen; its writes are recorded for the session. */
  readonly ledger: SessionLedger;
  /** Runs one call at a time. Throws Failure `stopped` when the session is being left. */
  carryOut(call: SubCall): Promise<SubResult>;
  /**
   * Finds out how the calls ended that an earlier program had started, and returns all calls; carries out nothing.
   */
  lookBack(): Promise<readonly CallRecord[]>;
}

/** @param terms the session's permissions as the sub-agent's file narrows them */
export type PortsOf = (parent: CallRecord, terms: Terms) => SubAgentPorts;

/** A separate record of reads: a file that the session has read, the sub-agent has not. */
export function withOwnReads(ledger: SessionLedger): SessionLedger {
  const seen = new Map<string, string>();
  return {
    ...ledger,
    lastSeen: (path) => seen.get(path),
    noteSeen: (path, hash) => void seen.set(path, hash),
  };
}
