/** What goes wrong with figures. Each stands behind `wasap:` or behind what was tried. */
export const faults = {
  unreadable: (why: string) => `I can't read the figures: ${why}. Try again.`,
};

/**
 * How the agent does, in figures: `/metrics`, `wasap metrics`, and the model's own look at it. Latin-1, for the model.
 */
export const english = {
  command: {
    usage: '/metrics [7d]',
    summary: "how I'm doing, in figures",
    more: 'Commands, tasks, cost, questions and what waits, for the last 30 days. Or for as long as you say: 24h, 7d, 4w.\nOnly owners see those of all chats, in a private chat with me.\nMessages lost: should always be 0.',
  },
  noPeriod: (typed: string) =>
    `I can't show figures for ${typed}.\nSend hours, days or weeks: /metrics 24h, /metrics 7d or /metrics 4w`,
  title: (period: string) => `Figures for the ${period}`,
  titleOfChat: (period: string) => `Figures for this chat, ${period}`,
  days: (days: number) => (days === 1 ? 'last day' : `last ${days} days`),
  hours: (hours: number) => (hours === 1 ? 'last hour' : `last ${hours} hours`),
  unknown: 'not known yet',
  /** Below figures that are all zero. */
  nothingYet: 'To see figures, write: /agent <task>',
  noCommands: 'Commands: none yet',
  commands: (count: number, lastDay: number, denied: number) =>
    `Commands: ${count} (24 h: ${lastDay}), blocked ${denied}`,
  worked: (share: string) => `Succeeded: ${share}`,
  average: (time: string) => `Average time: ${time}`,
  mcp: (calls: number, failed: number, time: string) =>
    `MCP calls: ${calls}, failed ${failed}, average ${time}`,
  noTasks: 'Tasks done: none yet',
  tasks: (count: number, unproven: number) =>
    `Tasks done: ${count}${unproven === 0 ? '' : `, not tested or not done: ${unproven}`}`,
  noLoops: 'Loops: none yet',
  loops: (count: number, lastDay: number) => `Loops: ${count} (24 h: ${lastDay})`,
  noSpending: 'Cost and tokens: none yet',
  cost: (cost: string) => `Cost: ${cost}`,
  costWithout: (cost: string, tasks: number) => `Cost: ${cost}, and ${tasks} of unknown price`,
  tokens: (read: string, written: string) => `Tokens: ${read} read, ${written} written`,
  cached: (share: string) => `From the cache: ${share}`,
  noQuestions: 'Questions: none yet',
  questions: (count: number) => `Questions: ${count}`,
  answers: (yes: number, no: number, none: number) => `  yes ${yes}, no ${no}, unanswered ${none}`,
  wait: (time: string) => `  time to answer: ${time}`,
  waits: (median: string, most: string) => `  median wait ${median}, 95 % in ${most}`,
  queues: (inbox: number, outbox: number, tasks: number) =>
    `Waiting: in ${inbox}, out ${outbox}, tasks ${tasks}`,
  lost: (all: number, refused: number, orphaned: number) =>
    `Messages lost: ${all} (${refused} refused, ${orphaned} unhandled)`,
  unreadable: (count: number) => `Unreadable, requested again: ${count}`,
  stops: (count: number, longest: string) => `Stalls over 50 ms: ${count}, longest ${longest}`,
  notServed: (port: string, why: string) => `METRICS_PORT ${port} serves nothing (${why}). Set another port.`,
  whatsapp: {
    unused: 'WhatsApp: never linked',
    running: 'WhatsApp: a program is using it',
    stopped: 'WhatsApp: no program is using it',
  },
  faults,
};
