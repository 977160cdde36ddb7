/** Followed pull requests: their card, the questions about them, and the results of answers. */
export const english = {
  title: (number: number) => `Pull request #${number}`,
  states: { merged: '🎉 Merged.', closed: '🚪 Closed without merging.' },
  noChecks: 'No checks yet.',
  checksPassed: (count: number) => (count === 1 ? '1 check passed' : `${count} checks passed`),
  checksPending: (pending: number, all: number) => `${pending} of ${all} checks still running`,
  checksFailed: (failed: number, all: number) => `${failed} of ${all} checks failed`,
  approvedBy: (author: string) => `Approved by ${author}`,
  changesBy: (author: string) => `${author} asks for changes`,
  conflicts: (base: string) => `⚠️ Conflicts with ${base}`,
  asksChecks: (number: number, names: string) => `Checks of pull request #${number} failed: ${names}`,
  asksReview: (number: number, author: string) => `${author} asks for changes in pull request #${number}:`,
  asksComments: (number: number, author: string) =>
    `${author} left comments on pull request #${number}. Address them?`,
  asksConflict: (number: number) => `Pull request #${number} now conflicts with its base.`,
  asksBehind: (number: number, commits: number, base: string) =>
    `Pull request #${number} is ${commits === 1 ? '1 commit' : `${commits} commits`} behind ${base}. Update it?`,
  asksUndone: (number: number) => `The work in pull request #${number} was undone here. Close it?`,
  poll: (number: number) => `Pull request #${number}: what now?`,
  choices: {
    fix: 'fix',
    log: 'show log',
    address: 'address it',
    update: 'update it',
    close: 'close it',
    ignore: 'ignore',
  },
  orTyped: (words: string) => `(a number, or: ${words})`,
  fixing: (number: number) => `🔧 Working on pull request #${number}`,
  ignored: (number: number) => `👌 OK. I'll leave pull request #${number} alone until it changes.`,
  closing: (number: number) => `🚪 Closing pull request #${number}.`,
  log: (number: number) => `📜 End of the log, pull request #${number}:`,
  noLog: 'GitHub has no log for it.',
  answered: 'That was already answered.',
  withdrawn: 'That resolved itself.',
  notOffered: "That isn't one of the options.",
  denied: (number: number) =>
    `🔑 GitHub rejects GITHUB_TOKEN for pull request #${number}.\nI can't follow it now. The token expired, was revoked, or can't read checks, statuses and pull requests. Set a new one and restart me.`,
  gone: (number: number) =>
    `I stopped following pull request #${number}.\nGitHub says it doesn't exist, or this token can't see it.`,
  taskOrPull: (number: number) =>
    `There's a task #${number} and a pull request #${number}.\nFor the pull request, put the number last: fix #${number}\nFor the task: /agent-resume #${number} <what>`,
  tooMany: (number: number, most: number) =>
    `I won't follow pull request #${number}: I follow ${most} already.\nThat's the limit.`,
  moved: {
    withoutTask: (number: number, url: string) =>
      `I stopped following pull request #${number}.\nIts task is on the other machine. Look on GitHub: ${url}`,
    notFollowed: (number: number, repository: string) =>
      `I can't follow pull request #${number} here.\nThis machine isn't set up for ${repository}. To change that, set GITHUB_TOKEN and GITHUB_REPO there.`,
  },
};
