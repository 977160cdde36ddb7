export const english = {
  commands: {
    help: {
      usage: '/help [topic | command]',
      summary: 'this help',
      more: '/help tasks shows a topic, /help merge a command.\nJust "help" or "help tasks" works too. Or ask me: how do I undo?',
    },
  },
  title: '👋 To get started:',
  /** Words without a command. */
  plain: '💬 Ask anything: I look, change nothing',
  more: 'More:',
  /** By topic: its line in /help, its heading, and what its commands do not say themselves. */
  topics: {
    tasks: {
      line: '/help tasks - start, follow, stop',
      title: '📋 Tasks',
      tip: 'While I work, just write. With several tasks, begin with a number: #2 use yarn',
    },
    results: {
      line: '/help results - see, undo, merge',
      title: '🔀 Results',
      tip: 'Without a number, I take the latest task.',
    },
    projects: {
      line: '/help projects - switch, add, tools',
      title: '📁 Projects',
      tip: 'Each chat works in one project at a time.',
    },
    schedules: {
      line: '/help schedules - at set times',
      title: '⏰ Schedules',
      tip: 'Or just write: remind me every Monday at 8 to call Bea',
    },
    safety: {
      line: '/help safety - what I ask first',
      title: '🛡️ Safety',
      tip: "I ask before any command that isn't set up to run freely, and show all of it. Some never run, even if you say yes.",
    },
    chat: {
      line: '/help chat - language, notes, voice',
      title: '💬 This chat',
      tip: 'Two messages in a row in English or Spanish switch my language.',
    },
    program: {
      line: '/help program - model, cost, health',
      title: '🎛️ The program',
      tip: 'My settings: wasap config get, in a terminal.',
    },
  },
  everything: {
    line: '/help everything - all commands',
    title: '📖 All commands',
  },
  /** Below a list of commands. */
  about: (command: string) => `More about one: /help ${command}`,
  /** Below the answer to a question. */
  ifCode: 'Is it about your code? Ask again and name the file.',
  unknown: (word: string) => `I don't know "${word}".`,
  nearest: (word: string, name: string) => `I don't know "${word}". Did you mean "${name}"?`,
};
