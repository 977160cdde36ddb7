/** The lines of `/help` about jobs. */
export const jobCommandTexts = {
  plan: {
    usage: '/plan <request>',
    summary: 'have it planned as a job; nothing runs before your "run"',
    more: 'The model makes tasks of it that hand on results to one another. You see them all, with their values and what will be asked, and "run" does exactly that.\nExample: /plan count the TODOs in src and write them to TODO.md',
  },
  job: {
    usage: '/job [list|show|run|cancel|retry] [job]',
    summary: 'jobs of this chat, and saved ones',
    more: '/job run <name> shows a saved job, /job run <letters> runs one that was shown.\n/job retry runs again what failed and what did not run because of it, never what was done.\nWithout letters it is the latest one.',
  },
};
