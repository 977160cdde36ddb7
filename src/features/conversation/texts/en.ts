/** A conversation that continues: offers to begin or continue a task, `/new`, `/language`. */
export const english = {
  begin: 'Start this as a task?',
  continue: (task: string) => `Continue with ${task}?`,
  choices: { begin: '1 yes · 2 no', continue: '1 yes · 2 no, just answer me' },
  typed: (code: string) => `(or: yes ${code}, no ${code})`,
  /** How to answer where several questions are open. */
  named: (code: string) => `yes ${code} · no ${code}`,
  dropped: '👍 OK, I started nothing.',
  waiting: '👍 Take your time. Say yes or no when you are ready.',
  begunBefore: 'You said yes to that already, so it has begun.',
  tooOld: 'That question is more than a day old. Say it again, or send /agent <task>.',
  otherProject: (was: string, now: string) =>
    `That was about ${was}, and this chat works on ${now} now. Send /workspace switch ${was}, then answer again.`,
  afresh: '🆕 Fresh start: I leave behind what was said before. What runs keeps running.',
  newCommand: {
    usage: '/new [question]',
    summary: 'start a new conversation',
    more: 'What was said here before no longer counts. Notes I keep for you stay, and running tasks keep running.\nExample: /new how are the tests organised?',
  },
  languageCommand: {
    usage: '/language [en | es | auto]',
    summary: 'my language here',
    more: 'If you choose none, I follow you: two messages in a row in the other language switch it, one word never does.\n/language auto - follow you again',
  },
  language: {
    now: 'I write English here. /language es changes that.',
    chosen: '✅ I write English here from now on. /language auto follows what you write.',
    auto: '✅ I follow what you write: two messages in the other language change mine.',
    unknown: (name: string) =>
      `I know no language ${name}. Send /language en, /language es or /language auto.`,
  },
};
