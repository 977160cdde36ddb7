/** Messages at the terminal before the program starts. */
export const beforeStartTexts = {
  broad: (folder: string) =>
    `${folder} holds all your files, not one project.
I haven't started: with write access I could change all of them.
Start in the folder of a project, or set PROJECT_ROOT to one.`,
  goOn: 'Start here anyway? (y/N) ',
  noKey: (file: string) => `No API key. Run wasap setup, or set ANTHROPIC_API_KEY in ${file}`,
  /** Instead of `noKey`, where a person can answer. */
  offerSetup: {
    question: 'No API key is set yet. Set me up now?',
    yes: 'Yes',
    no: 'Not now',
  },
};
