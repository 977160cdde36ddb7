/** Taking back what a task did, and showing it. */
export const english = {
  nothingHere: 'There is no task in this chat that changed anything.',
  nothingChanged: (task: string) => `This task changed nothing: ${task}`,
  already: (task: string) => `Already undone: ${task}\nWhat I left alone then is still yours to decide.`,
  underWay: (task: string) => `I am just undoing this one: ${task}`,
  /** `cancel`: how to stop it, where that can be done from here. */
  busy: (task: string, cancel: string | undefined) =>
    `First this one has to end: ${task}${cancel === undefined ? '' : `\n${cancel} stops it; then /undo.`}`,
  done: (task: string) => `↩️ Undone: ${task}`,
  nothingToDo: (task: string) => `↩️ Nothing is left to undo of: ${task}`,
  failed: (task: string, why: string) =>
    `❌ I could not undo this: ${task}\n${why}\nNothing more was changed; /undo tries again.`,
  resumedUndo: (task: string) => `🔄 I was restarted while undoing: ${task}\nI finish it now.`,
  closePullRequest: (url: string) =>
    `🔗 The pull request is still open: ${url}\nTo close it: open it and press "Close", or gh pr close ${url}`,
  limits:
    'Not undone: what commands did to ignored files, files over 2 MB, and anything outside the project or on the network.',
  stillRunning: '⚠️ A background command of this task still runs and may write again; /agent can stop it.',
  /** Whose such a change is cannot be known. */
  ranBeside:
    '✋ What a background command of this task wrote between its steps counts as yours, so it stays: look at it with git status.',
  askRevert: (count: number) =>
    count === 1 ? 'Make a commit that takes it back?' : `Make one commit that takes back all ${count}?`,
  reverted: (commit: string, subject: string) =>
    `✅ Committed: ${commit} ${subject}\nNothing was pushed: git push sends it.`,
  notReverted: (why: string) => `❌ No revert was made. ${why}`,
  onlyElsewhere: (name: string, task: string, command: string) =>
    `No task of this chat has changed anything in ${name}. The latest in another project: ${task}\n${command} means that one.`,
  ofDryRun: (task: string) =>
    `That was a dry run, so your project is as it was: ${task}\n/discard throws its copy away.`,
  putAway: (task: string) =>
    `Its copy is put away, so there is nothing to undo it in: ${task}\n/agent-resume makes it again.`,
};
