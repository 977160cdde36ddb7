/** Tasks in worktrees: dry runs, branches, and the choices about them. */
export const english = {
  commands: {
    'agent?': {
      usage: '/agent? <task>',
      summary: 'try it in a copy first',
      ask: 'What should I try? For example:\n/agent? move the login to its own module',
      more: 'You get the plan, the diff and the test result. Your project doesn\'t change until you say "apply".\nExample: /agent? move the login to its own module',
    },
    apply: {
      usage: '/apply [#n]',
      summary: 'apply a dry run',
      more: "Its changes go into your project exactly as you saw them.\nThis works only if the project hasn't changed since the dry run started. /undo takes it back.",
    },
    merge: {
      usage: '/merge [#n]',
      summary: "merge a task's branch",
      more: 'What the task left uncommitted is committed first.\nIf there are conflicts, I name them and touch nothing. /undo takes the merge back.',
    },
    pr: {
      usage: '/pr [#n]',
      summary: 'open a pull request',
      more: "I push the task's branch, open the pull request, and follow it.\nThis needs GITHUB_TOKEN and GITHUB_REPO.",
    },
    keep: {
      usage: '/keep [#n]',
      summary: 'keep the branch for later',
      more: "The task's copy is removed, its branch stays. What it left uncommitted is committed first.\n/agent-resume continues it later.",
    },
    discard: {
      usage: '/discard [#n]',
      summary: 'drop a branch or dry run',
      more: 'Your project stays as it is.\nIf the branch has commits, I name the last one: git can find it for a while.',
    },
  },
  usage: 'A dry run does the whole task in a copy.\nThen it shows you the plan, the diff and the tests.',
  noRepository:
    'A dry run needs a git repository with a commit.\nThis project has none, so I did nothing. Run `git init` and make a first commit, or send /agent <task> to work on the files directly.',
  started: (task: string) => `🔎 Dry run, in a copy: ${task}`,
  card: {
    dryRun: '🔎 Dry run: your project stays as it is',
    branch: (branch: string) => `🌿 On ${branch}, in its own copy`,
  },
  report: {
    dryRun: "🔎 This was a dry run. Your project hasn't changed.",
    branch: (branch: string) => `🌿 On branch ${branch}. Your project folder hasn't changed.`,
    nothing: "🧹 It changed nothing, so I'm removing the copy.",
    pullRequest: (branch: string) => `🌿 I'm removing the copy. Branch ${branch} stays.`,
    linked: (names: string) => `🔗 Read from your project: ${names}`,
    missing: (names: string) => `⚠️ Missing in the copy: ${names}`,
    noSetup:
      'Tests that need this will fail in the copy.\nTo prepare copies, set worktrees.setup in agent.yaml.',
    setupDone: (command: string) => `🧰 Prepared with ${command}`,
    setupFailed: (command: string, exit: string) => `⚠️ ${command} failed in the copy (${exit}).`,
    setupExit: (exitCode: number) => `exit code ${exitCode}`,
    setupStopped: 'stopped',
    leftOut: (count: number) => (count === 1 ? '1 more file: /diff' : `${count} more files: /diff`),
    /** It stopped before its end, and may continue. */
    soFar: (words: string) => `Its work so far is kept in the copy.\nContinue: /agent-resume. Or: ${words}`,
  },
  ask: {
    dryRun: (task: string) => `🔎 Bring this into your project?\n${task}`,
    branch: (branch: string, task: string) => `🌿 Finished on ${branch}. What should I do with it?\n${task}`,
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
  notOffered: "You can't choose that here.",
  /** Nothing waits for this choice. */
  nothingOpen: {
    apply: 'Nothing to apply right now.',
    merge: 'Nothing to merge right now.',
    'pull-request': 'Nothing to open a pull request for right now.',
    keep: 'Nothing to keep right now.',
    discard: 'Nothing to discard right now.',
  },
  /** What to do where nothing waits for any choice. */
  instead: {
    apply: 'To try something in a copy: /agent? <task>',
    merge: 'The latest tasks: /sessions',
    'pull-request': 'To have one opened: /agent-resume open a pull request',
    keep: 'The latest tasks: /sessions',
    discard: 'To undo the last task: /undo',
  },
  others: 'What waits, and what you can choose:',
  noGitHub:
    "I can't open pull requests here yet.\nOn my machine, set GITHUB_TOKEN and GITHUB_REPO. Then restart me.",
  noWorktree: (task: string) => `Nothing to choose: this task worked in your project.\n${task}`,
  atWork: (task: string) => `It isn't finished yet: ${task}`,
  underWay: (task: string) => `I'm already doing that: ${task}`,
  chosen: {
    apply: (task: string) => `Already applied: ${task}\n/undo takes it back.`,
    merge: (task: string) => `Already merged: ${task}\n/undo takes it back.`,
    'pull-request': (task: string) => `Its branch already has a pull request: ${task}`,
    keep: (task: string) => `Its branch is already kept: ${task}`,
    discard: (task: string) => `Already discarded: ${task}`,
  },
  busy: (task: string) =>
    `Another task is using these files: ${task}\nAnswer again when it has ended. Nothing is lost.`,
  gone: (task: string) => `The copy I worked in is gone: ${task}\nStart again with /agent or /agent?`,
  /** Results of a choice. */
  applied: (task: string) => `✅ Applied: ${task}`,
  merged: (branch: string, into: string) => `✅ Merged ${branch} into ${into}.`,
  mergedHere: (branch: string) => `✅ Merged ${branch}.`,
  left: (files: string) => `✋ Left alone, someone just changed them: ${files}`,
  testedExactly: '🧪 The tests of the dry run passed on exactly this.',
  testedBranch: '🧪 The tests of the task passed on exactly this.',
  untested: (files: string) => `🧪 Not tested, changed since then: ${files}`,
  kept: (branch: string) =>
    `🌿 Branch kept: ${branch}\nLook at it: git switch ${branch}\nBring it in: git merge ${branch}`,
  rest: (commit: string) => `💾 I committed the rest: ${commit}`,
  discarded: (task: string) => `🗑️ Discarded: ${task}`,
  discardedCommit: (commit: string) =>
    `Its last commit was ${commit}.\nTo get it back for a while: \`git branch <name> ${commit}\``,
  pullRequest: (branch: string) => `🔧 I'll push ${branch} and open a pull request.`,
  /** For the model, as if the person had written it. */
  pullRequestInstructions: (branch: string) => `Push the branch ${branch} and open a pull request for it.`,
  resumed: (task: string) => `🔄 Restarted before I was done: ${task}\nI'll finish what you chose.`,
  failed: (task: string, why: string) => `❌ I couldn't do that: ${task}\n${why}`,
  failedMidway: 'It may be half done: `git status` shows it.\nThe copy is still there.',
  stillOpen: (words: string) => `You can still choose: ${words}`,
  refused: {
    moved: (files: string) => `✋ Your project has changed since: ${files}`,
    movedHead: '✋ Your project is on another commit or branch now.',
    movedWhy: 'I apply a dry run exactly or not at all.\nI changed nothing.',
    again: (task: string) => `Run it again: /agent? ${task}`,
    conflict: (files: string) =>
      `✋ Both sides changed the same lines: ${files}\nI changed nothing. The branch is as it was.`,
    resolve: (branch: string, into: string) =>
      `Have me merge it by hand:\n/agent bring into ${into} what the branch ${branch} did, and keep both sides`,
    uncommitted: (files: string) =>
      `✋ Uncommitted changes are in the way: ${files}\nCommit or stash them, then answer again. I changed nothing.`,
    unfinished:
      '✋ A merge, rebase or similar is unfinished there.\nFinish it, then answer again. I changed nothing.',
    otherBranch: (branch: string, now: string) =>
      `✋ Your project is on ${now} now, not on ${branch}.\nSwitch back, then answer again. I changed nothing.`,
    detached: 'a commit without a branch',
    nothing: 'Your project already has everything in it.',
  },
  /** After 14 days. */
  oldKept: (task: string, branch: string) =>
    `🧹 No choice for 14 days, so I removed the copy: ${task}\nBranch ${branch} stays.`,
  oldDiscarded: (task: string) => `🧹 No choice for 14 days: dry run deleted. ${task}`,
  queuedInstead: (task: string) => `🕓 Queued, as I can't copy this project: ${task}`,
  /** Under way when the chat moved to another machine, where this is read. */
  unfinished: {
    merge: (task: string, branch: string) => `The merge of ${task}
I can't tell whether it finished. Its branch there: ${branch}`,
    pullRequest: (task: string) => `The pull request of ${task}
I can't tell whether it was opened. Look on GitHub first.`,
    putAway: (task: string) => `Tidying up the copy of ${task}
It stays on the other machine.`,
  },
};
