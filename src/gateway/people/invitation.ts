import { timingSafeEqual } from 'node:crypto';
import type { Invitation, PeopleStore, Person } from '../../contracts/access.ts';
import type { InboundMessage } from '../../contracts/channel.ts';
import { sha256 } from '../../core/json.ts';
import { digitsOf } from '../../core/phone-number.ts';

/** Eight digits, as people type them: `1234 5678`. */
const CODE = /^\s*(\d{4})[ -]?(\d{4})\s*$/;

export function codeHash(digits: string): string {
  return sha256(digits);
}

/**
 * The hash of the code that a message may be; undefined for any other message. Only in a direct chat, and only of a
 * person whose number is known.
 */
export function codeHashIn({
  sender,
  text,
  group,
}: Pick<InboundMessage, 'sender' | 'text' | 'group'>): string | undefined {
  const digits = CODE.exec(text)?.slice(1).join('');
  if (digits === undefined || group !== undefined || sender.endsWith('@lid')) return undefined;
  return codeHash(digits);
}

/**
 * Admits the sender when the message is the code of the open invitation; inside a transaction. A wrong
 * code uses up a try, and gets no answer.
 */
export function acceptInvitation(
  message: Pick<InboundMessage, 'sender' | 'text' | 'group'>,
  people: PeopleStore,
  nowMs: number,
): Person | undefined {
  const hash = codeHashIn(message);
  if (hash === undefined) return undefined;
  const invitation = people.openInvitation();
  if (invitation === undefined || invitation.expiresAtMs <= nowMs) return undefined;
  if (!isCodeOf(invitation, hash)) {
    people.spendTry(invitation.seq);
    return undefined;
  }
  const { role, workspaces } = invitation;
  const person: Person = { phone: digitsOf(message.sender), role, workspaces };
  people.accept(invitation.seq, person, nowMs);
  return person;
}

function isCodeOf({ codeHash: expected }: Invitation, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(expected, 'hex'));
}
