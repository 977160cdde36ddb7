/** One line, then one offer. */
export const english = {
  /** `task`: its name. */
  buildDone: (command: string, task: string) =>
    `🏁 Finished: ${command} (${task}). Shall I go on from there?`,
  buildFailed: (command: string, exitCode: number, task: string) =>
    `🏁 Failed with exit code ${exitCode}: ${command} (${task}). Shall I look into it?`,
  testsRed: (command: string, task: string) =>
    `🧪 ${command} fails since this was merged: ${task}. Shall I fix it?`,
  behind: (branch: string, commits: number, base: string) =>
    `🌿 ${branch} is ${commits === 1 ? 'one commit' : `${commits} commits`} behind ${base}. Shall I bring them in?`,
  howToAnswer: (code: string) => `Yes or no (later: ${code} yes)`,
  declined: '👌 OK, I leave it as it is.',
  answered: 'That was answered already, or has settled itself.',
};
