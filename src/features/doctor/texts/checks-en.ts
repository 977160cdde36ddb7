/** Findings of the doctor about what people set up around the program. */
export const checkTexts = {
  files: {
    used: (files: string) => `New tasks read: ${files}.`,
    cut: (place: string, characters: string, size: string) =>
      `I read only the first ${characters} characters of ${place} (${size}).`,
    shorten: 'Shorten it: the end is not read.',
    refused: (place: string) => `I don't use ${place}.`,
  },
  skills: {
    used: (count: string) => `Skills that tasks can load: ${count}.`,
    refused: (places: string) => `I can't use these skills: ${places}.`,
    why: 'Why: wasap skills list',
  },
  mcp: {
    configured: (count: string) => `MCP servers: ${count}. Try them: wasap mcp test.`,
    fault: (what: string, why: string) => `I don't use the MCP server ${what}: ${why}.`,
    mend: (file: string) => `Correct it in ${file}.`,
    agents: (names: string) => `Agents that may start tasks over MCP: ${names}.`,
  },
  lock: {
    pin: "What can't be undone needs your PIN.",
    totp: "What can't be undone needs a code from your app.",
    locked: (count: string) => `Owners whose chats are locked: ${count}.`,
    broken: 'The PIN or secret is gone: no code works.',
    mend: 'Run: wasap lock setup',
  },
  speech: {
    skipped: "I didn't test the speech service (--offline).",
    speaks: (time: string) => `Voice notes: the speech service answers (${time}).`,
    fails: (why: string) => `No voice notes: ${why}`,
    check: 'Check SPEECH_URL, SPEECH_KEY and speech in agent.yaml.',
  },
  metricsPort: {
    served: (port: string) => `Figures for Prometheus: http://127.0.0.1:${port}/metrics.`,
    free: (port: string) => `METRICS_PORT ${port} is free; I'll use it when I run.`,
    taken: (port: string) => `METRICS_PORT ${port} is used by another program.`,
    another: 'Set another port or stop that program, then restart me.',
    open: (port: string, address: string) => `Port ${port} is open to others: it also answers on ${address}.`,
    close: 'Only this machine should read it: check port forwarding.',
  },
  writes: {
    on: 'I can change files, and I ask before anything risky.',
    off: "I'm read-only: I answer, and change nothing.",
    turnOn: 'To let me work: AGENT_WRITE_ENABLED=true, or wasap setup',
  },
  commands: {
    wrong: (why: string) => `I can't start: your list of commands is wrong. ${why}`,
    correct: 'Fix tool-commands.yaml in CONFIG_DIR, or move it away.',
  },
  zone: {
    unknown: (zone: string) => `TZ is ${zone}, which isn't a time zone. I use UTC.`,
    set: 'Set TZ to a name like Europe/Madrid, or remove it.',
  },
};
