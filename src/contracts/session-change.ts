import type { SessionOrigin, SessionPrompt, SessionRecord, SessionState, SessionUsage } from './session.ts';

/** The fields of a session's record that are to change, each in its part; all others stay as they are. */
export interface RecordChange
  extends Partial<Pick<SessionRecord, 'instance' | 'number' | 'task' | 'locale' | 'workspace' | 'terms'>> {
  readonly origin?: Partial<Pick<SessionOrigin, 'sourceMessageId' | 'assignment'>>;
  readonly prompt?: Partial<SessionPrompt>;
  readonly state?: Partial<Omit<SessionState, 'updatedAtMs'>>;
  readonly usage?: Partial<SessionUsage>;
}

/** A change as it is stored; `atMs` becomes `updatedAtMs`. */
export interface SessionChange extends RecordChange {
  readonly atMs: number;
}

/** The record, or an earlier change, with this change in it. */
export function withChange<Before extends RecordChange>(before: Before, change: RecordChange): Before {
  const { origin, prompt, state, usage, ...own } = change;
  return {
    ...before,
    ...own,
    origin: { ...before.origin, ...origin },
    prompt: { ...before.prompt, ...prompt },
    state: { ...before.state, ...state },
    usage: { ...before.usage, ...usage },
  };
}
