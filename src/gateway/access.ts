import type { InboundMessage } from '../contracts/channel.ts';

export type Admission =
  | { readonly kind: 'owner' }
  | { readonly kind: 'listed' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Who may talk to the program. Decided by the identity that the channel's server vouches for, never by a name. An
 * empty list lets nobody in.
 * @param allowed phone numbers as people write them: only their digits count, and all of them
 */
export function admit(
  { sender }: Pick<InboundMessage, 'sender'>,
  { localOwner }: { readonly localOwner: boolean },
  allowed: readonly string[],
): Admission {
  if (localOwner) return { kind: 'owner' };
  if (allowed.length === 0)
    return { kind: 'refused', reason: 'nobody is allowed: ALLOWED_PHONE_NUMBERS is empty' };
  // A LID is a number too, but not a phone number: until the channel knows whose it is, it is nobody's.
  if (sender.endsWith('@lid'))
    return { kind: 'refused', reason: 'the phone number behind the LID is not known' };
  const number = digitsOf(sender);
  const listed = number !== '' && allowed.some((entry) => digitsOf(entry) === number);
  return listed ? { kind: 'listed' } : { kind: 'refused', reason: 'sender is not in ALLOWED_PHONE_NUMBERS' };
}

/** Digits before an `@` or a device suffix: `34600111222:7@s.whatsapp.net` is `34600111222`. */
function digitsOf(address: string): string {
  const user = address.split(/[@:]/, 1)[0] ?? '';
  return user.replace(/\D/g, '');
}
