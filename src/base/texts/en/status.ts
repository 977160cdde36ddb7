/** Lines of /status, /sessions and /agent. */
export const statusTexts = {
  program: (name: string, version: string) => `${name} ${version}`,
  workspace: (path: string) => `📁 Project: ${path}`,
  model: (name: string) => `🧠 Model: ${name}`,
  writesOn: '✏️ I may change files and run commands.',
  writesOff: '🔒 Read only. To let me change things, set AGENT_WRITE_ENABLED=true and restart me.',
  spentToday: (money: string) => `💰 Today: ${money}`,
  spentOfLimit: (money: string, limit: string) => `💰 Today: ${money} of ${limit}`,
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
  resumeHint: '/agent-resume <id> goes on with one of them.',
  helpHeader: 'What I can do:',
  helpFooter: 'Plain text: I look and answer, and change nothing.\n/help <command> says more.',
  noSuchCommand: (name: string) => `There is no command /${name}.`,
};
