/** The message at the end of a run: facts from records, one per line. */
export const reportTexts = {
  done: (task: string) => `✅ Done: ${task}`,
  /** Nothing but a test is missing. */
  untested: (task: string) => `⚠️ Done, not tested: ${task}`,
  claimedDone: (task: string) => `⚠️ Not done: ${task}`,
  /** Why, from records; after `claimedDone`. */
  doubts: {
    'open-steps': (open: number, all: number) =>
      open === 1 ? `1 of ${all} steps is still open.` : `${open} of ${all} steps are still open.`,
    'tests-failed': 'The last test run failed.',
    'not-tested': 'No tests ran after the last change.',
    'claimed-change': 'The agent says it changed something. Nothing changed.',
    'claimed-commit': "The agent names a commit it didn't make.",
    'claimed-push': "The agent says it pushed. It didn't.",
    'claimed-pull': "The agent names a pull request it didn't open.",
    'claimed-tests': 'The agent says tests pass. No test run shows that.',
    missing: {
      commit: 'You asked for a commit. There is none.',
      push: 'You asked for a push. Nothing was pushed.',
      'pull-request': 'You asked for a pull request. There is none.',
    },
    failed: (tool: string, why: string) => `${tool} failed: ${why}`,
    'broken-files': (places: string) => `syntax error in ${places}`,
    'uncommitted-in': (folders: string) => `Not committed: changes in ${folders}, a separate repository.`,
    'stale-base': (ref: string) => `I used ${ref} from the last fetch. The remote may be ahead.`,
    'unfinished-merge': (kind: string, from: string, files: string) =>
      `The ${kind} with ${from} is unfinished.${files === '' ? '' : `\nStill in conflict: ${files}`}\n/undo takes it back.`,
    'nothing-tested': 'The last test run proves nothing: no passes, or no result.',
  },
  goOn: '/agent-resume continues from here.',
  /** Above the model's own words. */
  claim: "💬 The agent says (I haven't checked it):",
  cancelled: (task: string) => `🛑 Stopped: ${task}`,
  cancelledHow: 'Files stay as they are. /agent-resume continues from here.',
  parked: (task: string) => `⏸ Paused: ${task}`,
  /** Where a task stands still. */
  stuckAt: (what: string) => `Stuck at: ${what}`,
  commandFails: (command: string, end: number | 'stopped') =>
    end === 'stopped' ? `${command} was stopped` : `${command} fails (exit code ${end})`,
  failed: (task: string) => `❌ Failed: ${task}`,
  failedHow: (detail: string) =>
    `I hit an internal error: ${detail}\nThe work so far is kept. /agent-resume tries again from there.`,
  paused: (task: string) => `⏳ Waiting: ${task}`,
  pausedWhy: {
    busy: 'The model is overloaded.',
    unreachable: "I can't reach the model.",
    silent: "The model isn't answering.",
  },
  pausedHow: (time: string) => `I'll try again in ${time}.\nWrite anything to try now, or /cancel to stop.`,
  filesMore: (count: number) => `and ${count} more`,
  putAway: (files: string) => `📦 Still in the stash: ${files}\nTo get it back: \`git stash pop\``,
  guarded: (files: string) => `A command changed this without your permission: ${files}`,
  movedAside: (path: string, movedTo: string) => `${path} (it would have run by itself; moved to ${movedTo})`,
  testsPassed: (passed: number) => `${passed} passed`,
  testsFailed: (failed: number) => `${failed} failed`,
  testsSkipped: (count: number) => `${count} skipped`,
  testsNone: 'no tests ran',
  testsStopped: 'stopped early',
  testsEnded: (exitCode: number) => `exit code ${exitCode}`,
  commandsMore: (count: number) => `${count} more`,
  /** `commands`: each with the exit codes of its last runs. */
  commandExits: (commands: string) => `Exit codes: ${commands}`,
  commandEnds: { stopped: 'stopped', background: 'in the background' },
  stillRunning: (commands: string) => `Still running: ${commands}. /cancel all stops it.`,
  endedWithTask: (commands: string) => `Stopped with the task: ${commands}`,
  rounds: (count: number) => (count === 1 ? '1 round' : `${count} rounds`),
  costUnknown: 'cost unknown',
  notDone: 'Open steps:',
  noChanges: "I didn't edit any files.",
  onlyByCommands: "Commands changed files; I didn't edit any. /diff shows them.",
  takenOver: (task: string) =>
    `🔄 Another program took over: ${task}\nRun only one program on this data folder.`,
  pauseOver: 'Trying again now.',
  restartedWaiting: (task: string) => `🔄 Restarted while waiting for the model: ${task}`,
  restarted: (task: string, round: number) =>
    `🔄 Restarted while working on: ${task}\nContinuing from round ${round}.`,
  noChangesYet: (task: string) => `No changes so far: ${task}`,
  diffLeftOut: (count: number) =>
    count === 1 ? "1 more file doesn't fit here." : `${count} more files don't fit here.`,
};

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

/** On the pictures of a diff, and beside them. */
export const pictureTexts = {
  made: 'new file',
  deleted: 'deleted',
  renamed: 'renamed from',
  copied: 'copied from',
  binary: "binary file: I can't show what's in it",
  noContents: 'no line changes',
  noNewline: 'no newline at the end of the file',
  line: (number: number) => `line ${number}`,
  /** In the question below the pictures. */
  above: 'The whole change is above: pictures, and the patch.',
  /** Below a picture that ends before its file does. */
  inPatch: (lines: number) =>
    lines !== 0 ? `${lines} more changed lines: see the patch` : 'the rest: see the patch',
};
