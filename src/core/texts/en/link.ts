/** The link to WhatsApp, for the person at the terminal. */
export const linkTexts = {
  /** One line: the QR code below it takes the rest of the window. */
  scan: 'Scan in WhatsApp: Settings > Linked devices > Link a device',
  tooSmall: (columns: number, rows: number) =>
    `This window is too small for the QR code.
Make it at least ${columns} columns by ${rows} lines: the next code comes within 20 s.
Or type a code on the phone instead: wasap pair --phone +<your number>`,
  type: (code: string) =>
    `Type this code on your phone: ${code}
WhatsApp > Settings > Linked devices > Link a device > Link with phone number`,
  open: 'WhatsApp: connected.',
  /** Why the connection is not there or not well, in brackets behind what is said of it. */
  because: (why: string) => why,
  degraded: (why: string) => `WhatsApp: connected, but something is wrong: ${why}.`,
  backoff: (why: string) => `WhatsApp: no connection (${why}). I'll keep trying.`,
  outdated: (why: string) =>
    `WhatsApp says this client is too old (${why}).
I don't know a newer version. I'll try again every 15 minutes.
Update the program, or set WHATSAPP_VERSION in .env (if it's set, remove it).`,
  linked: (number: string) => `Linked as +${number}.`,
  staying: 'Syncing with your phone (up to 20 s). Ctrl-C ends it.',
  alreadyLinked: (number: string) => `Already linked as +${number}. To link another: wasap pair --new`,
  putAside: `I'll keep the old device until a new one is linked.
Then remove the old one on the phone: Settings > Linked devices`,
  notLinked: {
    unscanned: `Nobody used the code, so nothing was linked.
With your phone at hand, try again: wasap pair`,
    'no-code': (number: string, why: string) =>
      `WhatsApp gave no code for +${number} (${why}).
Nothing was linked. Is it the phone's number, with its country code?
A QR code works too: wasap pair`,
    unreachable: (why: string) =>
      `I can't reach WhatsApp (${why}), so nothing was linked.
Check the network, then try again: wasap pair`,
    outdated: (why: string) =>
      `WhatsApp says this client is too old (${why}).
Nothing was linked. Update the program, or set WHATSAPP_VERSION in .env.`,
    ended: `The running program ended, so nothing was linked.
Try again: wasap pair`,
    stopped: 'Stopped. Nothing has changed.',
    'stopped-here': `Stopped. Nothing was linked.
The running program still waits for a phone.`,
  },
  terminal: {
    conflict: `WhatsApp: another program uses this device.
Only one can be connected. Stop the other one, then restart this one.`,
    logged_out: `WhatsApp: the phone no longer knows this device.
Nothing else is lost. Update WhatsApp there, then link it again: wasap pair`,
    banned: `WhatsApp: this number isn't allowed on linked devices.
Open WhatsApp on the phone to see the reason.`,
    lease: `WhatsApp: another program uses this data folder.
Run only one program on a data folder.`,
    unreadable: `WhatsApp: I can't read the stored link (see wasap.log).
I left it as it is. Restore a backup, or link again: wasap pair --new`,
  },
};
