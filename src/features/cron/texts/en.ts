export const english = {
  command: {
    usage: '/cron [add | list | pause | ...]',
    summary: 'messages and tasks at set times',
    more: '/cron add every weekday at 9 stand-up\n/cron add every 2h drink water\n/cron add at 2026-12-24 09:00 call Bea\n/cron add "0 9 * * 1-5" /agent run the tests and fix what fails\nWithout /agent it is a message to this chat; with it a task, which costs money each time and asks as ever.\n/cron list shows the letters of each: /cron pause ab, resume ab, run ab (at once), delete ab. /cron undo takes the last deletion back, for 10 minutes.\n/cron missed ab once | skip | all: which of the runs I miss while I am off are made up for.\n/cron zone Europe/Madrid says whose clocks count.',
  },
  /** As they are typed. */
  verbs: {
    pause: 'pause',
    resume: 'resume',
    run: 'run',
    delete: 'delete',
    missed: 'missed',
  },
  set: (name: string, rule: string) => `⏰ Set as ${name}: ${rule}`,
  message: (text: string) => `💬 I write: ${text}`,
  task: (text: string) => `🤖 I begin a task: ${text}`,
  dryRun: (text: string) => `🔎 I begin a dry run: ${text}`,
  next: (time: string, zone: string) => `Next: ${time} (${zone})`,
  nextThree: (first: string, zone: string, others: string) => `Next: ${first} (${zone}),\nthen ${others}`,
  onceAt: (time: string, zone: string) => `On ${time} (${zone})`,
  takeBack: (name: string) => `/cron delete ${name} takes it back.`,
  /** A task that nobody watches still asks. */
  asksThen: 'It asks here when it needs a yes, as every task does.',
  /** The question before something is set. */
  ask: '⏰ Shall I set this?',
  asTask: '(To have me do it as a task, give it again with /agent before it.)',
  yesOrNo: 'Answer yes or no.',
  cronYes: 'Answer /cron yes or /cron no: something else waits for an answer, too.',
  dropped: 'Nothing was set.',
  nothingAsked: 'There is nothing to say yes to. /cron add begins anew.',
  already: (name: string) => `That is set already, as ${name}.`,
  noZone:
    'I do not know your time zone, so nothing was set. Name it, for example /cron zone Europe/Madrid or /cron zone Lima, and then give this command again.',
  zone: {
    set: (zone: string, now: string) => `🌐 Times in this chat are those of ${zone}: it is ${now} there.`,
    is: (zone: string, now: string) =>
      `🌐 ${zone}: it is ${now} there. Another one: /cron zone Europe/Madrid, or a city.`,
    none: 'I do not know your time zone. Name it: /cron zone Europe/Madrid, or a city.',
    others: 'What was set before keeps its own zone.',
    unknown: (typed: string) =>
      `I know no time zone ${typed}. Name it by area and city, as /cron zone America/Lima, or by a large city.`,
    several: (typed: string, zones: string) => `There is more than one ${typed}. Which one: ${zones}?`,
  },
  unclear:
    'I cannot tell where the schedule ends. Put it in quotes: /cron add "0 9 * * 1-5" and then the rest.',
  thinking:
    '⏰ I do not read that time by myself, so the model works it out. It asks you before anything is set.',
  waits: (task: string) => `It waits until this one ends: ${task}`,
  full: {
    person: (most: number) =>
      `You have ${most} crons already, and that is the most. /cron delete makes room: /cron list shows them.`,
    conversation: (most: number) =>
      `This chat has ${most} crons already, and that is the most. /cron delete makes room: /cron list shows them.`,
  },
  empty: 'Nothing is set here. /cron add every weekday at 9 stand-up',
  title: (zone: string | undefined) =>
    zone === undefined ? '⏰ Set in this chat:' : `⏰ Set in this chat (${zone}):`,
  missedShown: (which: string) => `missed ones: ${which}`,
  nextAt: (time: string) => `next ${time}`,
  ended: '✔️ over',
  pausedFor: {
    asked: '⏸️ paused',
    failures: '⏸️ paused: ten runs in a row failed',
    access: '⏸️ paused: whoever set it may not do that any more',
    unreadable: '⏸️ paused: its schedule can no longer be read',
  },
  last: (time: string, outcome: string) => `last ${time}: ${outcome}`,
  outcome: {
    sent: 'sent',
    pending: 'at work',
    refused: 'refused',
    done: 'done',
    failed: 'failed',
    parked: 'stopped before its end',
    cancelled: 'cancelled',
  },
  failures: (count: number) => (count === 1 ? '1 failure' : `${count} failures in a row`),
  skipped: (time: string, reason: string) => `⚠️ left out ${time}: ${reason}`,
  through: (first: string, last: string) => `${first} to ${last}`,
  skipReason: {
    late: 'I was not running then',
    overlap: 'the run before was still at work',
    failures: 'waiting longer after failures',
    busy: 'too much waited in this chat',
    money: 'the money for that day was spent',
  },
  /** Where its tasks work, when that is not where the chat works. */
  project: (name: string) => `📁 in ${name}`,
  keepsTo: (name: string) => `📁 In ${name}, whichever project this chat works in by then.`,
  by: (who: string) => `set by ${who}`,
  which: (verb: string) => `Which one? /cron ${verb} and its letters:`,
  noSuch: (name: string) => `There is no ${name} here. /cron list shows the letters.`,
  paused: (name: string, what: string) => `⏸️ ${name} is paused: ${what}\n/cron resume ${name} goes on.`,
  alreadyPaused: (name: string) => `${name} is paused already. /cron resume ${name} goes on.`,
  over: (name: string) => `${name} is over: it had one time only. /cron run ${name} does it again now.`,
  notPaused: (name: string) => `${name} is not paused.`,
  tooLate: (name: string) => `The time of ${name} is over. /cron run ${name} does it now.`,
  resumed: (name: string) => `▶️ ${name} goes on.`,
  running: (name: string, what: string) => `▶️ ${name}, now: ${what}`,
  stillRunning: (name: string) => `${name} is still at work from last time. /status shows how it is going.`,
  deleted: (name: string, what: string) =>
    `🗑️ Deleted ${name}: ${what}\n/cron undo brings it back, for 10 minutes.`,
  missed: {
    policy: {
      once: 'the newest one, if it is not too late',
      skip: 'none',
      all: 'the newest five',
    },
    set: (name: string, which: string) => `${name}: of the runs that I miss, I make up for ${which}.`,
    which: (name: string, now: string) =>
      `${name}: of the runs that I miss, I make up for ${now}.\nChange it: /cron missed ${name} once, skip or all.`,
    single: (name: string) => `${name} has one time only: it comes, however late.`,
  },
  undone: (name: string) => `↩️ ${name} is back.`,
  nothingDeleted: 'Nothing was deleted here in the last 10 minutes.',
  noRoom: 'There is no room to bring it back: delete another one first.',
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
    notYours: 'That cron is somebody else’s. Only they and an owner can change it.',
  },
  /** `wasap cron next`. */
  nextTimes: {
    next: (zone: string) => `Next in ${zone}:`,
    once: 'Once, then never again.',
    /** Language tag for dates. */
    dates: 'en-GB',
  },
};
