/** Messages that a cron sends by itself. */
export const firedTexts = {
  /** Stands before what comes of it. */
  label: (name: string) => `⏰ cron ${name}`,
  late: (time: string) => `late by ${time}`,
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  paused: {
    failures: (name: string, count: number) =>
      `⏸ cron ${name} is paused: its last ${count} runs failed. /cron resume ${name} starts it again.`,
    access: (name: string) =>
      `⏸ cron ${name} is paused: whoever made it may no longer start tasks here. Somebody who may can make it anew.`,
    unreadable: (name: string) =>
      `⏸ cron ${name} is paused: I can no longer read its schedule or its time zone. /cron delete ${name}, and make it anew.`,
  },
  projectGone: (name: string, project: string) =>
    `Its project, ${project}, is no longer there, so nothing began. /cron delete ${name}, and make it anew in another one.`,
  notYours: 'That cron is somebody else’s. Only they and an owner can change it.',
};
