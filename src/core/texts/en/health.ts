/** `wasap health`: one line, for a service manager. */
export const healthTexts = {
  runs: (folder: string, link: string) => `Running on ${folder}; ${link}.`,
  runsAlone: (folder: string) => `Running on ${folder}; WhatsApp is not used.`,
  nobody: (folder: string) => `No program answers on ${folder}. Start it with wasap start.`,
  silent: (folder: string, seconds: number) =>
    `The program on ${folder} did not answer within ${seconds} s. If it stays so, restart it: what is stored goes on.`,
  other: (why: string) => `The running program gave no answer that I understand: ${why}`,
  /** The state of the link, as a line below figures. */
  link: {
    connected: '  link: connected',
    connecting: '  link: connecting, or coming back by itself',
    pairing: '  link: waiting for a phone (wasap pair)',
    logged_out: '  link: logged out by the phone (wasap pair)',
    given_up: '  link: given up (wasap doctor says why)',
    stopped: '  link: stopped',
  },
};
