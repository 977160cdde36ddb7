/** Messages that a cron sends by itself. */
export const firedTexts = {
  /** Stands before what comes of it. */
  label: (name: string) => `⏰ cron ${name}`,
  projectGone: (name: string, project: string) =>
    `Its project, ${project}, is no longer there, so nothing began. /cron delete ${name}, and make it anew in another one.`,
};
