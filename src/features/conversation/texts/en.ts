/** A conversation that continues: offers to begin or continue a task, `/new`, `/language`. */
export const english = {
  begin: 'Start this as a task?',
  continue: (task: string) => `Continue with ${task}?`,
  choices: { begin: '1 yes · 2 no', continue: '1 yes · 2 no, just answer me' },
  typed: (code: string) => `(or: yes ${code}, no ${code})`,
  /** How to answer where several questions are open. */
  named: (code: string) => `yes ${code} · no ${code}`,
  dropped: '👍 OK, I started nothing.',
  begunBefore: 'You already said yes, so it has started.',
  tooOld: 'That question is over a day old.\nSay it again, or send /agent <task>.',
  otherProject: (was: string, now: string) =>
    `That was about ${was}. This chat is on ${now} now.\nSend /workspace switch ${was}, then answer again.`,
  afresh: "🆕 Fresh start. I've left the earlier talk behind.\nRunning tasks keep running.",
  newCommand: {
    usage: '/new [question]',
    summary: 'start a new conversation',
    more: 'What was said here before no longer counts. Notes I keep for you stay, and running tasks keep running.\nExample: /new how are the tests organised?',
  },
  languageCommand: {
    usage: '/language [en | es | auto]',
    summary: 'my language',
    more: 'If you choose none, I follow you: two messages in a row in the other language switch it, one word never does.\n/language auto - follow you again',
  },
  language: {
    now: 'I write English here. For Spanish: /language es',
    chosen: "✅ I'll write English here. To follow you: /language auto",
    auto: "✅ I'll write as you do.\nTwo messages in the other language change mine.",
    unknown: (name: string) => `I don't speak ${name}.\nSend /language en, /language es or /language auto.`,
  },
};
