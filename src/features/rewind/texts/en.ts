/** Taking a task back to an earlier round, and trying another way from there. */
export const english = {
  nothingHere: 'No task in this chat has rounds to go back to yet.',
  noRounds: (task: string) => `No round of this task is finished yet: ${task}`,
  planned: (task: string) =>
    `A job follows its plan, so its rounds can't be taken back: ${task}\n/undo takes back its files.`,
  underWay: (task: string) => `I'm already taking this task back: ${task}`,
  busy: (task: string, cancel: string | undefined) =>
    `Another task works in these files: ${task}${cancel === undefined ? '' : `\n${cancel} stops it; then try again.`}`,
  putAway: (task: string) =>
    `The copy that it worked in is gone, so its files can't be taken back: ${task}\n/agent-resume makes the copy again.`,
  which: {
    rewind: (task: string) => `Which round should I go back to? ${task}`,
    fork: (task: string) => `From which round should I try another way? ${task}`,
  },
  several: (words: string) => `Several rounds fit “${words}”. Which one?`,
  noMatch: (words: string) => `I found no round for “${words}”. Which one do you mean?`,
  noSuch: (round: number) => `Round ${round} isn't one to go back to. Which one?`,
  beginning: 'before the first round',
  howToAnswer: 'Answer with its number and what to do instead, for example: 3 use a map',
  noEarlier: {
    folded: 'Earlier rounds were summarised to save room, so I can only go back to these.',
    files: 'Earlier changes were undone or merged since, so I can only go back to these.',
  },
  more: (count: number) => `(${count} earlier ones: /rewind <number>)`,
  leftAsIs: 'OK, the task stays as it is.',
  notARound: 'That is none of these rounds. Nothing has changed.',
  passed: 'That question is closed. /rewind lists the rounds again.',
  stopping: (round: number) =>
    `⏪ Stopping here, then going back to ${round === 0 ? 'the beginning' : `round ${round}`}.`,
  done: (round: number, task: string) =>
    round === 0 ? `⏪ Back at the beginning: ${task}` : `⏪ Back at round ${round}: ${task}`,
  goingOn: (words: string) => `▶️ Going on with: ${words}`,
  whatInstead: (resume: string) => `What should I do instead? Reply to this, or ${resume} <words>`,
  limits:
    'Not taken back: ignored files, files over 2 MB, and anything outside the project or on the network.',
  pullRequestOpen: (url: string) => `🔗 The pull request is still open: ${url}`,
  failed: (task: string, why: string) =>
    `❌ I couldn't take this task back: ${task}\n${why}\nNothing more was changed; /rewind tries again.`,
  gone: 'That round can no longer be gone back to.',
  resumed: (task: string) => `🔄 I was restarted while taking this task back: ${task}\nI'll finish that now.`,
  forked: (name: string, round: number) =>
    round === 0
      ? `🔱 Trying another way from the beginning: ${name}`
      : `🔱 Trying another way from round ${round}: ${name}`,
  noRepository: 'Another way needs a git repository: it works on a branch of its own.',
  noWords: (fork: string) => `Tell me what to do differently: ${fork} <round> <what to try>`,
  filesGone: 'The files of that round are no longer kept, so I can only try another way from a later one.',
};
