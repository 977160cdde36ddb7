/** Messages about pictures, files, voice notes and forwarded messages. */
export const enclosedTexts = {
  heard: (words: string) => `🎙️ I understood: ${words}`,
  saved: (path: string) => `📎 I saved your file to ${path}, hidden from git.`,
  savedReadOnly: (path: string) =>
    `📎 I saved your file to ${path}, hidden from git.\nI'm not allowed to change files here, but this one is yours.`,
  /** Stand for the words of a message that has none of its own. */
  wordless: {
    image: '(a picture without words)',
    document: '(a file without words)',
    forwarded: '(a forwarded message)',
  },
  otherKind: "I can't use this kind of message.\nSend text, a picture, a file or a voice note.",
  missing: (what: string, why: string) => `⚠️ I couldn't use your ${what}: ${why}`,
  what: { image: 'picture', document: 'file', voice: 'voice note' },
  why: {
    'too-large': (limit: string) => `it's larger than ${limit} MB. Send a smaller one.`,
    day: (limit: string) => `you already sent ${limit} MB today, my limit. Send it tomorrow.`,
    'image-size': () =>
      "it's too large.\nThe model takes up to 3.7 MB and 8000 pixels a side. Send a smaller one.",
    'not-an-image': () => "it isn't a JPEG, PNG, GIF or WebP.\nSend it as one of these.",
    'no-vision': () =>
      "my model can't see pictures, as far as I know.\nDescribe it in words, or set `vision` in agent.yaml.",
    'no-transcriber': () =>
      "I'm not set up to understand speech.\nWrite it, or set TRANSCRIBE_URL where I run (see .env.example).",
    'not-yours': () => "you can't send it to this project.\nAn owner can change that in access.yaml.",
    gone: () => 'the server and your phone no longer have it.\nSend it again.',
    unreachable: () => "I couldn't download it. Send it again in a while.",
    damaged: () => 'it arrived damaged. Send it again.',
    'no-folder': () =>
      "I couldn't write to .wasap/inbox in the project.\nThe log says why. That folder must not be a link.",
    'no-words': () => "I didn't hear any words in it.",
    'not-understood': () => 'transcribing it failed.\nWrite it, or send it again. The log says why.',
  },
};

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

/** Which project a chat works in. */
export const projectTexts = {
  howToSwitch: (name: string) => `Switch projects: /workspace switch ${name}`,
  notTheSame: 'Its project folder is gone or replaced. Put it back first.',
  chooseFirst:
    "Choose a project first: /workspace switch <name>\n/workspace lists them. PROJECT_ROOT only holds them; I don't work in it.",
  gone: (name: string) =>
    `This chat's project ${name} is gone.\nChoose another: /workspace switch <name>. /workspace lists them.`,
};

/** Lines of /status, /sessions and /agent. */
export const statusTexts = {
  program: (name: string, version: string) => `${name} ${version}`,
  workspace: (path: string) => `📁 Project: ${path}`,
  model: (name: string) => `🧠 Model: ${name}`,
  writesOn: '✏️ I can change files and run commands.',
  writesOff: `🔒 Read-only: I look and answer, but change nothing.
To let me change things, set AGENT_WRITE_ENABLED=true and restart me.`,
  spentToday: (money: string) => `💰 Today: ${money}`,
  spentOfLimit: (money: string, limit: string) => `💰 Today: ${money} of ${limit}`,
  bootstrap: (files: string) => `📌 New tasks read: ${files}`,
  bootstrapCut: (place: string, characters: string, size: string) =>
    `${place} (only the first ${characters} characters of ${size})`,
  bootstrapRefused: (place: string, why: string) => `⚠️ I don't use ${place}: ${why}`,
  bootstrapFault: {
    link: 'its link leads out of the folder. Copy the text there.',
    'not-a-file': "it isn't a regular file. Put a text file there.",
    'not-text': "it isn't UTF-8 text. Save it as UTF-8.",
    unreadable: "I can't read it. Check its permissions, or its link.",
  },
  bootstrapThen: (names: string) => `   📌 ${names}, as they were when it started`,
  sessionStatus: {
    queued: '🕓 queued',
    running: '🔧 running',
    waiting: '❓ waiting for you',
    paused: '⏳ continues by itself',
    parked: '⏸ paused',
    done: '✅ done',
    failed: '❌ stopped by an error',
    cancelled: '🛑 cancelled',
  },
  /** As the first line of the report says it. */
  unproven: '⚠️ not done',
  untested: '⚠️ done, not tested',
  /** When no task is open. */
  idle: '💤 No task is open. Start one: /agent <task>',
  /** On the command line, where no task was ever begun. */
  noTasksYet: 'No tasks yet. Run wasap start, then write: /agent <task>',
  background: (command: string, since: string) =>
    `▶️ In the background for ${since}: ${command} (/cancel all stops it)`,
  resumeHint: 'To continue one: /agent-resume <id>',
};

/** /context and /compact. */
export const contextTexts = {
  title: (task: string) => `🧠 Context of: ${task}`,
  counted: (tokens: string, window: string) => `${tokens} of ${window} tokens`,
  about: (tokens: string, window: string) => `about ${tokens} of ${window} tokens`,
  parts: "What's in it, roughly:",
  names: {
    system: 'my instructions',
    tools: 'tools',
    task: 'your task',
    summary: 'summary of earlier rounds',
    conversation: 'conversation',
    results: 'tool results',
    free: 'free',
  },
  otherTools: (count: number, tokens: string) => `   ${count} more ${tokens}`,
  due: (tokens: string) => `I compact it at ${tokens}. To do it now: /compact`,
  compactedBefore: (times: number, before: string, after: string) =>
    `Compacted ${times} ${times === 1 ? 'time' : 'times'}, last from ${before} to about ${after}.`,
  none: 'No context yet. Start a task: /agent <task>',
  empty: "This task hasn't started: its context is empty.",
  compacted: (before: string, after: string, cost: string) =>
    `🗜️ Context compacted: ${before} → about ${after} tokens · ${cost}\nI kept the task, your messages, plan, changed files and failing tests word for word.`,
  digested: (before: string, after: string, cost: string) =>
    `🗜️ Context compacted: ${before} → about ${after} tokens · ${cost}\nThe model couldn't write a summary, so I kept a list of what was done.`,
  notCompacted: {
    nothing: 'Nothing to compact yet: hardly more than two rounds so far.',
    money: "I didn't compact: you reached a money or token limit.\n/agent-resume +1 allows $1 more.",
    failed: "I didn't compact: I couldn't ask the model.\nNothing changed. Try /compact again later.",
  },
  compactSoon: "🗜️ I'll compact the context before my next step.",
  compactLater: "🗜️ I'll compact the context when this task continues.",
  compactNow: '🗜️ Compacting the context. This takes a moment.',
};
