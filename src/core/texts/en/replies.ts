import { enclosedTexts } from './enclosed.ts';

/** Answers to what a person typed. */
export const replyTexts = {
  started: (task: string) => `🚀 On it: ${task}`,
  queued: (task: string, before: string) => `🕓 Queued: ${task}\nStarts when this ends: ${before}`,
  talkHint: 'I\'ll answer without changing anything.\nTo have me do it, say "do it" or send /agent <task>',
  fellBack: (from: string, to: string) =>
    `🧠 Continuing with ${to}.\n${from} is overloaded. This task keeps ${to}; new ones try ${from} again.`,
  steeringTaken: "👍 Got it. I'll use that in my next step.",
  steeringQueued: "👍 Got it. I'll use that when this task starts.",
  takeYourTime: '👍 Take your time. My question stays open:',
  questionStillOpen: (code: string) => `My question ${code} is still open: 1 yes · 2 no`,
  stillOpen: 'This question is still open:',
  /** To a spoken answer about what can't be undone. */
  writtenOnly: "✍️ I don't take this by voice: it can't be undone.\nTap the poll or type your answer:",
  nothingPending: 'No question is open right now.',
  notYours: 'Only the person who started this task can answer.',
  whichQuestion: 'Which question do you mean? Answer with its code:',
  /** How to answer one of several questions. */
  answerByCode: (code: string) => `/approve ${code} · /reject ${code}`,
  approved: '✅ Allowed. Continuing.',
  rejected: "❌ OK, I'll find another way.",
  rejectedOfPlan: "❌ OK, I'll skip this.\nTasks that depend on it won't run. The others will.",
  /** For a person who writes to a session that carries out a plan. */
  cannotListen: (name: string) =>
    `${name} is a job: it only follows its plan.\nI can't pass your message on. /cancel stops it.`,
  /** `what` is the command, the files or the question, in one line. */
  lateApproved: (what: string, by?: string) => `Already allowed${answerer(by)}: ${what}`,
  lateRejected: (what: string, by?: string) => `Already denied${answerer(by)}: ${what}`,
  lateExpired: (what: string) =>
    `No answer in 7 days, so I did nothing: ${what}\n/agent-resume continues the task.`,
  lateWithdrawn: (what: string) => `Closed, because its task was cancelled: ${what}`,
  noSuchQuestion: (code: string) => `There's no question ${code} in this chat.`,
  unknownCommand: (name: string) => `I don't know /${name}. /help shows what I know.`,
  didYouMean: (name: string, near: string) => `I don't know /${name}. Did you mean /${near}?`,
  empty: 'Your message has no text. Write what you need, or /help.',
  tooLong: (length: string, limit: string) =>
    `Your message is too long: ${length} characters.\nI read up to ${limit}, so I did nothing with it. Put the long part into a project file and tell me its name, or send it in parts.`,
  nothingRunning: 'Nothing is running here. Start something: /agent <task>',
  endingBackground: (commands: string) => `🛑 Stopping background commands: ${commands}`,
  stopping: (task: string) => `🛑 Stopping: ${task}`,
  stoppingHow: (number: string) => `/agent-resume${number} continues it later.`,
  nextInLine: (task: string) => `Next in line: ${task}\n/cancel again stops that one too.`,
  alreadyEnded: (task: string) => `This task has already ended: ${task}`,
  noSuchSession: (id: string) => `There's no task ${id} in this chat. /sessions lists them.`,
  sessionGone: (id: string) =>
    `I no longer have ${id}: it ended too long ago.\n/sessions lists the tasks I still have.`,
  nothingToResume: 'No task to continue here. Start one: /agent <task>',
  nothingStopped: (task: string, name: string) =>
    `Nothing to continue. The last task is done:\n${task}\nTo add to it: /agent-resume ${name} <what else>`,
  alreadyActive: (task: string) => `Already running or queued: ${task}`,
  resumed: (task: string) => `▶️ Continuing: ${task}`,
  moneyAdded: (money: string) => `Its limit is now ${money} higher.`,
  onlyOwnerPays: 'Only the person who started this task can raise its limit.',
  answerFirst: 'This task is waiting for your answer:',
  noSessions: 'No tasks here yet. Start one: /agent fix the login test',
  away: (from: string, until: string, messages: number) =>
    `📵 I was offline from ${from} to ${until}.\nI now have your ${messages === 1 ? 'message' : `${messages} messages`} from then.`,
  tooOld: (messages: number) =>
    messages === 1
      ? 'One is over a day old, so I did nothing with it.\nSend it again if it still matters.'
      : `${messages} are over a day old, so I did nothing with them.\nSend again what still matters.`,
  leftOut: 'I left out what you wrote over a day ago.\nSend again what still matters.',
  editTooLate: "Too late: I'd already read that message.\nSend what's different as a new message.",
  deleteTooLate: "Too late: I'd already read that message.\n/cancel stops the task.",
  ownersOnly: 'Only an owner can do that.',
  readersOnlyAsk:
    'You can ask me questions, but not have me change anything.\nAn owner can allow that in access.yaml.',
  notYourProject: (project: string, yours: string) =>
    `You don't have access to ${project}.\nYour projects: ${yours}. An owner can change that in access.yaml.`,
  notYourTask: 'Someone else started this task.\nOnly they or an owner can steer, stop or continue it.',
  welcome: '👋 Welcome! You can talk to me now.\n/help shows what I can do.',
  unreadable: "⚠️ I couldn't decrypt your message. Please send it again.",
  flood:
    'Too fast for me: I dropped your latest messages.\nWait until I catch up, then send what matters again.',
  storageFull: {
    lost: "⚠️ My disk or database is full.\nI couldn't store your message and did nothing with it. Free some space, then send it again.",
    kept: "⚠️ My disk or database is full. Nothing is lost.\nFree some space, and I'll continue by myself.",
  },
  internalError: '⚠️ I hit an internal error. Nothing was started.\nThe log has the details.',
  /** Why something that was under way could not be finished. */
  internalFault: 'I hit an internal error. The log has the details.',
  enclosed: enclosedTexts,
  filesBusy: "I'm still changing these files. Try again in a moment.",
};

function answerer(by: string | undefined): string {
  return by === undefined ? '' : ` by +${by}`;
}
