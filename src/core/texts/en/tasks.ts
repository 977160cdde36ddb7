/** Several tasks in one chat: their numbers, which of them is meant, and where a new one works. */
export const taskTexts = {
  which: (example: string) =>
    `Which task do you mean? Answer with its number, like ${example}.\nI've kept your message for it.`,
  whichFor: (example: string) => `Which one? For example: ${example}`,
  all: (command: string) => `All of them: ${command}`,
  unknownModel: (name: string, known: string) => `No model is called ${name}.\nThere are: ${known}`,
  stopWhich: 'What should I stop? Send one of these:',
  /** What stops all tasks of a chat. */
  cancelAll: '/cancel all',
  notATask: (number: string) => `If ${number} isn't a task, put a word before it: issue ${number}`,
  ended: (task: string, resume: string) =>
    `This task has ended: ${task}\nTo add to it: ${resume} <what else>`,
  worktree: (task: string, beside: string) =>
    `🚀 On it: ${task}\nIt has its own branch and runs alongside: ${beside}`,
  howToTell: (number: number) => `To tell it something, begin with #${number} or reply to it.`,
  queuedElsewhere: (task: string) =>
    `🕓 Queued: ${task}\nStarts when another chat's task in this project ends.`,
  ofAnotherChat: 'a task in another chat',
  limit: (count: number) =>
    `This chat already works on ${count} tasks, the limit.\nTo change that: \`parallel\` under \`worktrees\` in agent.yaml`,
  noRepository:
    'Tasks run side by side only in a git repository.\nThis project has none. Run `git init`, then make a first commit.',
};
