/** Messages that a schedule sends by itself. */
export const firedTexts = {
  /** Stands before what comes of it. */
  label: (name: string) => `⏰ cron ${name}`,
  projectGone: (name: string, project: string) =>
    `Nothing started: its project ${project} is gone.\nDelete it with /cron delete ${name}, then create it again in another project.`,
};
