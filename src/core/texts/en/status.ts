/** Lines of /status, /sessions and /agent. */
export const statusTexts = {
  program: (name: string, version: string) => `${name} ${version}`,
  workspace: (path: string) => `📁 Project: ${path}`,
  model: (name: string) => `🧠 Model: ${name}`,
  writesOn: '✏️ I can change files and run commands.',
  writesOff: `🔒 Read-only: I look and answer, but change nothing.
To let me change things, set AGENT_WRITE_ENABLED=true and restart me.`,
  spentToday: (money: string) => `💰 Today: ${money}`,
  spentOfLimit: (money: string, limit: string) => `💰 Today: ${money} of ${limit}`,
  bootstrap: (files: string) => `📌 New tasks read: ${files}`,
  bootstrapCut: (place: string, characters: string, size: string) =>
    `${place} (only the first ${characters} characters of ${size})`,
  bootstrapRefused: (place: string, why: string) => `⚠️ I don't use ${place}: ${why}`,
  bootstrapFault: {
    link: 'its link leads out of the folder. Copy the text there.',
    'not-a-file': "it isn't a regular file. Put a text file there.",
    'not-text': "it isn't UTF-8 text. Save it as UTF-8.",
    unreadable: "I can't read it. Check its permissions, or its link.",
  },
  bootstrapThen: (names: string) => `   📌 ${names}, as they were when it started`,
  sessionStatus: {
    queued: '🕓 queued',
    running: '🔧 running',
    waiting: '❓ waiting for you',
    paused: '⏳ continues by itself',
    parked: '⏸ paused',
    done: '✅ done',
    failed: '❌ stopped by an error',
    cancelled: '🛑 cancelled',
  },
  /** As the first line of the report says it. */
  unproven: '⚠️ not done',
  untested: '⚠️ done, not tested',
  /** When no task is open. */
  idle: '💤 No task is open. Start one: /agent <task>',
  /** On the command line, where no task was ever begun. */
  noTasksYet: 'No tasks yet. Run wasap start, then write: /agent <task>',
  background: (command: string, since: string) =>
    `▶️ In the background for ${since}: ${command} (/cancel all stops it)`,
  resumeHint: 'To continue one: /agent-resume <id>',
};
