/** The link to WhatsApp, for whoever sits at the terminal. */
export const linkTexts = {
  scan: 'On your phone: WhatsApp, Settings, Linked devices, Link a device. Then scan this:',
  type: (code: string) =>
    `On your phone: WhatsApp, Settings, Linked devices, Link a device, Link with phone number. Then type: ${code}`,
  open: 'WhatsApp: connected.',
  degraded: (why: string) => `WhatsApp: connected, but something is wrong: ${why}.`,
  backoff: (why: string) => `WhatsApp: no connection (${why}). I try again by myself.`,
  terminal: {
    conflict:
      'WhatsApp: another program uses this linked device. End it and start this one again; only one can be connected.',
    logged_out:
      'WhatsApp: this device was removed on the phone. Link it again with `wasap pair`; nothing else is lost.',
    banned: 'WhatsApp: this number may not use WhatsApp Web. Look at WhatsApp on the phone for the reason.',
    version_rejected:
      'WhatsApp: the server calls this client too old. Update the program, or set whatsapp.version in agent.yaml.',
    lease: 'WhatsApp: another program works on this data folder.',
    unreadable: 'WhatsApp: the stored link cannot be read. It was not touched.',
  },
};
