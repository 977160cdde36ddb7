import type { CallId } from '../core/ids.ts';
import type { Json } from '../core/json.ts';
import type { SessionRecord } from './session.ts';
import type { CallResult } from './store.ts';
import type { AnyTool } from './tool.ts';

/** A call of a session, or of one of its sub-agents. */
export interface HookedCall {
  readonly session: SessionRecord;
  /** Unique in the session. */
  readonly id: CallId;
  readonly tool: Pick<AnyTool, 'name' | 'claudeCode'>;
  /** As the model wrote it. */
  readonly input: Json;
}

/**
 * `deny`: the call is refused. `ask`: a person is asked each time, even if something else would permit it. The text is
 * for the model.
 */
export interface Objection {
  readonly kind: 'deny' | 'ask';
  readonly reason: string;
}

/**
 * The objections and notes of a feature on the steps of a session. They can only narrow what the policy permits. The
 * same step gets the same answer again, after a crash or an answer. Never throws because of what it runs; once the
 * signal has aborted, its answers do not count.
 */
export interface CallHooks {
  /** Before a call that nothing else refuses. */
  before(call: HookedCall, signal: AbortSignal): Promise<Objection | undefined>;
  /** True when files may change after this call without being named by it. */
  mayChangeFiles(call: HookedCall): Promise<boolean>;
  /**
   * After a successful call, before the state of the files is kept; text for the model below the result, may be empty.
   */
  after(call: HookedCall, result: CallResult, signal: AbortSignal): Promise<string>;
  /**
   * Called when the session would end by itself with these words: why it has to go on, for the model; undefined when it
   * may end.
   */
  beforeEnd(session: SessionRecord, words: string, signal: AbortSignal): Promise<string | undefined>;
}
