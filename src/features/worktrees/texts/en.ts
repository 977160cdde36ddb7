/** Tasks in worktrees: dry runs, branches, and the choices about them. */
export const english = {
  usage: 'A dry run does the whole task in a throwaway copy and shows plan, diff and test result.',
  noRepository:
    'A dry run needs a git repository with a commit to copy, and this project has none. Nothing was done.\nIn the project folder: git init, then a first commit; or /agent <task> works on the files themselves.',
  started: (task: string) => `🔎 Dry run, in a copy: ${task}`,
  card: {
    dryRun: '🔎 Dry run: your project stays as it is',
    branch: (branch: string) => `🌿 On ${branch}, in its own copy`,
  },
  report: {
    dryRun: '🔎 Dry run, in a copy: your project is as it was.',
    branch: (branch: string) => `🌿 On branch ${branch}, in a copy: your project is as it was.`,
    nothing: '🧹 It changed nothing, so I take the copy away.',
    pullRequest: (branch: string) => `🌿 I take the copy away; branch ${branch} stays.`,
    linked: (names: string) => `🔗 Read from your project: ${names}`,
    missing: (names: string) => `⚠️ Missing in the copy: ${names}`,
    noSetup:
      'Nothing to link and no worktrees.setup command in agent.yaml, so tests that need it cannot run.',
    setupDone: (command: string) => `🧰 Prepared by ${command}`,
    setupFailed: (command: string, exit: string) => `⚠️ ${command} failed in the copy (${exit}).`,
    setupStopped: 'stopped',
    leftOut: (count: number) => (count === 1 ? 'One more file: /diff' : `${count} more files: /diff`),
    /** It stopped before its end, and may go on. */
    soFar: (words: string) => `What it did so far waits in its copy; /agent-resume goes on, or: ${words}`,
  },
  ask: {
    dryRun: (task: string) => `🔎 Bring this into your project?\n${task}`,
    branch: (branch: string, task: string) => `🌿 What becomes of ${branch}?\n${task}`,
  },
  /** The words that people see and type. */
  choices: {
    apply: 'apply',
    merge: 'merge',
    'pull-request': 'open a PR',
    keep: 'keep the branch',
    discard: 'discard',
  },
  mergeInto: (branch: string) => `merge into ${branch}`,
  orTyped: (word: string) => `(a number, or the word: ${word})`,
  which: 'Which one do you mean?',
  choose: 'Which of these?',
  notOffered: 'That cannot be chosen here.',
  nothingOpen: 'No task in this chat waits for that.',
  notApart: (task: string) => `This one worked in the project itself, so there is nothing to choose: ${task}`,
  atWork: (task: string) => `It is not finished yet: ${task}`,
  underWay: (task: string) => `I am just at it: ${task}`,
  chosen: {
    apply: (task: string) => `That was applied already: ${task}\n/undo takes it back.`,
    merge: (task: string) => `That was merged already: ${task}\n/undo takes it back.`,
    'pull-request': (task: string) => `Its branch has a pull request already: ${task}`,
    keep: (task: string) => `Its branch was kept already: ${task}`,
    discard: (task: string) => `That was discarded already: ${task}`,
  },
  busy: (task: string) =>
    `First this one has to end, because it works in the same files: ${task}\nThen answer again; nothing is lost.`,
  gone: (task: string) =>
    `The copy that it worked in was thrown away: ${task}\nStart it anew with /agent or /agent?`,
  /** Results of a choice. */
  applied: (task: string) => `✅ Applied: ${task}`,
  merged: (branch: string, into: string) => `✅ Merged ${branch} into ${into}.`,
  mergedHere: (branch: string) => `✅ Merged ${branch}.`,
  left: (files: string) => `✋ Changed by somebody in that moment, so left alone: ${files}`,
  testedExactly: '🧪 The tests of the dry run passed on exactly this.',
  testedBranch: '🧪 The tests of the task passed on exactly this.',
  untested: (files: string) => `🧪 Changed meanwhile, so no test of the task has seen it: ${files}`,
  kept: (branch: string) =>
    `🌿 Kept: ${branch}\ngit switch ${branch} looks at it, git merge ${branch} brings it in.`,
  rest: (commit: string) => `💾 What was not committed yet: ${commit}`,
  discarded: (task: string) => `🗑️ Discarded: ${task}`,
  discardedCommit: (commit: string) =>
    `Its last commit was ${commit}; git branch <name> ${commit} brings it back for a while.`,
  pullRequest: (branch: string) => `🔧 I push ${branch} and open a pull request.`,
  /** For the model, as if the person had written it. */
  pullRequestWish: (branch: string) => `Push the branch ${branch} and open a pull request for it.`,
  resumed: (task: string) => `🔄 I was restarted while doing what you chose for: ${task}\nI finish it now.`,
  failed: (task: string, why: string) => `❌ I could not do that: ${task}\n${why}`,
  failedMidway: 'It may be half done: git status shows it. The copy is still there.',
  stillOpen: (words: string) => `Still open: ${words}`,
  refused: {
    moved: (files: string) => `✋ The project has moved since: ${files}`,
    movedHead: '✋ The project stands on another commit or branch than when the task began.',
    movedWhy: 'A dry run is applied exactly or not at all; I touched nothing.',
    again: (task: string) => `Run it again: /agent? ${task}`,
    conflict: (files: string) =>
      `✋ Both sides changed the same places of ${files}\nI touched nothing; the branch is as it was.`,
    resolve: (branch: string, into: string) =>
      `Let me bring it over by hand: /agent bring into ${into} what the branch ${branch} did, and keep both sides`,
    uncommitted: (files: string) =>
      `✋ Changes in the project that are not committed are in the way: ${files}\nCommit or put them away, then answer again. I touched nothing.`,
    unfinished:
      '✋ The project is in the middle of a merge, rebase or the like. Finish it, then answer again. I touched nothing.',
    otherBranch: (branch: string, now: string) =>
      `✋ The project is on ${now} now, not on ${branch}. Switch back, then answer again. I touched nothing.`,
    detached: 'a commit without a branch',
    nothing: 'There is nothing in it that the project does not have already.',
  },
  /** After 14 days. */
  oldKept: (task: string, branch: string) =>
    `🧹 Nobody chose for 14 days, so I put the copy away: ${task}\nBranch ${branch} stays.`,
  oldDiscarded: (task: string) => `🧹 Nobody chose for 14 days, so I threw this dry run away: ${task}`,
  queuedInstead: (task: string) => `I cannot copy this project, so this waits until it is free: ${task}`,
};
