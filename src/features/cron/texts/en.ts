/** What the pages of schedules say. */
export const page = {
  label: 'Schedules',
  title: 'Schedules',
  count: (schedules: string) => `${schedules} schedules`,
  one: '1 schedule',
  none: 'No schedules yet.',
  leftOut: (shown: string) => `Only the next ${shown} are listed.`,
  add: 'New schedule',
  words: 'When, and what',
  example: 'every weekday at 9 stand-up',
  chat: 'In the chat of',
  preview: 'Preview',
  hint: 'With /agent before the text, it becomes a task.',
  zone: (zone: string) => `Times are those of ${zone}.`,
  noChat: 'Write to me in a chat first. Then you can schedule here.',
  understood: 'This is how I read it',
  set: 'Schedule it',
  setting: (what: string) => `Schedule it: ${what}`,
  unread: "I can't read that time by myself.",
  unreadHow: 'The model can. It asks you before anything is scheduled.',
  think: 'Ask the model',
  notSet: "That can't be scheduled",
  active: 'active',
  next: 'Next times',
  nothingNext: 'No run is planned.',
  nextIn: (zone: string) => `in ${zone}`,
  history: 'Last runs',
  noRuns: 'It has not run yet.',
  asked: 'run by hand',
  what: 'What it does',
  deleted: 'deleted',
  deletedTitle: 'Deleted a moment ago',
  facts: {
    rule: 'when',
    name: 'name in the chat',
    person: 'set by',
    zone: 'time zone',
    project: 'project',
    missed: 'missed runs',
    failures: 'failures in a row',
    made: 'set',
    group: 'in a group',
  },
  actions: (what: string) => `What to do: ${what}`,
  buttons: {
    pause: 'Pause',
    resume: 'Resume',
    run: 'Run now',
    delete: 'Delete',
    undo: 'Undo the deletion',
    once: 'Do the newest',
    skip: 'Skip them',
    all: 'Do the newest five',
  },
  missed: 'If I miss runs',
};

const FORMS =
  'Write minute, hour, day of month, month and day of week: "0 9 * * 1-5". Or "every 15m", or one date and time: 2026-12-24T09:00.';
const DATE = 'Write it like 2026-12-24T09:00, or with its offset: 2026-12-24T09:00-05:00.';

/** Each stands behind `wasap:`, or is the whole answer to somebody who sets a schedule. */
export const faults = {
  'schedule-empty': `The schedule is empty. ${FORMS}`,
  'schedule-long': (length: number, most: number) =>
    `This time has ${length} characters; the limit is ${most}. Write ranges and steps instead of lists, or split it in two.`,
  'schedule-often-seconds': (text: string, least: number) =>
    `${quoted(text)} runs too often. Leave at least ${least} seconds between two runs.`,
  'schedule-often-minutes': (text: string, least: number) =>
    `${quoted(text)} runs too often. Leave at least ${least} minutes between two runs.`,
  'schedule-past': (text: string) => `${quoted(text)} is in the past. Write a date and time still to come.`,
  'schedule-never': (text: string) =>
    `${quoted(text)} never comes. Look for a day that no month has, such as 31 February, or an hour that the clocks skip.`,
  'every-unread': (text: string) =>
    `${quoted(text)} doesn't say how often. Write a whole number with s, m, h, d or w: "every 15m", "every 2h" or "every 1h30m". For a time of day write a cron expression: "0 9 * * *".`,
  'every-long': (text: string, most: number) =>
    `${quoted(text)} is longer than ${most} days. Write a shorter time, or one date and time.`,
  'date-form': (text: string) => `${quoted(text)} isn't a date with a time. ${DATE}`,
  'date-none': (text: string) => `${quoted(text)} doesn't exist. ${DATE}`,
  'date-offset': (text: string) => `${quoted(text)} has an offset that no place has. ${DATE}`,
  'date-jump': (text: string, zone: string) =>
    `${quoted(text)} doesn't exist in ${zone}: the clocks skip it. ${DATE}`,
  'cron-shorthand': (text: string, known: string) =>
    `${quoted(text)} isn't a shorthand I know. I know ${known}.`,
  'cron-count': (text: string, count: number) =>
    `${quoted(text)} has ${count === 1 ? 'one field' : `${count} fields`}; a cron expression has five. ${FORMS}`,
  'cron-second': (text: string) =>
    `${quoted(text)} can't be the second. With six fields the first one is the second of the minute: one number from 0 to 59.`,
  'cron-minute': (text: string) =>
    `${quoted(text)} can't be the minute. Minutes go from 0 to 59: write 0, 0,30, 10-20, */15 or 5-59/15.`,
  'cron-hour': (text: string) =>
    `${quoted(text)} can't be the hour. Hours go from 0 to 23: write 9, 9,18, 9-17, 22-2 or */2.`,
  'cron-dayOfMonth': (text: string) =>
    `${quoted(text)} can't be the day of the month. Days of the month go from 1 to 31: write 1, 1,15, 10-20 or */2. L is the last day, LW the last weekday, 15W the weekday nearest the 15th.`,
  'cron-month': (text: string) =>
    `${quoted(text)} can't be the month. Months go from 1 to 12 or JAN to DEC: write 6, JAN,JUL, NOV-FEB or */3.`,
  'cron-dayOfWeek': (text: string) =>
    `${quoted(text)} can't be the day of the week. Days of the week go from 0 (Sunday) to 7 (Sunday too) or SUN to SAT. Write 1-5, MON,FRI, FRI-MON, MON#1 (the first of the month) or FRIL (the last).`,
  'cron-command': 'A schedule sends a message here, or starts a task with /agent. It runs no other command.',
  'cron-empty': 'That says when, but not what. Add what should happen.',
  'cron-long': (length: number, most: number) => `That text has ${length} characters; the limit is ${most}.`,
  'name-taken': (name: string) => `This chat has a schedule ${name} already. Choose another name.`,
};

function quoted(text: string): string {
  return JSON.stringify(text);
}

export const english = {
  command: {
    usage: '/cron [add | list | pause | ...]',
    summary: 'messages and tasks at set times',
    more: '/cron every weekday at 9 stand-up\n/cron every 2h drink water\n/cron tomorrow at 9 call Bea\n/cron "0 9 * * 1-5" /agent run the tests\nWithout /agent I send a message. With it I start a task: each run costs money and still asks you.\n/cron list - shows the letters of each\n/cron pause ab (or resume, run, delete)\n/cron undo - undelete, for 10 minutes\n/cron missed ab once | skip | all - what to do about runs missed while I was off\n/cron zone Europe/Madrid - your time zone',
  },
  /** As they are typed. */
  verbs: {
    add: 'add',
    undo: 'undo',
    pause: 'pause',
    resume: 'resume',
    run: 'run',
    delete: 'delete',
    missed: 'missed',
  },
  set: (name: string, rule: string) => `⏰ Scheduled as ${name}: ${rule}`,
  message: (text: string) => `💬 Message: ${text}`,
  task: (text: string) => `🤖 Task: ${text}`,
  dryRun: (text: string) => `🔎 Dry run: ${text}`,
  next: (time: string, zone: string) => `Next: ${time} (${zone})`,
  nextThree: (first: string, zone: string, others: string) => `Next: ${first} (${zone}),\nthen ${others}`,
  onceAt: (time: string, zone: string) => `On ${time} (${zone})`,
  takeBack: (name: string) => `To remove it: /cron delete ${name}`,
  /** A task that nobody watches still asks. */
  asksThen: 'Each run asks here when it needs your approval.',
  /** The question before something is set. */
  ask: '⏰ Shall I schedule this?',
  asTask: 'It will only be a message.\nFor a task, put /agent before the text.',
  yesOrNo: 'Answer yes or no.',
  cronYes: 'Answer /cron yes or /cron no. Another question is open too.',
  /** The answers, where several questions are open. */
  answers: '/cron yes · /cron no',
  dropped: 'OK, nothing is scheduled.',
  nothingAsked: 'Nothing to confirm right now.\nTo schedule something: /cron add every weekday at 9 stand-up',
  already: (name: string) => `Already scheduled, as ${name}.`,
  noZone:
    "I don't know your time zone yet, so nothing is scheduled.\nTell me your city, then send the command again: /cron zone Lima",
  zone: {
    set: (zone: string, now: string) => `⏰ This chat uses ${zone} time. It's ${now} there.`,
    is: (zone: string, now: string) => `⏰ ${zone}: it's ${now} there.\nTo change it: /cron zone Lima`,
    none: "I don't know your time zone. Tell me: /cron zone Lima",
    others: 'Earlier schedules keep their own time zone.',
    unknown: (typed: string) =>
      `No time zone is called ${typed}.\nName it by area and city, or by a large city: /cron zone America/Lima`,
    several: (typed: string, zones: string) => `There's more than one ${typed}.\nWhich one: ${zones}?`,
  },
  unclear:
    'I can\'t tell where the time ends and the text begins.\nPut the time in quotes: /cron add "0 9 * * 1-5" stand-up',
  thinking: "⏰ I'm asking the model what time you mean.\nNothing is scheduled until you confirm.",
  waits: (task: string) => `Starts when this ends: ${task}`,
  full: {
    person: (most: number) =>
      `You already have ${most} schedules, the limit.\n/cron list shows them. To make room: /cron delete <letters>`,
    conversation: (most: number) =>
      `This chat already has ${most} schedules, the limit.\n/cron list shows them. To make room: /cron delete <letters>`,
  },
  empty: 'No schedules in this chat yet.\nTry: /cron add every weekday at 9 stand-up',
  /** There are schedules, and none that this could be done to. */
  noneTo: {
    pause: 'Every schedule here is paused or finished already.\nTo see them: /cron list',
    resume: 'No schedule here is paused.\nTo see them: /cron list',
    missed: 'Every schedule here runs only once.\nTo see them: /cron list',
  },
  title: (zone: string | undefined) =>
    zone === undefined ? '⏰ Schedules in this chat:' : `⏰ Schedules in this chat (${zone}):`,
  missedShown: (which: string) => `missed runs: ${which}`,
  nextAt: (time: string) => `next ${time}`,
  ended: '✔️ finished',
  pausedFor: {
    asked: '⏸️ paused',
    failures: '⏸️ paused after 10 failed runs in a row',
    access: "⏸️ paused: whoever set it isn't allowed to any more",
    unreadable: "⏸️ paused: I can't read its time any more",
  },
  last: (time: string, outcome: string) => `last ${time}: ${outcome}`,
  outcome: {
    sent: 'sent',
    pending: 'running',
    refused: 'refused',
    done: 'done',
    failed: 'failed',
    parked: 'stopped early',
    cancelled: 'cancelled',
  },
  failures: (count: number) => (count === 1 ? '1 failure' : `${count} failures in a row`),
  skipped: (time: string, reason: string) => `⚠️ skipped ${time}: ${reason}`,
  through: (first: string, last: string) => `${first} to ${last}`,
  skipReason: {
    late: "I wasn't running",
    overlap: 'the previous run was still going',
    failures: 'I wait longer after failures',
    busy: 'too many tasks were waiting here',
    money: "that day's budget was used up",
  },
  /** Where its tasks work, when that is not where the chat works. */
  project: (name: string) => `in ${name}`,
  keepsTo: (name: string) => `📁 In ${name}, even if this chat switches projects.`,
  by: (who: string) => `set by ${who}`,
  which: (verb: string) => `Which one? Send /cron ${verb} with its letters:`,
  noSuch: (name: string) => `No schedule ${name} here. /cron list shows them all.`,
  paused: (name: string, what: string) => `⏸️ Paused ${name}.\n${what}\nTo continue: /cron resume ${name}`,
  alreadyPaused: (name: string) => `${name} is already paused.\nTo continue: /cron resume ${name}`,
  over: (name: string) =>
    `${name} was for one time only, and that's over.\nTo run it again now: /cron run ${name}`,
  notPaused: (name: string) => `${name} isn't paused.`,
  tooLate: (name: string) => `The time for ${name} has passed.\nTo run it now: /cron run ${name}`,
  resumed: (name: string) => `▶️ Continuing ${name}.`,
  running: (name: string, what: string) => `▶️ Running ${name} now:\n${what}`,
  stillRunning: (name: string) => `${name} is still running from last time.\nHow it's going: /status`,
  deleted: (name: string, what: string) =>
    `🗑️ Deleted ${name}.\n${what}\nTo bring it back within 10 minutes: /cron undo`,
  missed: {
    policy: {
      once: "I do the newest, unless it's too late",
      skip: 'I skip them',
      all: 'I do the newest five',
    },
    set: (name: string, which: string) => `${name}: if I miss runs, ${which}.`,
    which: (name: string, now: string) =>
      `${name}: if I miss runs, ${now}.\nTo change that: /cron missed ${name} once, skip or all`,
    single: (name: string) => `${name} runs only once, even if it's late.`,
  },
  undone: (name: string) => `↩️ ${name} is back.`,
  nothingDeleted: 'Nothing was deleted here in the last 10 minutes.',
  noRoom: 'No room to bring it back. Delete another one first.',
  /** Rules in words. */
  schedule: {
    once: 'once',
    everyDay: 'every day',
    weekdays: 'Monday to Friday',
    day: {
      sun: 'Sunday',
      mon: 'Monday',
      tue: 'Tuesday',
      wed: 'Wednesday',
      thu: 'Thursday',
      fri: 'Friday',
      sat: 'Saturday',
    },
    and: (items: string, last: string) => `${items} and ${last}`,
    everyWeek: (days: string) => `every ${days}`,
    theLast: 'the last day',
    everyMonth: (days: string) => `on day ${days} of each month`,
    /** `nth` as below. */
    everyNth: (nth: string, day: string) => `on the ${nth} ${day} of each month`,
    nth: { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth', L: 'last' },
    lastDay: 'on the last day of each month',
    at: (times: string) => `at ${times}`,
    every: (span: string) => `every ${span}`,
    everyOne: { d: 'every day', h: 'every hour', m: 'every minute', s: 'every second' },
    span: {
      d: (count: number) => (count === 1 ? '1 day' : `${count} days`),
      h: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
      m: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
      s: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
    },
    hourly: 'every hour',
    hourlyAt: (minute: number) => `every hour at minute ${minute}`,
    between: (first: string, last: string) => `from ${first} to ${last}`,
    rule: (expression: string) => `by the rule ${expression}`,
  },
  /** What a cron says by itself. */
  fired: {
    late: (time: string) => `${time} late`,
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
    paused: {
      failures: (name: string, count: number) =>
        `⏸️ Schedule ${name} is paused: ${count} runs failed in a row.\nTo start it again: /cron resume ${name}`,
      access: (name: string) =>
        `⏸️ Schedule ${name} is paused.\nWhoever set it can no longer start tasks here. Somebody who can may set it again.`,
      unreadable: (name: string) =>
        `⏸️ Schedule ${name} is paused: I can't read its time any more.\nDelete it and set it again: /cron delete ${name}`,
    },
    notYours: "That schedule is somebody else's.\nOnly they or an owner can change it.",
  },
  /** With a chat that came from another machine. */
  moved: {
    came: (names: string) => `⏰ Its schedules came along: ${names}`,
    paused: (names: string) =>
      `⏸️ Schedules paused, because their project isn't here: ${names}. When it is: /cron resume <name>`,
    doubtful: (names: string) => `⚠️ I can't tell whether the last run began, so I don't repeat it: ${names}`,
    unreadable: `⚠️ I couldn't read its schedules: this machine has an earlier version. Set them again: /cron`,
  },
  /** `wasap cron next`. */
  nextTimes: {
    next: (zone: string) => `Next times in ${zone}:`,
    once: 'Only once.',
    /** Language tag for dates. */
    dates: 'en-GB',
  },
  /** In the browser. */
  page,
  faults,
};
