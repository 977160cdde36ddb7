/** What the server answers about groups. */
import type { BinaryNode } from '@whiskeysockets/baileys';

import type { GroupRecord } from './group-record.ts';
import { children, node } from './nodes.ts';
import { accountJid, type Contact, contactJid, report, type World } from './world.ts';

/** About one group, or about all in which the account is. */
export function describeGroups(world: World, iq: BinaryNode): BinaryNode[] {
  const [question] = children(iq);
  if (question?.tag === 'participating') {
    const joined = [...world.groups.values()].filter((group) => group.joined);
    return [
      node(
        'groups',
        {},
        joined.map((group) => describe(world, group)),
      ),
    ];
  }
  const group = world.groups.get(iq.attrs.to ?? '');
  if (group === undefined) {
    report(world, `the client asks about ${iq.attrs.to}, which is no group`);
    return [node('error', { code: '404', text: 'item-not-found' })];
  }
  return [describe(world, group)];
}

function describe(world: World, group: GroupRecord): BinaryNode {
  const members = group.joined ? [...group.members, world.phone] : group.members;
  const attrs = {
    id: group.jid.slice(0, group.jid.indexOf('@')),
    subject: group.subject,
    s_t: String(group.created),
    creation: String(group.created),
    creator: accountJid(world, group.addressing),
    addressing_mode: group.addressing,
    size: String(members.length),
  };
  return node(
    'group',
    attrs,
    members.map((member) => participant(group, member)),
  );
}

function participant(group: GroupRecord, member: Contact): BinaryNode {
  const type = group.admins.has(member) ? 'admin' : undefined;
  const pn = contactJid(member, 'pn');
  const lid = contactJid(member, 'lid');
  return group.addressing === 'pn'
    ? node('participant', { jid: pn, lid, type })
    : node('participant', { jid: lid, phone_number: pn, type });
}
