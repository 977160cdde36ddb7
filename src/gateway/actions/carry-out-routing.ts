import type { Action } from '../../contracts/commands.ts';
import { newMessageId } from '../../core/ids.ts';
import { unreachable } from '../../core/unreachable.ts';
import type { CarryOutParts, Cause } from '../cause.ts';
import { markSeen } from '../outgoing/reactions.ts';
import { projectOf } from '../people/project-of.ts';

export type RoutingAction = Extract<Action, { kind: 'route' | 'tell-secretary' | 'end-routing' }>;

/** Inside the caller's transaction. What it returns belongs after the commit. */
export function carryOutRouting(action: RoutingAction, cause: Cause, parts: CarryOutParts): () => void {
  switch (action.kind) {
    case 'route':
      return route(action, cause, parts);
    case 'tell-secretary':
      return tell(action, cause, parts);
    case 'end-routing':
      if (!parts.store.routings.end(action.routing, action.as))
        throw new Error(`routing ${action.routing} was over when it was to become ${action.as}`);
      return () => parts.secretary.drop(action.routing);
    default:
      return unreachable(action);
  }
}

type Route = Extract<RoutingAction, { kind: 'route' }>;

/** A row first: who fits is looked for by whichever program finds it. */
function route({ request, isPlain }: Route, cause: Cause, parts: CarryOutParts): () => void {
  const { store, instance, clock, postbox } = parts;
  const { conversation, locale, row, batch } = cause;
  const { sender: requester } = row.message;
  const before = store.routings.open(conversation, requester);
  const seq = store.routings.add({
    instance,
    conversation,
    locale,
    requester,
    workspace: projectOf(cause, parts),
    request,
    inboxSeqs: isPlain ? batch.map(({ seq }) => seq) : [],
    sources: batch.map(({ message }) => message.id),
    messageId: newMessageId(),
    atMs: clock.nowMs(),
  });
  markSeen({ conversation, messageId: row.message.id }, postbox);
  return () => {
    if (before !== undefined) parts.secretary.drop(before.seq);
    parts.secretary.begin(seq);
  };
}

type Tell = Extract<RoutingAction, { kind: 'tell-secretary' }>;

function tell({ routing, answers, isComplete }: Tell, cause: Cause, parts: CarryOutParts): () => void {
  const { store, instance, clock, postbox } = parts;
  const again = isComplete ? { messageId: newMessageId(), instance, atMs: clock.nowMs() } : undefined;
  if (!store.routings.tell(routing, answers, again))
    throw new Error(`routing ${routing} asked nothing when it was answered`);
  markSeen({ conversation: cause.conversation, messageId: cause.row.message.id }, postbox);
  return () => parts.secretary.begin(routing);
}
