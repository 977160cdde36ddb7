import type { Action } from '../../contracts/commands.ts';
import type { Store } from '../../contracts/store.ts';
import type { Tracer } from '../../contracts/trace.ts';
import type { SessionId } from '../../core/ids.ts';
import type { HandledMessage } from '../carry-out-parts.ts';
import type { Decision } from '../decide.ts';

interface SpanParts {
  readonly store: Pick<Store, 'approvals'>;
  readonly tracer: Tracer;
}

/** What became of a message. */
interface MessageOutcome extends Pick<Decision, 'actions' | 'state' | 'reason'> {
  /** The session that it began. */
  readonly begun: SessionId | undefined;
}

/** Traces a message from its arrival to the commit that closed it; within the trace of its session, if any. */
export function traceArrival(
  { row, batch, conversation }: HandledMessage,
  { actions, state, reason, begun }: MessageOutcome,
  { store, tracer }: SpanParts,
): void {
  const about = actions.map((action) => sessionOf(action, store)).find((id) => id !== undefined);
  const kinds = actions.map(({ kind }) => kind);
  tracer
    .start({
      name: 'gateway:in',
      kind: 'system',
      session: begun ?? about,
      startMs: row.receivedAtMs,
      input: { conversation, messages: batch.length, characters: row.message.text.length },
      attributes: { 'wasap.channel': row.channel, 'wasap.actions': kinds },
    })
    .end({ output: { state, reason: reason ?? null, actions: kinds } });
}

function sessionOf(action: Action, { approvals }: SpanParts['store']): SessionId | undefined {
  if ('session' in action) return action.session;
  return action.kind === 'answer' ? approvals.get(action.approval)?.session : undefined;
}
