/** Taking a task back to an earlier round, and trying another way from there. */
export const english = {
  commands: {
    rewind: {
      usage: '/rewind [#n] [round] [hint]',
      summary: 'go back to an earlier round',
      more: 'Files, conversation and plan go back to that round. The task continues with your hint.\nAlone, it lists the rounds and asks which.\n/rewind 3 use a map\n/rewind #2 "before the refactor" keep the old names\nYour own later edits stay. Pushed commits stay too, and I name them.',
    },
    fork: {
      usage: '/fork [#n] [round] <idea>',
      summary: 'try another way',
      more: 'A new task starts on its own branch, with the conversation and files of that round. The first task stays as it is.\nExample: /fork #2 3 use sqlite instead',
    },
  },
  nothingHere: 'No task in this chat has rounds to go back to yet.',
  noRounds: (task: string) => `This task has finished no round yet: ${task}`,
  planned: (task: string) =>
    `A job can't go back to a round: ${task}\nIt follows its plan. /undo takes back its files.`,
  underWay: (task: string) => `I'm already rewinding this task: ${task}`,
  busy: (task: string, cancel: string | undefined) =>
    `Another task works in these files: ${task}${cancel === undefined ? '' : `\n${cancel} stops it. Then try again.`}`,
  putAway: (task: string) =>
    `I can't restore its files, its copy is gone: ${task}\n/agent-resume makes the copy again.`,
  which: {
    rewind: (task: string) => `Which round should I go back to?\n${task}`,
    fork: (task: string) => `From which round should I try another way?\n${task}`,
  },
  several: (words: string) => `Several rounds match “${words}”. Which one?`,
  noMatch: (words: string) => `I found no round for “${words}”. Which one do you mean?`,
  noSuch: (round: number) => `I can't go back to round ${round}. Which one?`,
  beginning: 'before the first round',
  howToAnswer: 'Answer with a number and what to do, like: 3 use a map',
  noEarlier: {
    folded: 'Only these are left: I summarised earlier rounds.',
    files: 'Only these are left: earlier ones were undone or merged.',
  },
  more: (count: number) => `(${count} earlier ones: /rewind <number>)`,
  leftAsIs: 'OK, the task stays as it is.',
  notARound: "That isn't one of these rounds. I changed nothing.",
  passed: 'That question is closed. /rewind lists the rounds again.',
  stopping: (round: number) =>
    `⏪ Stopping here, then back to ${round === 0 ? 'the beginning' : `round ${round}`}.`,
  done: (round: number, task: string) =>
    round === 0 ? `⏪ Back at the beginning: ${task}` : `⏪ Back at round ${round}: ${task}`,
  goingOn: (words: string) => `▶️ Continuing with: ${words}`,
  whatInstead: (resume: string) => `What should I do instead? Reply to this, or send ${resume} <words>`,
  pullRequestOpen: (url: string) => `🔗 The pull request is still open: ${url}`,
  failed: (task: string, why: string) =>
    `❌ I couldn't rewind this task: ${task}\n${why}\nI changed nothing more. /rewind tries again.`,
  gone: "I can't go back to that round any more.",
  resumed: (task: string) => `🔄 Restarted while rewinding: ${task}\nI'll finish that now.`,
  forked: (name: string, round: number) =>
    round === 0
      ? `🔱 Trying another way from the beginning: ${name}`
      : `🔱 Trying another way from round ${round}: ${name}`,
  noRepository: 'A fork needs a git repository, for its own branch.',
  noWords: (fork: string) => `Tell me what to do differently:\n${fork} <round> <what to try>`,
  filesGone: 'I no longer have the files of that round.\nTry another way from a later one.',
  /** Under way when the chat moved to another machine, where this is read. */
  unfinished: (task: string) => `A rewind of ${task}
Here it stands as before. To try again: /rewind`,
};
