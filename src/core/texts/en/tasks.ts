/** Several tasks in one chat: their numbers, which of them is meant, and where a new one works. */
export const taskTexts = {
  which: (example: string) =>
    `Which task do you mean? Answer with its number, like ${example}.\nI've kept your message for it.`,
  whichFor: (example: string) => `Which one? For example: ${example}`,
  all: (command: string) => `All of them: ${command}`,
  unknownModel: (name: string, known: string) => `No model is called ${name}.\nThere are: ${known}`,
  stopWhich: 'What should I stop? Send one of these:',
  /** What stops all tasks of a chat. */
  cancelAll: '/cancel all',
  notATask: (number: string) => `If ${number} isn't a task, put a word before it: issue ${number}`,
  ended: (task: string, resume: string) =>
    `This task has ended: ${task}\nTo add to it: ${resume} <what else>`,
  worktree: (task: string, beside: string) =>
    `🚀 On it: ${task}\nIt has its own branch and runs alongside: ${beside}`,
  howToTell: (number: number) => `To tell it something, begin with #${number} or reply to it.`,
  queuedElsewhere: (task: string) =>
    `🕓 Queued: ${task}\nStarts when another chat's task in this project ends.`,
  ofAnotherChat: 'a task in another chat',
  limit: (count: number) =>
    `This chat already works on ${count} tasks, the limit.\nTo change that: \`parallel\` under \`worktrees\` in agent.yaml`,
  noRepository:
    'Tasks run side by side only in a git repository.\nThis project has none. Run `git init`, then make a first commit.',
};

/** The living message while a task runs. */
export const progressTexts = {
  round: (round: number) => `Round ${round}`,
  steps: (done: number, all: number) => `${done}/${all} steps done`,
  costUnknown: 'cost unknown',
  thinking: 'thinking',
  waitingForModel: (time: string) => `waiting for the model, next try in ${time}`,
  waiting: 'waiting for your answer below',
  modelRetry: {
    busy: (seconds: number) => `the model is busy, trying again in ${seconds} s`,
    silent: (seconds: number) => `the model stopped answering, trying again in ${seconds} s`,
    unreachable: (seconds: number) => `can't reach the model, trying again in ${seconds} s`,
  },
  makingCopy: 'copying the project',
};

/** The question at the money cap, and what the card says of money. */
export const moneyTexts = {
  question: (task: string, spent: string, cap: string) => `${task}\nSpent so far: ${spent} of ${cap}.`,
  choices: '1 +$1 · 2 finish what you have · 3 stop',
  typed: (code: string) => `(or /approve ${code}, /approve ${code} finish, /reject ${code})`,
  poll: { once: '+$1', finish: 'Finish what you have', no: 'Stop' },
  choose: 'Please choose one of these three:',
  given: {
    once: '✅ $1 more. Continuing.',
    finish: "✅ I'll finish with what I have, without more tools.",
    no: '🛑 Stopping here.',
  },
  late: {
    once: 'Already answered: $1 more.',
    finish: 'Already answered: finish with what I have.',
    no: 'Already answered: stop.',
    withdrawn: 'This money question is closed.\nIts task continued or was cancelled.',
  },
  nearCap: (spent: string, cap: string) => `⚠️ ${spent} of ${cap} spent: more than 80 %`,
  atCap: (spent: string, cap: string) => `⚠️ ${spent} of ${cap} spent: all of it`,
  estimate: (from: string, to: string) => `similar tasks here: ${from} to ${to}`,
  estimateUnknown: 'similar tasks here: no data yet',
  dayReached: (cap: string, wait: string) =>
    `💰 You've spent your ${cap} for today.\nI can start new work after 00:00 UTC (in ${wait}).\nAn owner can raise the limit: AGENT_DAILY_COST_USD in .env, or daily_cost_usd in agent.yaml, then restart.`,
};

/** Why a session stopped before its end, and how to continue; keyed by the reason that is stored. */
export const outcomeTexts = {
  rounds: (rounds: number) =>
    `I paused after ${rounds === 1 ? '1 round' : `${rounds} rounds`}. /agent-resume lets me continue.`,
  'no-progress':
    'I paused: my last rounds brought nothing new.\nA hint helps me continue: /agent-resume <hint>',
  money:
    'This task reached its money limit.\n/agent-resume +1 allows $1 more. AGENT_MAX_COST_USD sets the limit.',
  'daily-money':
    'You reached your money limit for today.\nAfter 00:00 UTC, /agent-resume continues where I stopped.\nAn owner can raise the limit: AGENT_DAILY_COST_USD, or daily_cost_usd in agent.yaml, then restart.',
  tokens:
    'I reached the token limit: this model has no known price.\nAdd its price to config/agent.yaml, then /agent-resume.',
  time: 'I reached my time limit. /agent-resume gives me more.\nAGENT_SESSION_TIMEOUT sets the limit.',
  loop: 'I was going in circles, so I stopped.\nTell me what to try: /agent-resume <hint>',
  malformed: "The model's tool calls made no sense. I ran none of them.\n/agent-resume tries again.",
  empty: 'The model kept sending empty replies.\n/agent-resume tries again.',
  'cut-off':
    'The model kept hitting its length limit.\nAsk for a smaller step: /agent-resume one file at a time',
  refused: 'The model declined to continue.\nPut it in other words: /agent-resume <hint>',
  'too-long': 'This conversation no longer fits the model.\nStart again with the rest: /agent <what remains>',
  key: 'No API key is set, or the model refused it.\nRun `wasap setup`, or set ANTHROPIC_API_KEY and restart me.\nThen: /agent-resume',
  request: 'The model server refused the request.\n/agent-resume tries again.',
  busy: 'The model is overloaded.\nIn a few minutes, /agent-resume tries again.',
  unreachable: "I can't reach the model.\nCheck the network and ANTHROPIC_BASE_URL, then /agent-resume.",
  silent: 'The model stopped in the middle of a reply.\n/agent-resume tries again.',
  unanswered: "Nobody answered my question for 24 hours. I did nothing.\nAnswer any time, and I'll continue.",
  rewound: 'I rewound this task.\nTell me what to do instead: /agent-resume <words>',
  'no-commit':
    'This project has no commit to copy.\nMake a first commit in the project folder, then /agent-resume.',
  'branch-taken':
    'Its branch is checked out in another folder.\nSwitch branches there (`git worktree list` shows where), then /agent-resume.',
  'project-gone':
    'The project folder is gone, or another one took its place.\nPut it back, then /agent-resume.',
  'no-copy': "I couldn't make a copy of the project to work in.\n/agent-resume tries again.",
  'copy-gone': 'The copy I worked in is gone, with its changes.\nStart again with /agent or /agent?',
  detail: (detail: string) => `(${detail})`,
};

/** Why a command did not run or did not come to its end: the first four word for word as specified. */
export const failureTexts = {
  blocked: (name: string) => `🚫 Command blocked: ${name} is not allowed`,
  rejected: '❌ Command rejected by user',
  timedOut: (seconds: number) => `⌛ Command timed out after ${seconds}s`,
  tooMany: 'Too many background processes. Kill one first.',
  killed: (exitCode: number) => `💥 Command killed (exit code ${exitCode}), maybe out of memory.`,
  unreadable: "⚠️ I couldn't read a command, so I didn't run it.",
  noKey: {
    plan: 'No API key for planning. Run `wasap setup` to set one.',
    route: "No API key, so I can't choose. Run `wasap setup` to set one.",
    evaluate: 'No API key. Run `wasap setup`, or replay: --replay DIR',
  },
  gitTrouble: {
    noProgram: (mending: string) =>
      `⚠️ Git isn't installed, so I can't commit.\nInstall it: ${mending} (or dnf, pacman, apk, brew)`,
    otherOwner: (mending: string) =>
      `⚠️ Git won't work: another user owns this project.\nIf you trust it: ${mending}`,
    locked: (mending: string) =>
      `⚠️ Git is locked here, so commits will fail.\nIf no other git is running: ${mending}`,
    unfinished: (mending: string) =>
      `⚠️ A merge or rebase is unfinished, so I can't commit.\nDrop it: ${mending}. Or ask me to finish it.`,
    detached: (mending: string) =>
      `⚠️ No branch is checked out, so commits could get lost.\nSwitch to one: ${mending}`,
    unborn: (mending: string) =>
      `⚠️ This repository has no commits yet.\nI can't compare or push anything. Make the first one: ${mending}`,
  },
  backgroundEnded: (command: string, exitCode: number | undefined) =>
    exitCode === undefined
      ? `🏁 Background command stopped: ${command}`
      : `🏁 Background command ended (exit code ${exitCode}): ${command}`,
  outlived: (command: string) => `⌛ I stopped a background command after 30 minutes: ${command}`,
  model: {
    key: 'No API key is set, or the model refused it.\nRun `wasap setup`, or set ANTHROPIC_API_KEY and restart me. Then ask again.',
    request: 'The model server refused the request.\nAsk again in other words.',
    'too-long': 'Your request is too long for the model. Make it shorter.',
    busy: 'The model is overloaded. Ask again in a few minutes.',
    unreachable: "I can't reach the model.\nCheck the network and ANTHROPIC_BASE_URL, then ask again.",
    silent: 'The model stopped in the middle of a reply. Ask again.',
  },
};

/** Messages that a schedule sends by itself. */
export const firedTexts = {
  /** Stands before what comes of it. */
  label: (name: string) => `⏰ cron ${name}`,
  projectGone: (name: string, project: string) =>
    `Nothing started: its project ${project} is gone.\nDelete it with /cron delete ${name}, then create it again in another project.`,
};
