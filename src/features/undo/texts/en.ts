/** Taking back what a task did, and showing it. */
export const english = {
  commands: {
    undo: {
      usage: '/undo [#n]',
      summary: 'undo all a task changed',
      first: '↩️ Undo a task: /undo',
      more: "Without a number, it's the latest task that changed something.\nIts commits are removed unless they were pushed. Your own later edits stay.\nReacting with ↩️ to a report does the same.\nThere's no redo: a second /undo only takes back what was changed since.",
    },
    diff: {
      usage: '/diff [#n]',
      summary: 'see what a task changed',
      more: 'It works while the task runs and afterwards, with or without commits.\nFiles that may hold secrets are only named.',
    },
  },
  nothingHere: 'Nothing to undo: no task in this chat changed anything.',
  nothingToShow: 'Nothing to show: no task in this chat changed anything.',
  nothingChanged: (task: string) => `This task changed nothing: ${task}`,
  already: (task: string) => `Already undone: ${task}\nWhat I left alone then is up to you.`,
  underWay: (task: string) => `I'm already undoing this: ${task}`,
  /** `cancel`: how to stop it, where that can be done from here. */
  busy: (task: string, cancel: string | undefined) =>
    `This task has to end first: ${task}${cancel === undefined ? '' : `\n${cancel} stops it. Then /undo.`}`,
  done: (task: string) => `↩️ Undone: ${task}`,
  nothingToDo: (task: string) => `↩️ Nothing left to undo: ${task}`,
  failed: (task: string, why: string) =>
    `❌ I couldn't undo this: ${task}\n${why}\nI changed nothing more. /undo tries again.`,
  resumedUndo: (task: string) => `🔄 Restarted while undoing: ${task}\nI'll finish that now.`,
  closePullRequest: (url: string) =>
    `🔗 The pull request is still open: ${url}\nClose it there, or with \`gh pr close ${url}\``,
  stillRunning:
    '⚠️ A background command of this task is still running.\nIt may write again. To stop it: /cancel all',
  /** Whose such a change is cannot be known. */
  ranBeside:
    '✋ This task had a background command.\nWhat it wrote between steps counts as yours and stays. `git status` shows it.',
  askRevert: (count: number) =>
    count === 1
      ? 'Shall I make a commit that undoes it?'
      : `Shall I make one commit that undoes all ${count}?`,
  reverted: (commit: string, subject: string) =>
    `✅ Committed: ${commit} ${subject}\nIt isn't pushed. To push it: \`git push\``,
  notReverted: (why: string) => `❌ I didn't revert it. ${why}`,
  onlyElsewhere: (name: string, task: string, command: string) =>
    `No task of this chat changed anything in ${name}.\nThe latest was in another project: ${task}\nIf you mean that one: ${command}`,
  ofDryRun: (task: string) =>
    `That was a dry run. Your project hasn't changed: ${task}\n/discard deletes its copy.`,
  putAway: (task: string) =>
    `Nothing to undo: its copy is gone. ${task}\n/agent-resume makes the copy again.`,
  /** Under way when the chat moved to another machine, where this is read. */
  unfinished: (task: string) => `An undo of ${task}
Its changes are on the other machine. There's nothing to undo here.`,
};
