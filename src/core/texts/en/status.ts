/** Lines of /status, /sessions and /agent. */
export const statusTexts = {
  program: (name: string, version: string) => `${name} ${version}`,
  workspace: (path: string) => `📁 Project: ${path}`,
  model: (name: string) => `🧠 Model: ${name}`,
  writesOn: '✏️ I may change files and run commands.',
  writesOff: '🔒 Read only. To let me change things, set AGENT_WRITE_ENABLED=true and restart me.',
  spentToday: (money: string) => `💰 Today: ${money}`,
  spentOfLimit: (money: string, limit: string) => `💰 Today: ${money} of ${limit}`,
  bootstrap: (files: string) => `📌 New tasks read: ${files}`,
  bootstrapCut: (place: string, characters: string, size: string) =>
    `${place} (cut: the first ${characters} characters of ${size})`,
  bootstrapRefused: (place: string, why: string) => `⚠️ ${place} is not used: ${why}`,
  bootstrapFault: {
    link: 'the link leads out of the workspace folder of DATA_DIR. Put the text itself there.',
    'not-a-file': 'it is no ordinary file. Put a text file there.',
    'not-text': 'it is no UTF-8 text. Save it as UTF-8.',
    unreadable: 'I cannot read it. Look at its permissions, or where its link leads.',
  },
  bootstrapThen: (names: string) => `   📌 ${names}, as of its start`,
  sessionStatus: {
    queued: '🕓 queued',
    running: '🔧 running',
    waiting: '❓ waiting for you',
    paused: '⏳ goes on by itself',
    parked: '⏸ stopped',
    done: '✅ done',
    failed: '❌ broke off',
    cancelled: '🛑 cancelled',
  },
  unproven: '⚠️ not done',
  background: (command: string, since: string) =>
    `▶️ In the background for ${since}: ${command} (/cancel all ends it)`,
  resumeHint: '/agent-resume <id> goes on with one of them.',
};
