import type { InboundMessage } from '../../../contracts/channel.ts';
import type { Store } from '../../../contracts/store.ts';
import type { Clock } from '../../../core/clock.ts';
import { Failure } from '../../../core/failure.ts';
import { canonicalJson, type JsonObject } from '../../../core/json.ts';
import { maskAddresses } from '../../../gateway/incoming/without-credentials.ts';
import { type CallRequest, outsideIdentity, wrongToken } from '../outside-call.ts';
import type { OutsideChannel } from './outside-channel.ts';

export interface TakeCallParts {
  readonly channel: Pick<OutsideChannel, 'take'>;
  readonly store: Pick<Store, 'inbox' | 'outsideAgents'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/**
 * Stores a call of another agent as a message of its conversation, from where it goes the way of all messages. Resolves
 * once it is stored; what comes of it stands in the rows.
 * @throws Failure `denied` for a wrong token, `conflict` for an id that another call has had, `unavailable` when it
 *    could not be stored
 */
export async function takeCall(
  request: CallRequest,
  { channel, store, clock }: TakeCallParts,
): Promise<void> {
  const agent = store.outsideAgents.findByToken(request.token);
  if (agent === undefined) throw wrongToken();
  const { id, text, call } = request;
  const message = { ...outsideIdentity(agent.name, id), text, sentAtMs: clock.nowMs(), call };
  const earlier = store.inbox.find(message);
  if (earlier !== undefined && !isSameCall(earlier.message, message))
    throw new Failure('conflict', `The request_id ${id} was used for another call. Choose a new one.`);
  await channel.take(message);
}

/**
 * The text of an old call is no longer stored: only its arrival is known, so any call with its id counts as the same.
 */
function isSameCall(
  earlier: Partial<InboundMessage>,
  { text, call }: Pick<InboundMessage, 'text' | 'call'>,
): boolean {
  if (earlier.call === undefined) return true;
  const plain = (asked: InboundMessage['call']): string =>
    canonicalJson({ ...asked } as unknown as JsonObject);
  // Where a command takes an address, it is stored masked.
  const isSameText = [text, maskAddresses(text)].some((one) => one === earlier.text);
  return isSameText && plain(earlier.call) === plain(call);
}
