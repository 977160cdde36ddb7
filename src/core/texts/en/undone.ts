/** What came of taking changes back: an undo, and a rewind. */
export const undoneTexts = {
  restored: (files: string) => `📄 Restored: ${files}`,
  removed: (files: string) => `🗑️ New files removed: ${files}`,
  merged: (files: string) => `🔀 Undone, keeping your later edits: ${files}`,
  dropped: (commits: string) => `💾 Commits removed: ${commits}`,
  abandoned: (kind: string) => `🔀 Unfinished ${kind} dropped.`,
  branchRemoved: (branch: string) => `🌿 Branch removed: ${branch}`,
  /** Files that stay, by reason. */
  kept: {
    edited: (files: string) => `✋ Left alone, changed since then: ${files}`,
    large: (files: string) => `✋ Left alone, over 2 MB and not copied: ${files}`,
    ignored: (files: string) => `✋ Left alone, git ignores them and they may be yours: ${files}`,
    blocked: (files: string) => `✋ Left alone, blocked or not writable: ${files}`,
  },
  /** Commits that stay, by reason. */
  commitsKept: {
    pushed: (commits: string) => `📌 Commits kept, already pushed: ${commits}`,
    moved: (commits: string) =>
      `📌 Commits kept: ${commits}\nNewer commits came on top, or the branch changed.`,
    mixed: (commits: string) =>
      `📌 Commits kept: ${commits}\nCommits of others lie between. \`git revert\` undoes each of them.`,
    unfinished: (commits: string) =>
      `📌 Commits kept: ${commits}\nA merge or rebase is unfinished. Finish or abort it, then use \`git revert\`.`,
  },
  unknownSteps: (count: number) =>
    `⚠️ ${count === 1 ? '1 step' : `${count} steps`} can't be undone: I had no copy from before.`,
  limits:
    'Not undone: ignored files that commands changed, files over 2 MB, and anything outside the project or on the network.',
};
