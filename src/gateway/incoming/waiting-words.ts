import type { InboundMessage } from '../../contracts/channel.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import { type MessageBatch, mergeBatch } from './message-batches.ts';

/** Why a message is closed whose words wait until their person says which task they are for. */
export const WHICH_TASK = 'which task';
/** Words wait for this long. */
const WAIT_MS = 10 * 60_000;

/**
 * What this person wrote right before this message and was asked about which task it is for. Whatever else they wrote
 * in between has settled it.
 */
export function waitingWords(
  message: InboundMessage,
  { store, nowMs }: Pick<CommandContext, 'store' | 'nowMs'>,
): { readonly message: InboundMessage; readonly rows: MessageBatch } | undefined {
  const before = store.inbox
    .before(message, nowMs - WAIT_MS)
    .filter(({ message: { gesture } }) => gesture === undefined);
  const end = before.findIndex(({ reason }) => reason !== WHICH_TASK);
  const [first, ...others] = (end === -1 ? before : before.slice(0, end)).toReversed();
  if (first === undefined) return undefined;
  const rows: MessageBatch = [first, ...others];
  return { message: mergeBatch(rows).message, rows };
}
