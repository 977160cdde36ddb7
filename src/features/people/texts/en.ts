import type { Role } from '../../../contracts/access.ts';
import type { RefusalKind } from '../refused-senders.ts';

/** What the page about people says. */
export const english = {
  label: 'People',
  title: 'People and access',
  people: 'Who can write to me',
  nobody: 'Nobody can write to me on WhatsApp.\nIn a terminal, let somebody in: wasap people invite',
  role: { owner: 'owner', member: 'member', reader: 'reader' } satisfies Record<Role, string>,
  allProjects: 'all projects',
  projects: (names: string) => `projects: ${names}`,
  bySettings: 'from the settings',
  byInvitation: 'by invitation',
  hasWritten: 'has written to me',
  notWritten: 'has not written yet',
  inSettings:
    'Others are listed in ALLOWED_PHONE_NUMBERS or access.yaml.\nA change there takes effect at the next start.',
  invitation: 'Let somebody in',
  noInvitation: 'No invitation is open. In a terminal on my machine:',
  openInvitation: (role: string, minutes: string, tries: string) =>
    `An invitation is open: ${role}.\nIt ends in ${minutes} min. Wrong tries left: ${tries}.`,
  inviteReader: 'prints a code for a reader',
  inviteMember: 'for a member who works on one project',
  webLink: 'prints a link to this console for somebody on the list',
  refused: 'Refused in the last 7 days',
  noneRefused: 'I refused nobody.',
  why: {
    hidden: 'WhatsApp hid the phone number',
    stranger: 'not on the list',
    group: 'in a group that access.yaml does not name',
    inGroup: 'not listed for this group',
  } satisfies Record<RefusalKind, string>,
  groups: 'Groups',
  noGroups: "I don't answer in any group.",
  groupsHow:
    "Groups and their people are in access.yaml.\nThe doctor shows the id of each group that I'm in.",
  agents: 'Other agents',
  noAgents: 'No other agent can give me tasks.\nIn a terminal: wasap mcp token add <name>',
  revoked: 'revoked',
  roles: 'What each can do',
  mayDo: {
    owner: 'Everything, in all projects.',
    member: 'Tasks in their projects.\nFor what leaves the project, I ask every owner.',
    reader: 'Questions about their projects. I change nothing for them.',
  } satisfies Record<Role, string>,
};
