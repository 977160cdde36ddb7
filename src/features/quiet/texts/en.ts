/** `/quiet`, and what waited. */
export const english = {
  command: {
    usage: '/quiet [hours]',
    summary: 'hours when I stay quiet',
    more: 'Alone, it shows the quiet hours of this chat.\n/quiet 22:00-07:00 - then progress changes silently and news waits\n/quiet off - no quiet hours here\nIf you write at night, I answer, and for 10 minutes I send everything. Schedules that you set for that time ring, too.',
  },
  none: '🔔 No quiet hours here.\nSet them: /quiet 22:00-07:00',
  state: (hours: string, zone: string) =>
    `🌙 Quiet hours: ${hours} (${zone}).\nOther hours: /quiet 23:00-06:30 · None: /quiet off`,
  stateNow: (hours: string, zone: string) =>
    `🌙 Quiet now: ${hours} (${zone}).\nOther hours: /quiet 23:00-06:30 · None: /quiet off`,
  chosen: (hours: string, zone: string) =>
    `🌙 Set. Quiet hours here: ${hours}.\nTime zone: ${zone} (/cron zone). News waits, then comes in one message.`,
  off: '🔔 No quiet hours here any more.',
  howTo: (typed: string) =>
    `I can't read ${typed} as hours.\nLike this: /quiet 22:00-07:00 · None: /quiet off`,
  /** Line of /status. */
  status: (hours: string) => `🌙 Quiet hours: ${hours} (/quiet)`,
  morning: {
    title: '🌙 While it was quiet:',
    more: (count: number) => `and ${count} more`,
    details: 'More about them: /status',
    questions: (count: number) =>
      count === 1
        ? '1 question is waiting. It comes next.'
        : `${count} questions are waiting. They come next.`,
  },
};
