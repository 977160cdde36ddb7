import type { InboundMessage } from '../../contracts/channel.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { type MessageBatch, mergeBatch } from './message-batches.ts';

/** Reason for closing a message whose text waits until its author says which task it is for. */
export const WHICH_TASK = 'which task';
/** How long the text waits. */
const WAIT_MS = 10 * MINUTE_MS;

/**
 * This person's previous message, if they were asked which task it is for. Any other message in between has settled
 * it.
 */
export function messageAwaitingTask(
  message: InboundMessage,
  { store, nowMs }: Pick<CommandContext, 'store' | 'nowMs'>,
): { readonly message: InboundMessage; readonly rows: MessageBatch } | undefined {
  const before = store.inbox
    .listEarlier(message, nowMs - WAIT_MS)
    .filter(({ message: { gesture } }) => gesture === undefined);
  const end = before.findIndex(({ reason }) => reason !== WHICH_TASK);
  const [first, ...others] = (end === -1 ? before : before.slice(0, end)).toReversed();
  if (first === undefined) return undefined;
  const rows: MessageBatch = [first, ...others];
  return { message: mergeBatch(rows).message, rows };
}
