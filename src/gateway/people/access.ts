import { timingSafeEqual } from 'node:crypto';
import type {
  AccessList,
  Invitation,
  OutsideAgentStore,
  PeopleStore,
  Person,
} from '../../contracts/access.ts';
import type { ChannelCapabilities, InboundMessage } from '../../contracts/channel.ts';
import { sha256 } from '../../core/json.ts';
import { digitsOf } from '../../core/phone-number.ts';
import { outsideName, outsidePerson } from './person.ts';

export type Admission =
  | { readonly kind: 'admitted'; readonly person: Person }
  | { readonly kind: 'refused'; readonly reason: string };

/** Why a person was refused who might be let in, as stored in their rows. */
export const REFUSED = {
  hidden: 'pending: the phone number behind the LID is not known',
  stranger: 'sender is not in ALLOWED_PHONE_NUMBERS or access.yaml',
  group: 'the group is not in access.yaml',
  inGroup: 'sender is not listed for this group',
} as const;

type MessageOrigin = Pick<InboundMessage, 'chat' | 'sender' | 'group'>;
export type AccessCheck = (
  message: MessageOrigin,
  capabilities: Pick<ChannelCapabilities, 'localOwner'>,
) => Admission;

/**
 * Decides who may talk to the program, and in which role. The decision uses the identity that the channel's server
 * vouches for, never a name. In a group only people who are listed for that group count, and only messages that are
 * meant for the program.
 */
export function decideAdmission(
  message: MessageOrigin,
  { localOwner }: Pick<ChannelCapabilities, 'localOwner'>,
  { people, groups }: AccessList,
): Admission {
  const { sender, chat, group } = message;
  if (localOwner) return admitPerson({ phone: sender, role: 'owner', workspaces: undefined });
  if (people.length === 0)
    return refuseAdmission('nobody is allowed: ALLOWED_PHONE_NUMBERS and access.yaml name no one');
  // A LID is a number, but not a phone number: until the channel knows the phone number, the sender is unknown.
  if (sender.endsWith('@lid')) return refuseAdmission(REFUSED.hidden);
  const phone = digitsOf(sender);
  const person = people.find((one) => one.phone === phone);
  if (group !== undefined) {
    const listed = groups.find(({ id }) => id === chat);
    if (listed === undefined) return refuseAdmission(REFUSED.group);
    if (!listed.people.includes(phone)) return refuseAdmission(REFUSED.inGroup);
    if (!group.addressed) return refuseAdmission('not addressed to the program');
  }
  return person === undefined ? refuseAdmission(REFUSED.stranger) : admitPerson(person);
}

/** Like `decideAdmission`, for people from invitations as well as from the settings, and for other agents with a token. */
export function createAccessCheck(
  access: AccessList,
  invited: Pick<PeopleStore, 'all'>,
  agents: Pick<OutsideAgentStore, 'findByName'>,
): AccessCheck {
  return (message, capabilities) => {
    if (outsideName(message.sender) !== undefined) {
      const agent = outsidePerson(message.sender, agents);
      return agent === undefined ? refuseAdmission('no agent has this token') : admitPerson(agent);
    }
    const admission = decideAdmission(message, capabilities, access);
    if (admission.kind === 'admitted') return admission;
    const people = [...access.people, ...invited.all()];
    return people.length === access.people.length
      ? admission
      : decideAdmission(message, capabilities, { ...access, people });
  };
}

function admitPerson(person: Person): Admission {
  return { kind: 'admitted', person };
}

function refuseAdmission(reason: string): Admission {
  return { kind: 'refused', reason };
}

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
