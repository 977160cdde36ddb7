/** What the server answers about groups. */
import type { BinaryNode } from '@whiskeysockets/baileys';

import { memberNode } from './group-changes.ts';
import type { GroupRecord } from './group-record.ts';
import { children, node } from './nodes.ts';
import { accountJid, report, type World } from './world.ts';

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
    members.map((member) => memberNode(group, member)),
  );
}
