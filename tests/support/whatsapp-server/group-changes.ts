/** Changes of a group, and how the client hears of them. */
import { randomBytes } from 'node:crypto';

import type { BinaryNode } from '@whiskeysockets/baileys';

import type { GroupRecord } from './group-record.ts';
import { node } from './nodes.ts';
import { type Contact, contactJid, seconds, type World } from './world.ts';

export type GroupChange =
  | { readonly kind: 'add' | 'remove'; readonly member: Contact }
  | { readonly kind: 'subject'; readonly subject: string };

/** Whoever leaves takes the keys along: those who stay make new ones. */
export function changeGroup(world: World, group: GroupRecord, change: GroupChange): void {
  const [actor = world.phone] = group.members;
  if (change.kind === 'subject') group.subject = change.subject;
  else if (change.member === world.phone) group.joined = change.kind === 'add';
  else if (change.kind === 'add') group.members.push(change.member);
  else group.members.splice(group.members.indexOf(change.member), 1);
  if (change.kind === 'remove') group.senderKeys.clear();
  const other = group.addressing === 'lid' ? 'pn' : 'lid';
  const attrs = {
    from: group.jid,
    type: 'w:gp2',
    id: randomBytes(8).toString('hex'),
    participant: contactJid(actor, group.addressing),
    [`participant_${other}`]: contactJid(actor, other),
    t: seconds(),
    notify: actor.name,
  };
  world.queue.put(node('notification', attrs, [changeNode(group, change)]));
}

function changeNode(group: GroupRecord, change: GroupChange): BinaryNode {
  if (change.kind === 'subject') return node('subject', { subject: change.subject, s_t: seconds() });
  return node(change.kind, {}, [memberNode(group, change.member)]);
}

/** A member as lists name it: by the group's kind of address, with the other kind beside it. */
export function memberNode(group: GroupRecord, member: Contact): BinaryNode {
  const type = group.admins.has(member) ? 'admin' : undefined;
  const pn = contactJid(member, 'pn');
  const lid = contactJid(member, 'lid');
  return group.addressing === 'pn'
    ? node('participant', { jid: pn, lid, type })
    : node('participant', { jid: lid, phone_number: pn, type });
}
