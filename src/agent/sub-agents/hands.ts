import type { Terms } from '../../contracts/assignment.ts';
import type { ModelCall } from '../../contracts/model.ts';
import type { CallRecord } from '../../contracts/store.ts';
import type { AnyTool, Effect, SessionLedger } from '../../contracts/tool.ts';

/** A call of a sub-agent whose input its tool has read. */
export interface SubCall {
  readonly call: ModelCall;
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly effect: Effect;
}

export interface SubResult {
  readonly ok: boolean;
  readonly text: string;
  /** Whether it may have changed the project. */
  readonly mutated: boolean;
}

/** What carries out the calls of one sub-agent that may change something, as calls of the session. */
export interface Hands {
  /** What this sub-agent has seen; what it writes is the session's. */
  readonly ledger: SessionLedger;
  /** One at a time. Throws Failure `stopped` when the session is being left. */
  carryOut(call: SubCall): Promise<SubResult>;
  /** Finds out what became of what an earlier program had started; carries out nothing. All of its calls. */
  lookBack(): Promise<readonly CallRecord[]>;
}

/** @param terms what the file of the sub-agent leaves of what the session may */
export type PortsOf = (parent: CallRecord, terms: Terms) => Hands;

/** What one reads, the other has not seen. */
export function ownEyes(ledger: SessionLedger): SessionLedger {
  const seen = new Map<string, string>();
  return {
    ...ledger,
    lastSeen: (path) => seen.get(path),
    noteSeen: (path, hash) => void seen.set(path, hash),
  };
}
