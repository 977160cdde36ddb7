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
