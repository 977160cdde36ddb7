/** Messages at the terminal before the program starts. */
export const beforeStartTexts = {
  broad: (folder: string) =>
    `${folder} is no project but holds everything of yours, and with write access the agent could change all of it. Start in the folder of a project, or set PROJECT_ROOT to one.`,
  goOn: 'Start here all the same? (y/N) ',
  noKey: (folder: string) =>
    `No key for the model yet, so tasks cannot run. wasap setup asks for it; or put ANTHROPIC_API_KEY=... into ${folder}/.env.`,
};
