/** `/lock`, codes, and `wasap lock`. */
export const english = {
  command: {
    usage: '/lock',
    summary: 'lock your chats with me',
    more: 'Locks all your chats at once. Until /unlock <code>, I show nothing, and nothing can start or be approved.\nRunning tasks continue. What they say waits.\nSet up the PIN or code in the terminal: wasap lock setup pin',
  },
  unlockCommand: {
    usage: '/unlock <code>',
    summary: 'unlock your chats',
    more: '/unlock 123456 - with your PIN, or the code your app shows now\nI report each wrong code in the other chats of owners. From the third on, you wait longer each time.',
  },
  lockedNow: '🔒 All your chats are locked.\nUnlock: /unlock <code>',
  locked: '🔒 Locked. Unlock: /unlock <code>',
  unlocked: '🔓 Unlocked.',
  notLocked: 'Nothing is locked here. To lock your chats: /lock',
  notSetUp: 'No PIN or code is set up yet.\nIn a terminal of my machine: wasap lock setup pin',
  somethingWaits: '🔒 Something is waiting here. See it: /unlock <code>',
  nothingWaits: "Nothing here waits for a code, so I didn't do anything.",
  deleteIt: "🧹 Delete your message with the PIN. I can't do it here.",
  needed: {
    pin: "🔐 This also needs your PIN. Send it now.\nI'll wait 5 minutes. Until then, nothing happens.",
    totp: "🔐 This also needs the code from your app. Send it now.\nI'll wait 5 minutes. Until then, nothing happens.",
  },
  codes: {
    wrong: '❌ Wrong code, so I did nothing. Send the right one.',
    wrongWait: (wait: string) => `❌ Wrong code, so I did nothing.\nTry again in ${wait}.`,
    tooSoon: (wait: string) => `⏳ Too many wrong codes. Try again in ${wait}.\nI didn't look at this one.`,
    again: "I didn't look at that code. Send it again.",
    used: '❌ That code was already used.\nSend the next one your app shows.',
    lost: "I restarted before I could check your code.\nSend it again; I haven't kept it.",
    uncounted: "That code doesn't count here.\nAn owner has to type it, not forward it.",
    unusable:
      "🔐 I can't check codes: the PIN or secret is gone.\nIn a terminal of my machine: wasap lock setup",
  },
  warning: {
    phone: (number: string, wrong: number) =>
      `⚠️ Wrong code from ${number}${formatWrongCount(wrong)}.\nIf it wasn't you, someone has that phone. To take it off the list: wasap people`,
    terminal: (wrong: number) =>
      `⚠️ Wrong code in the terminal${formatWrongCount(wrong)}.\nIf it wasn't you, someone is at your machine.`,
  },
  cli: {
    none: 'No PIN or code is set up. Run: wasap lock setup pin',
    status: { pin: 'A PIN is set up.', totp: 'Codes from an app are set up.' },
    broken: 'The PIN or secret is gone, so no code works.\nRun: wasap lock setup',
    whichKind: 'Say which one: wasap lock setup pin\nOr: wasap lock setup totp',
    lockedCount: (count: number) => `Locked: the chats of ${count} ${count === 1 ? 'owner' : 'owners'}.`,
    noTerminal: 'There is no terminal to ask in, so nothing was changed.',
    stopped: 'Stopped. Nothing was changed.',
    askPin: 'New PIN (6 to 12 digits)',
    askAgain: 'The same PIN again',
    differ: 'The two PINs differ, so nothing was changed. Try again.',
    fault: {
      form: 'A PIN has 6 to 12 digits, so nothing was changed. Try again.',
      obvious: 'That PIN is too easy to guess. Nothing was changed.\nChoose another one.',
    },
    scan: 'Scan this with your authenticator app.\nOr copy the line below into it:',
    askCode: 'The code that the app shows now',
    wrongCode: "That isn't the app's code. Nothing was changed.\nCheck the phone's clock, then try again.",
    pinSet:
      'PIN set.\nPushes to the default branch, deploys and lasting permissions ask for it.\nTo lock your chats: /lock',
    totpSet:
      'App codes set up.\nPushes to the default branch, deploys and lasting permissions ask for one.\nTo lock your chats: /lock',
    off: 'The lock is off. A yes is enough again.',
    wasOff: 'There was no lock.',
    /** Before a command that changes who may do what, or the lock itself. */
    code: {
      ask: { pin: 'Your PIN', totp: 'The code your app shows now' },
      noTerminal: 'With a lock, this needs your code. Run it in a terminal.',
      wrong: 'Wrong code, so nothing was changed.',
      used: 'That code was already used, so nothing was changed.',
      tooSoon: (wait: string) => `Too many wrong codes. Try again in ${wait}.`,
      unusable: 'The PIN or secret is gone, so nothing was changed.',
      forgotten: (file: string) => `Forgot it? Delete ${file}\nThen take the lock away: wasap lock off`,
    },
  },
};

function formatWrongCount(wrong: number): string {
  return wrong === 1 ? '' : ` (${wrong} in a row)`;
}
