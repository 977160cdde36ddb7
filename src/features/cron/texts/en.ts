import { faults } from './faults-en.ts';
import { page } from './page-en.ts';

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
