/** The message at the end of a stretch: facts from records, one per line. */
export const reportTexts = {
  done: (task: string) => `✅ Done: ${task}`,
  cancelled: (task: string) => `🛑 Stopped as you asked: ${task}`,
  cancelledHow: 'Files stay as they are now. /agent-resume goes on from here.',
  parked: (task: string) => `⏸ Stopped: ${task}`,
  failed: (task: string) => `❌ Broke off: ${task}`,
  failedHow: (detail: string) =>
    `Something went wrong inside me (${detail}). What was done so far is kept; /agent-resume tries again from there.`,
  paused: (task: string) => `⏳ Waiting: ${task}`,
  pausedHow: (time: string) =>
    `The model is overloaded and asked me to come back. I go on by myself in ${time}; /cancel stops it.`,
  filesMore: (count: number) => `and ${count} more`,
  guarded: (files: string) => `Changed by a command, without your yes: ${files}`,
  movedAside: (path: string, movedTo: string) =>
    `${path} (it would have run on its own; moved to ${movedTo})`,
  testsPassed: (passed: number) => `${passed} passed`,
  testsFailed: (failed: number) => `${failed} failed`,
  testsBroke: (exitCode: number) => `exit code ${exitCode}`,
  rounds: (count: number) => (count === 1 ? '1 round' : `${count} rounds`),
  costUnknown: 'cost unknown',
  notDone: 'Not done:',
  noChanges: 'I edited no files.',
  restarted: (task: string, round: number) =>
    `🔄 I was restarted while working on: ${task}\nGoing on from round ${round}.`,
};
