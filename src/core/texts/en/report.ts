/** The message at the end of a run: facts from records, one per line. */
export const reportTexts = {
  done: (task: string) => `✅ Done: ${task}`,
  claimedDone: (task: string) => `⚠️ Not done: ${task}`,
  /** Why, from records; after `claimedDone`. */
  doubts: {
    'open-steps': (open: number, all: number) =>
      open === 1 ? `1 of ${all} steps is still open.` : `${open} of ${all} steps are still open.`,
    'tests-failed': 'The last test run failed.',
    'not-tested': 'Not tested since the last change.',
    'claimed-change': 'It says that it changed something. It changed nothing.',
    'claimed-commit': 'It names a commit that it did not make.',
    'claimed-push': 'It says that it pushed. It did not.',
    'claimed-pull': 'It names a pull request that it did not open.',
    'claimed-tests': 'It says that tests pass. No run here shows that.',
    missing: {
      commit: 'You asked for a commit; there is none.',
      push: 'You asked for a push; there was none.',
      'pull-request': 'You asked for a pull request; there is none.',
    },
    failed: (tool: string, why: string) => `${tool} failed: ${why}`,
    'broken-files': (places: string) => `syntax error in ${places}`,
    'uncommitted-in': (folders: string) =>
      `Not committed: the changes in ${folders}, a repository of its own.`,
    'stale-base': (ref: string) => `${ref} was brought in as last fetched; the remote may be ahead.`,
    'unfinished-merge': (kind: string, from: string, files: string) =>
      `The ${kind} with ${from} is unfinished${files === '' ? '' : `; still in conflict: ${files}`}. /undo takes it back.`,
    'nothing-tested': 'The last test run proved nothing: no test passed, or its result is not known.',
  },
  goOn: '/agent-resume goes on from here.',
  /** Above the model's own words. */
  claim: '💬 What the agent says (I have not checked it):',
  cancelled: (task: string) => `🛑 Stopped as you asked: ${task}`,
  cancelledHow: 'Files stay as they are now. /agent-resume goes on from here.',
  parked: (task: string) => `⏸ Stopped: ${task}`,
  /** Of a task that stands still. */
  stuckAt: (what: string) => `Stuck at: ${what}`,
  commandFails: (command: string, end: number | 'stopped') =>
    end === 'stopped' ? `${command} was stopped` : `${command} fails (exit code ${end})`,
  failed: (task: string) => `❌ Broke off: ${task}`,
  failedHow: (detail: string) =>
    `Something went wrong inside me (${detail}). What was done so far is kept; /agent-resume tries again from there.`,
  paused: (task: string) => `⏳ Waiting: ${task}`,
  pausedWhy: {
    busy: 'The model is overloaded.',
    unreachable: 'I cannot reach the model.',
    silent: 'The model says nothing.',
  },
  pausedHow: (time: string) =>
    `I go on by myself in ${time}. A word from you tries at once; /cancel stops it.`,
  filesMore: (count: number) => `and ${count} more`,
  putAway: (files: string) => `📦 Still put away: ${files}. In a terminal, git stash pop brings it back.`,
  guarded: (files: string) => `Changed by a command, without your yes: ${files}`,
  movedAside: (path: string, movedTo: string) =>
    `${path} (it would have run on its own; moved to ${movedTo})`,
  testsPassed: (passed: number) => `${passed} passed`,
  testsFailed: (failed: number) => `${failed} failed`,
  testsSkipped: (count: number) => `${count} skipped`,
  testsNone: 'no tests ran',
  testsStopped: 'stopped before the end',
  testsEnded: (exitCode: number) => `exit code ${exitCode}`,
  commandsMore: (count: number) => `${count} more`,
  commandEnds: { stopped: 'stopped', background: 'in the background' },
  stillRunning: (commands: string) => `Still running: ${commands}. /cancel all ends it.`,
  endedWithTask: (commands: string) => `Ended with the task: ${commands}`,
  rounds: (count: number) => (count === 1 ? '1 round' : `${count} rounds`),
  costUnknown: 'cost unknown',
  notDone: 'Open steps:',
  noChanges: 'I edited no files.',
  onlyByCommands: 'I edited no files myself; commands changed some. /diff shows them.',
  takenOver: (task: string) =>
    `🔄 Taken over by another program: ${task}\nIt took this one for dead and goes on with the task. Run only one on this data folder.`,
  pauseOver: 'I try again now.',
  restartedWaiting: (task: string) => `🔄 I was restarted while waiting for the model: ${task}`,
  restarted: (task: string, round: number) =>
    `🔄 I was restarted while working on: ${task}\nGoing on from round ${round}.`,
  noChangesYet: (task: string) => `No changes so far: ${task}`,
  diffLeftOut: (count: number) =>
    count === 1 ? 'One more file does not fit here.' : `${count} more files do not fit here.`,
};
