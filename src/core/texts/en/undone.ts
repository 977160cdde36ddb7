/** What came of taking changes back: an undo, and a rewind. */
export const undoneTexts = {
  restored: (files: string) => `📄 Restored: ${files}`,
  removed: (files: string) => `🗑️ Removed again: ${files}`,
  merged: (files: string) => `🔀 Taken back beside your own later edits: ${files}`,
  dropped: (commits: string) => `💾 Commits taken back: ${commits}`,
  abandoned: (kind: string) => `🔀 The unfinished ${kind} is dropped.`,
  branchRemoved: (branch: string) => `🌿 Branch removed: ${branch}`,
  /** Files that stay, by reason. */
  kept: {
    edited: (files: string) => `✋ Changed since, so I left them alone: ${files}`,
    large: (files: string) => `✋ Larger than 2 MB, so I had no copy: ${files}`,
    ignored: (files: string) => `✋ Perhaps there before, ignored by git, so I did not remove them: ${files}`,
    blocked: (files: string) => `✋ Something else stands in their place, or I may not write there: ${files}`,
  },
  /** Commits that stay, by reason. */
  commitsKept: {
    pushed: (commits: string) => `📌 Already pushed, so these commits stay: ${commits}`,
    moved: (commits: string) =>
      `📌 Something else came on top or the branch changed, so these commits stay: ${commits}`,
    mixed: (commits: string) =>
      `📌 Commits of others lie between, so these stay: ${commits}\ngit revert takes back each of them.`,
    unfinished: (commits: string) =>
      `📌 A merge or rebase is under way, so these commits stay: ${commits}\nFinish or abort it, then git revert.`,
  },
  unknownSteps: (count: number) =>
    `⚠️ Of ${count === 1 ? 'one step' : `${count} steps`} I could not keep the state before; what changed there stays.`,
};
