import type { Role } from '../../../../contracts/access.ts';

/** `wasap people`. */
export const peopleCommandTexts = {
  nobody: 'Nobody can write to me on WhatsApp yet.\nSet ALLOWED_PHONE_NUMBERS, or run: wasap people invite',
  role: { owner: 'owner', member: 'member', reader: 'reader' } satisfies Record<Role, string>,
  everyProject: 'all projects',
  from: { settings: 'settings', invitation: 'invitation' },
  needsProject: 'A member needs projects, so nobody was invited.\nAdd: --project <folder>',
  code: (digits: string) => `Code: ${digits}`,
  becomes: {
    owner: 'Sent to me in a direct chat, it makes somebody an owner.',
    member: 'Sent to me in a direct chat, it makes somebody a member.',
    reader: 'Sent to me in a direct chat, it makes somebody a reader.',
  } satisfies Record<Role, string>,
  valid: (minutes: string, tries: string) =>
    `It works once, for ${minutes} minutes.\nAfter ${tries} wrong tries it stops. Earlier codes no longer work.`,
  notInvited: (number: string) =>
    `${number} has no invitation, so nothing was removed.\nPeople of the settings: ALLOWED_PHONE_NUMBERS, access.yaml`,
  removed: (number: string) => `${number} can no longer write to me.`,
};
