/** Followed pull requests: their card, the questions about them, and the results of answers. */
export const english = {
  title: (number: number) => `Pull request #${number}`,
  states: { merged: '🎉 Merged.', closed: '🚪 Closed without merging.' },
  noChecks: 'No checks so far.',
  checksPassed: (count: number) => (count === 1 ? '1 check passed' : `${count} checks passed`),
  checksPending: (pending: number, all: number) => `${pending} of ${all} checks not finished`,
  checksFailed: (failed: number, all: number) => `${failed} of ${all} checks failed`,
  approvedBy: (author: string) => `Approved by ${author}`,
  changesBy: (author: string) => `${author} asks for changes`,
  conflicts: (base: string) => `⚠️ Conflicts with ${base}`,
  asksChecks: (number: number, names: string) => `The checks of pull request #${number} failed: ${names}`,
  asksReview: (number: number, author: string) => `${author} asks for changes in pull request #${number}:`,
  asksComments: (number: number, author: string) =>
    `${author} left comments on pull request #${number}. Address them?`,
  asksConflict: (number: number) =>
    `Pull request #${number} can no longer be merged: it conflicts with its base.`,
  asksUndone: (number: number) => `What pull request #${number} holds was undone here. Close it?`,
  poll: (number: number) => `Pull request #${number}: what now?`,
  choices: { fix: 'fix', log: 'show log', address: 'address it', close: 'close it', ignore: 'ignore' },
  orTyped: (words: string) => `(a number, or the word: ${words})`,
  fixing: (number: number) => `🔧 On it: pull request #${number}`,
  ignored: (number: number) => `👌 I leave pull request #${number} as it is until something new happens.`,
  closing: (number: number) => `🚪 I close pull request #${number}.`,
  log: (number: number) => `📜 The end of the log, pull request #${number}:`,
  noLog: 'GitHub gave no log for it.',
  answered: 'That was answered already.',
  withdrawn: 'That has settled itself meanwhile.',
  notOffered: 'That cannot be chosen here.',
  denied: (number: number) =>
    `🔑 GitHub refuses GITHUB_TOKEN, so I cannot follow pull request #${number}: it has expired, was revoked, or may not read checks, statuses and pull requests. Set another and restart me.`,
  gone: (number: number) =>
    `I no longer follow pull request #${number}: GitHub says that it is not there, or not for this token.`,
  taskOrPull: (number: number) =>
    `There is a task #${number} and a pull request #${number}. For the pull request write the number last (fix #${number}); for the task: /agent-resume #${number} <what>`,
  tooMany: (number: number, most: number) =>
    `I do not follow pull request #${number}: I follow ${most} already, which is the limit.`,
};
