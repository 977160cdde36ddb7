import { enclosedTexts } from './enclosed.ts';

/** Answers to what a person typed. */
export const replyTexts = {
  started: (task: string) => `🚀 On it: ${task}`,
  queued: (task: string, before: string) => `🕓 Queued: ${task}\nIt starts when this one ends: ${before}`,
  talkHint: 'I\'ll answer without changing anything. To have me do it, say "do it" or send /agent <task>',
  steeringTaken: '👍 Noted, I take it into account.',
  steeringQueued: '👍 Noted, I take it into account when this task starts.',
  takeYourTime: '👍 Take your time. My question stays open:',
  questionStillOpen: (code: string) => `My question ${code} is still open: 1 yes · 2 no`,
  stillOpen: 'This question is still open:',
  nothingPending: 'Nothing is waiting for an answer right now.',
  notYours: 'Only the person who started the task can answer this question.',
  whichQuestion: 'Which question do you mean? Answer with its code:',
  approved: (code: string) => `✅ Yes to ${code}. Going on.`,
  rejected: (code: string) => `❌ No to ${code}. I look for another way.`,
  rejectedOfPlan: (code: string) =>
    `❌ No to ${code}. What waits for this task does not run; everything else does.`,
  /** Said to somebody who writes to a session that carries out a plan. */
  cannotListen: (name: string) =>
    `${name} is a job: it does what its plan says and cannot take in anything else. /cancel stops it.`,
  lateApproved: (code: string, by?: string) =>
    `${code} was already answered${by === undefined ? '' : ` by +${by}`}: yes.`,
  lateRejected: (code: string, by?: string) =>
    `${code} was already answered${by === undefined ? '' : ` by +${by}`}: no.`,
  lateExpired: (code: string) =>
    `${code} was not answered in time and nothing was done. /agent-resume goes on with the task.`,
  lateWithdrawn: (code: string) => `${code} is no longer needed: its task was cancelled.`,
  noSuchQuestion: (code: string) => `There is no question ${code} in this chat.`,
  unknownCommand: (name: string) => `I do not know /${name}. /help shows what I know.`,
  didYouMean: (name: string, near: string) => `I do not know /${name}. Did you mean /${near}?`,
  empty: 'The message has no text. Write what you need, or /help.',
  tooLong: (length: string, limit: string) =>
    `This message has ${length} characters; I read at most ${limit}. I did nothing with it. Put the long part into a file of the project and tell me its name, or send it in parts.`,
  nothingRunning: 'Nothing is running in this chat. /agent <task> starts something.',
  endingBackground: (commands: string) => `🛑 Ending in the background: ${commands}`,
  stopping: (task: string) => `🛑 Stopping: ${task}`,
  stoppingHow: (number: string) => `/agent-resume${number} continues it later.`,
  nextInLine: (task: string) => `Next in line: ${task}\n/cancel again stops that one too.`,
  alreadyEnded: (task: string) => `This task has already ended: ${task}`,
  noSuchSession: (id: string) => `There is no task ${id} in this chat. /sessions lists them.`,
  sessionGone: (id: string) =>
    `${id} ended so long ago that I have not kept it: what it said and did is gone. /sessions lists the tasks that are left.`,
  nothingToResume: 'There is no task to go on with in this chat. /agent <task> starts one.',
  nothingStopped: (task: string, name: string) =>
    `Nothing has stopped here. The last task is done: ${task}\nTo have more done to it: /agent-resume ${name} <what else>`,
  alreadyActive: (task: string) => `This one is already on its way: ${task}`,
  resumed: (task: string) => `▶️ Going on: ${task}`,
  moneyAdded: (money: string) => `Allowed: ${money} more.`,
  onlyOwnerPays: 'Only the person who started this task can allow more money for it.',
  answerFirst: 'This task waits for your answer:',
  noSessions: 'No tasks yet in this chat. /agent <task> starts one.',
  away: (from: string, until: string, messages: number) =>
    `📵 I was away from ${from} to ${until}. I now have your ${messages === 1 ? 'message' : `${messages} messages`} of that time.`,
  tooOld: (messages: number) =>
    `${messages === 1 ? 'One of them is' : `${messages} of them are`} more than a day old: I did nothing with ${messages === 1 ? 'it' : 'them'}. Send again what still matters.`,
  editTooLate:
    'I had already read that message, so your edit changes nothing. Write what is different as a new message.',
  deleteTooLate: 'I had already read that message, so deleting it changes nothing. /cancel stops the task.',
  ownersOnly: 'Only owners may do that.',
  readersOnlyAsk:
    'You may ask me about the project; tasks that change something are for others. An owner can change that in access.yaml.',
  notYourProject: (project: string, yours: string) =>
    `I work on ${project} here, which is not among your projects (${yours}). An owner can change that in access.yaml.`,
  notYourTask: 'Somebody else started this task. Only they and an owner can steer, stop or resume it.',
  welcome: '👋 Welcome! You may talk to me now. /help shows what I can do.',
  unreadable: '⚠️ I received a message of yours that I could not decrypt. Please send it again.',
  flood:
    'You write faster than I can work: I dropped your latest messages. Wait until I have caught up, then send again what matters.',
  storageFull: {
    lost: '⚠️ My disk or database is full, so I could not store your message and did nothing with it. Please free some space and send it again.',
    kept: '⚠️ My disk or database is full. Nothing is lost: I go on by myself once there is room. Please free some space.',
  },
  internalError:
    '⚠️ Something went wrong inside me with this message; the log says what. Nothing was started.',
  enclosed: enclosedTexts,
  filesBusy: 'Files of the project are just being brought back or over. Answer again in a moment.',
};
