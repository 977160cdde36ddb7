/** What goes wrong with channels. Each stands behind `wasap:` or behind what was tried. */
export const channelsFaults = {
  'whatsapp-credentials': (generation: number, why: string) =>
    `The credentials of the linked WhatsApp device cannot be read (generation ${generation}: ${why}). I left them as they are. Restore a backup, or unlink the device on the phone and link again: wasap pair --new`,
  'whatsapp-key': (type: string, why: string) =>
    `A stored WhatsApp key (${type}) cannot be read: ${why}. Restore a backup, or link again: wasap pair --new`,
  'whatsapp-never-first':
    'Nobody has written to me in this chat yet, and I never write first. Let them send a message.',
  'one-chat': 'This program shows one chat: that of its task.',
  'front-only-passes': 'This program only passes messages on. Ask one of its cells.',
  'console-closed': (why: string) => `I can't write to the console: ${why}`,
  'whatsapp-refused-now': (code: string) =>
    `WhatsApp refused the message for now (code ${code}). Try again later.`,
  'whatsapp-first-contact':
    "WhatsApp won't let this account start a chat with this person now (code 463). I won't try again; let them write first.",
  'whatsapp-refused': (code: string) => `WhatsApp refused the message (code ${code}). I won't try again.`,
  'whatsapp-unsure': (why: string) => `The message may not have arrived: ${why}.`,
  'whatsapp-no-devices': "WhatsApp didn't say which phones this person has, so nothing was sent yet.",
  'whatsapp-not-prepared': (why: string) => `The message could not be prepared: ${why}.`,
  'whatsapp-not-connected': (state: string) => `WhatsApp isn't connected now (${state}). I'll keep trying.`,
};
