/** Findings of the doctor about what people set up around the program. */
export const checkTexts = {
  files: {
    used: (files: string) => `New tasks read: ${files}.`,
    cut: (place: string, characters: string, size: string) =>
      `${place} is too long: only the first ${characters} characters of ${size} are read.`,
    shorten: 'Shorten it; what stands last is not read.',
    refused: (place: string) => `${place} is not used.`,
  },
  metricsPort: {
    served: (port: string) => `Figures for Prometheus: http://127.0.0.1:${port}/metrics.`,
    free: (port: string) => `METRICS_PORT ${port} is free; figures are served there while the program runs.`,
    taken: (port: string) => `METRICS_PORT ${port} is used by another program.`,
    another: 'Set another port, or end that program, and restart me.',
    open: (port: string, address: string) =>
      `Port ${port} also answers on ${address}: somebody has opened it to others.`,
    close: 'Only this machine should read the figures: look at port forwarding and proxies.',
  },
  writes: {
    on: 'The agent may change files, and asks before anything risky.',
    off: 'The agent is read-only: it answers, and changes nothing.',
    turnOn: 'To let it work: AGENT_WRITE_ENABLED=true in .env, or wasap setup.',
  },
  commands: {
    wrong: (why: string) => `Your list of commands cannot be used, so nothing starts: ${why}`,
    correct: 'Correct tool-commands.yaml in CONFIG_DIR, or move it away.',
  },
  zone: {
    unknown: (zone: string) => `TZ is ${zone}, which is no time zone; times are taken as UTC.`,
    set: 'Set TZ to a name such as Europe/Madrid, or leave it out.',
  },
};
