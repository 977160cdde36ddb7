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
    usage: '/new [what]',
    summary: 'start a new conversation',
    more: 'I forget nothing that I keep for you, but what was said here before no longer counts for what you begin next.\nTasks that run keep running. Example: /new how are the tests organised?',
  },
  languageCommand: {
    usage: '/language [en | es | auto]',
    summary: 'the language of this chat',
    more: 'Without a choice I follow you: two messages in the other language change it, one word never does. /language auto follows you again.',
  },
  language: {
    now: 'I write English here. /language es changes that.',
    chosen: '✅ I write English here from now on. /language auto follows what you write.',
    auto: '✅ I follow what you write: two messages in the other language change mine.',
    unknown: (name: string) =>
      `I know no language ${name}. Send /language en, /language es or /language auto.`,
  },
};
