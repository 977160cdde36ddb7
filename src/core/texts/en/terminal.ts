/** Messages at the terminal before the program starts. */
export const beforeStartTexts = {
  broad: (folder: string) =>
    `${folder} holds all your files, not one project.
I haven't started: with write access I could change all of them.
Start in the folder of a project, or set PROJECT_ROOT to one.`,
  goOn: 'Start here anyway? (y/N) ',
  noKey: (file: string) => `No API key. Run wasap setup, or set ANTHROPIC_API_KEY in ${file}`,
  /** Instead of `noKey`, where a person can answer. */
  offerSetup: {
    question: 'No API key is set yet. Set me up now?',
    yes: 'Yes',
    no: 'Not now',
  },
};

/** Messages of the terminal chat about itself. */
export const consoleTexts = {
  you: 'You',
  agent: 'wasap',
  /** In front of what is searched for among earlier messages. */
  search: 'search',
  stopHint: (tasks: string) => `Press Ctrl-C again to stop: ${tasks} (Ctrl-D quits)`,
  quitHint: 'Nothing is running. Press Ctrl-C again to quit.',
  ended: (tasks: number, questions: number) =>
    [
      'Bye.',
      ...(tasks === 0 ? [] : [`${tasks === 1 ? '1 task' : `${tasks} tasks`} will resume next time.`]),
      ...(questions === 0
        ? []
        : [`${questions === 1 ? '1 question waits' : `${questions} questions wait`} for your answer.`]),
    ].join('\n'),
  /** A pipe that was ended while there was no room for what came in. */
  notStored: (line: number) =>
    `⚠️ No space left: I ignored line ${line} and all after it.
Free some space, then send them again.`,
  /** A pipe whose process was asked to end. */
  interrupted: (tasks: number) =>
    tasks === 1
      ? 'Stopped. The task is saved. To continue it: wasap start'
      : `Stopped. ${tasks} tasks are saved. To continue them: wasap start`,
  mayRepeat: '(you may have this already)',
  greeting: (facts: {
    workspace: string;
    model: string;
    writeEnabled: boolean;
    sandbox: string;
  }): readonly string[] => [
    `wasap-agent · ${facts.model} · ${facts.workspace}`,
    facts.writeEnabled
      ? 'Write /agent and what you want done. /help shows more.'
      : 'Read-only: set AGENT_WRITE_ENABLED=true to let /agent change files. /help shows more.',
    ...(facts.writeEnabled ? [facts.sandbox] : []),
    '',
  ],
};

/** `wasap health`: one line, for a service manager. */
export const healthTexts = {
  runs: (folder: string, link: string) => `Running on ${folder}; ${link}.`,
  runsAlone: (folder: string) => `Running on ${folder}; WhatsApp is not used.`,
  nobody: (folder: string) => `Nothing is running on ${folder}. Start it: wasap start`,
  silent: (folder: string, seconds: number) =>
    `No answer from ${folder} in ${seconds} s. Restart it: tasks continue.`,
  other: (why: string) => `I can't read the running program's answer: ${why}`,
  /** The state of the link, as a line below figures. */
  link: {
    connected: '  link: connected',
    connecting: '  link: connecting',
    pairing: '  link: waiting for a phone (wasap pair)',
    logged_out: '  link: removed on the phone (wasap pair)',
    given_up: '  link: stopped trying (wasap doctor says why)',
    stopped: '  link: stopped',
  },
};

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
