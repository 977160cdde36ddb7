/** Several tasks in one chat: their numbers, which of them is meant, and where a new one works. */
export const taskTexts = {
  which: (example: string) =>
    `Which task do you mean? Answer with its number, like ${example}: I keep your words for it.`,
  whichFor: (example: string) => `Which one? For example: ${example}`,
  all: (command: string) => `All of them: ${command}`,
  stopWhich: 'Stop what? Send the words below it:',
  notATask: (number: string) => `If ${number} is something else, put a word before it: issue ${number}`,
  ended: (task: string, resume: string) =>
    `This one has ended: ${task}\n${resume} <what else> goes on with it.`,
  apart: (task: string, beside: string) => `🚀 On it: ${task}\nOn a branch of its own, beside: ${beside}`,
  howToTell: (number: number) =>
    `To say something to it, begin with #${number} or reply to a message about it.`,
  queuedElsewhere: (task: string) =>
    `🕓 Queued: ${task}\nIt starts when a task in another chat is done with this project.`,
  ofAnotherChat: 'a task in another chat',
  limit: (count: number) =>
    `${count} tasks at the same time is the limit of a chat (worktrees: parallel: in agent.yaml).`,
  noRepository:
    'Only in a git repository do tasks work side by side, and this project has none (git init, then a first commit).',
};
