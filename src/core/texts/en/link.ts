/** The link to WhatsApp, for the person at the terminal. */
export const linkTexts = {
  scan: 'WhatsApp on your phone: Settings, Linked devices, Link a device. Then scan:',
  tooSmall: (columns: number, rows: number) =>
    `This window is too small for the QR code. Link with a code to type instead: wasap pair --phone +<your number>. Or make the window at least ${columns} columns by ${rows} lines: the next QR code comes within 20 seconds.`,
  type: (code: string) =>
    `On your phone: WhatsApp, Settings, Linked devices, Link a device, Link with phone number. Then type: ${code}`,
  open: 'WhatsApp: connected.',
  degraded: (why: string) => `WhatsApp: connected, but something is wrong: ${why}.`,
  backoff: (why: string) => `WhatsApp: no connection (${why}). I try again by myself.`,
  outdated: (why: string) =>
    `WhatsApp calls this client too old (${why}), and I know of no newer version to speak. Update the program, or set WHATSAPP_VERSION in .env (or take it out). I try again every 15 minutes.`,
  linked: (number: string) => `Linked as +${number}.`,
  staying:
    'The phone now hands me what it hands a new device once: that takes up to 20 seconds. Ctrl-C ends at once.',
  alreadyLinked: (number: string) =>
    `Already linked as +${number}. To link another number: wasap pair --new.`,
  putAside:
    'The device that was linked is put aside until another one is. Then remove it on the phone: Settings, Linked devices.',
  notLinked: {
    unscanned:
      'Nobody used the codes, so nothing was linked. Run wasap pair again when the phone is at hand.',
    'no-code': (number: string, why: string) =>
      `WhatsApp gave no code for +${number} (${why}). Is it the number on the phone, with its country code? A QR code works too: wasap pair.`,
    unreachable: (why: string) =>
      `WhatsApp cannot be reached (${why}), so nothing was linked. Look at the network, then run wasap pair again.`,
    outdated: (why: string) =>
      `WhatsApp calls this client too old (${why}), so nothing was linked. Update the program, or set WHATSAPP_VERSION in .env.`,
    ended: 'The running program ended, so nothing was linked. Run wasap pair again.',
    stopped: 'Stopped. Everything is as it was before.',
    'stopped-here': 'Stopped. Nothing was linked; the running program goes on waiting for a phone.',
  },
  terminal: {
    conflict:
      'WhatsApp: another program uses this linked device. End it and start this one again; only one can be connected.',
    logged_out:
      'WhatsApp: this device was removed on the phone. Link it again with `wasap pair`; nothing else is lost.',
    banned: 'WhatsApp: this number may not use WhatsApp Web. Look at WhatsApp on the phone for the reason.',
    lease: 'WhatsApp: another program works on this data folder.',
    unreadable: 'WhatsApp: the stored link cannot be read. It was not touched.',
  },
};
