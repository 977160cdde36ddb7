/** One line, then one offer. */
export const english = {
  /** `task`: its name. */
  buildDone: (command: string, task: string) =>
    `🏁 Finished: ${command}\nTask: ${task}. Shall I continue from there?`,
  buildFailed: (command: string, exitCode: number, task: string) =>
    `🏁 Failed (exit code ${exitCode}): ${command}\nTask: ${task}. Shall I look into it?`,
  testsRed: (command: string, task: string) =>
    `🧪 ${command} fails since I merged this: ${task}\nShall I fix it?`,
  behind: (branch: string, commits: number, base: string) =>
    `🌿 ${branch} is ${commits === 1 ? '1 commit' : `${commits} commits`} behind ${base}.\nShall I bring them in?`,
  howToAnswer: (code: string) => `Yes or no (later: ${code} yes)`,
  /** How to answer where several questions are open. */
  named: (code: string) => `${code} yes · ${code} no`,
  declined: "👌 OK, I'll leave it as it is.",
  answered: 'That question is already answered or settled.',
};
