/** Specialists, and the secretary that finds the right one. */
export const finding = {
  origin: {
    plugin: 'plugin of this project',
    project: 'from this project',
    mine: 'yours',
    wasap: 'built in',
  },
  tools: 'Tools',
  allTools: 'everything a task can use',
  noTools: 'none',
  /** What is odd in the head of a specialist's file. */
  warning: (warning: string) => warning,
  unknownTools: (names: string) => `not available here: ${names}`,
  untilAccepted: (agent: string) =>
    `only the ones that read, until an owner accepts its file in a chat: /secretary trust ${agent}`,
  stopped: 'Stopped. Nothing was started.',
  noAnswer: (kind: string, detail: string) =>
    `The model didn't answer (${kind}), so nothing was started.\nTry again. ${detail}`,
  cost: (money: string) => `Cost: ${money}`,
  noPrice: (model: string) => `I don't know the price of ${model}.`,
  noSpecialists: 'No specialists yet. Put an agent file in .claude/agents/.',
  skipped: 'Skipped files:',
  /** Why a file is skipped, by the reason's name. Put into an error object as well, in English. */
  skip: {
    link: () => 'A link in its path leads outside its folder.',
    'not-a-file': () => "It isn't a file.",
    'not-text': () => "It isn't UTF-8 text.",
    unreadable: () => "It can't be read.",
    'too-large': (most: string) => `It's too large${most === '' ? '' : `: the limit is ${most}`}.`,
    'too-many': (count: string) => `Too many files here: ${count} weren't read.`,
    taken: (file: string) =>
      file === '' ? 'Another one already has this name.' : `${file} already has this name.`,
    marketplace: () => 'Expected {"plugins": [{"name": "...", "source": "./..."}]}.',
    'plugin-name': () => "A plugin's name has letters, digits, dots and hyphens, 64 at most.",
    'plugin-reserved': () => "A plugin can't be called project, mine or wasap.",
    'plugin-source': () => "The plugin's source must be a folder in the project.",
    'plugin-folder': () => "The plugin's source isn't a folder.",
    'no-header': () => "It doesn't start with --- and name, description.",
    'bad-header': (why: string) => why,
    name: () => 'name must be lowercase words with hyphens (code-reviewer).',
    description: () => 'description is missing, or over 4,000 characters.',
    tools: () => 'tools must be a list of names: Read, Grep, Bash(git:*).',
    model: () => 'model must be the name of a model.',
    limits: () => 'limits takes max_rounds, session_timeout_seconds and max_cost_usd, as numbers.',
  },
  understood: (intent: string) => `🧭 I understand: ${intent}`,
  best: ({ agent, percent, origin, reason }: CandidateLine) =>
    `Best match: ${agent} (${percent}%, ${origin}). ${reason}`,
  alternative: ({ agent, percent, origin, reason }: CandidateLine) =>
    `Alternative: ${agent} (${percent}%, ${origin}). ${reason}`,
  noBest: 'No specialist fits this exactly.',
  workflow: {
    brainstorm: (name: string) => `This needs some thinking first: ${name} is made for that.`,
    implement: (name: string) => `This is general coding work: ${name} is made for that.`,
    'create-plan': (name: string) => `This is about planning the steps: ${name} is made for that.`,
  },
  header: 'Routing',
  confirm: (agent: string, percent: string) => `I'll delegate to ${agent} (${percent}% match). Confirm?`,
  confirmWorkflow: (name: string) => `I'll start ${name}. Confirm?`,
  choose: 'Who should do it?',
  accept: (agent: string) => `Accept ${agent}`,
  use: (agent: string) => `Use ${agent}`,
  cancel: 'Cancel',
  bestFor: (intent: string) => `Best match for ${intent}`,
  alternativeMatch: (percent: string) => `Alternative: ${percent}% match`,
  abort: 'Abort request',
  another: (names: string) =>
    names === '' ? 'Or name another specialist.' : `Or name another specialist: ${names}`,
  cancelled: 'Cancelled. Nothing has started.',
  ambiguous: (references: string) => `Several have that name.\nWhich one: ${references}?`,
  notThere: 'No specialist has that name.',
  unread: "I don't know that option or specialist.",
  questions: 'Before we start:',
  unusable: "I couldn't use the model's answer.\nTry again, or say it in other words.",
  mode: {
    notFound: 'Config not found. Using defaults (manual mode).',
    is: (mode: string) => `Mode: ${mode}`,
    about: {
      manual: 'To find a specialist, write /secretary <request>.',
      aware: "Like manual. Each task also knows there's a secretary.",
      proactive: 'Messages without a command go to the secretary first.',
    },
    asked: 'You always confirm before anything starts.',
    created: (file: string) => `Config created at ${file}`,
    updated: (mode: string) => `Mode is now ${mode}.`,
    unusableKeys: (file: string, keys: string) =>
      `${file}: I don't know the value of ${keys}, so I use the default.`,
    unusable: (file: string, why: string) => `I can't use ${file}: ${why}\nUsing defaults (manual mode).`,
    notChanged: (file: string, why: string) => `I didn't change ${file}: ${why}`,
    fault: {
      link: 'it leads outside the project.',
      linked: "it's a link, or inside one. Put the file itself there.",
      'not-a-file': "it isn't a file.",
      'not-text': "it isn't UTF-8 text.",
      unreadable: "it can't be read. Check its permissions.",
      'too-large': "it's larger than 64 kB.",
    },
    unwritable: (code: string) => `it can't be written (${code}). Check its permissions and try again.`,
  },
  errors: {
    noAgents:
      'No specialists yet.\nPut agent files in .claude/agents/ of the project, in agents/ of a plugin, or in agents/ of your configuration folder.',
    noMatch:
      'No specialist fits your request.\nDescribe it in more detail. Or see how it works: /secretary help',
    delegationFailed: (agent: string, why: string) =>
      `${agent} couldn't start.\n${why}\nTry again, choose another specialist, or cancel.`,
  },
};

interface CandidateLine {
  readonly agent: string;
  readonly percent: string;
  readonly origin: string;
  readonly reason: string;
}

/** The secretary in a chat: its questions, and the results of the answers. */
export const chat = {
  help: [
    '🧭 /secretary finds the right specialist for a request.',
    'Nothing starts before you confirm.',
    '/secretary <request> - in your own words: /secretary review the login for holes',
    '/secretary mode - how it works in this project',
    '/secretary mode manual|aware|proactive - changes that',
    "/secretary trust <name> - lets one of the project's specialists use what its file names",
    '/secretary cancel - drops the open question',
    "To answer: an option's name or number, or another specialist's name.",
  ].join('\n'),
  /** Under way when the chat moved to another machine, where this is read. */
  unfinished: (request: string) => `Choosing who does this: ${request}`,
  modes: 'The modes are manual, aware and proactive.\nFor example: /secretary mode aware',
  tooLong: (most: string) => `That's too long: at most ${most} characters. Please shorten it.`,
  looking: '🧭 Still looking for the right specialist…',
  howToAnswer: 'Answer in one message, in your own words.\nTo cancel: /secretary cancel',
  forTask:
    'Is that for the task or for the secretary?\nFor the secretary: reply to its question, or /secretary answer <words>\nFor the task: #1 <words>, or reply to a message about it',
  /** How to answer where several questions are open. */
  named: (words: string) => `/secretary answer ${words} · /secretary cancel`,
  noneOpen: 'The secretary has no open question.\nTo ask it something: /secretary <request>',
  nowWho: "That's already answered. Now choose who does it.\nTo cancel: /secretary cancel",
  noted: 'Got it. Please answer the other questions too.',
  /** Reply to an answer that comes too late. */
  over: {
    accepted: 'That was already answered. Nothing more started.',
    cancelled: 'That was cancelled.\nTo ask again: /secretary <request>',
    replaced: 'A later request replaced that one. Nothing of it starts.',
    failed: 'Nothing came of that request.\nTo ask again: /secretary <request>',
    passed: 'No specialist fits that, so I answered it as usual.',
    expired: 'That question is more than a day old.\nTo ask again: /secretary <request>',
  },
  otherProject: (asked: string, here: string) =>
    `That was about ${asked}, and this chat is now in ${here}.\nSwitch back: /workspace ${asked}\nOr ask again: /secretary <request>`,
  reading: (agent: string) =>
    `🔒 ${agent} can only read: its file isn't accepted.\nIt comes with the project. An owner can accept it: /secretary trust ${agent}`,
  gone: (agent: string) => `${agent} isn't there any more.\nTo ask again: /secretary <request>`,
  changed: (agent: string) =>
    `The file of ${agent} changed, so it didn't start.\nTo ask again: /secretary <request>`,
  trust: {
    ask: (agent: string, file: string, tools: string) =>
      `🔑 ${agent} would work with: ${tools}\nRead its file first: ${file}\nIt has the same limits as any task, and I ask the same questions. If the file changes, it can only read again.\nTo accept it as it is now: /secretary trust ${agent} yes`,
    all: 'everything a task can use',
    accepted: (agent: string) =>
      `✅ Accepted ${agent} as it is now.\nTo take that back: /secretary trust ${agent} off`,
    showFirst: (agent: string) =>
      `I haven't shown you that file in the last hour.\nLook at it first: /secretary trust ${agent}`,
    notAccepted: (agent: string) => `${agent} wasn't accepted here.`,
    yours: (agent: string) => `${agent} isn't from the project, so it needs no approval.`,
    how: "Name one of the project's specialists:\n/secretary trust project:fixer",
  },
  worksWith: (agent: string, model: string) => `🧠 ${agent} uses the model ${model}, as its file says.`,
  unknownModel: (model: string, used: string) =>
    `It works with the model ${used}.\nIts file asks for ${model}, which fits none in agent.yaml, or several.`,
  noSuchCommand: (name: string) => `There is no ${name} here.\nChoose a specialist, or cancel.`,
  broken: 'Something failed on my side, so nothing started.\nPlease ask again.',
};

/** What the page of specialists says. */
export const page = {
  label: 'Specialists',
  title: 'Specialists',
  project: 'Project',
  show: 'Show',
  noProject: 'No projects here.',
  count: (specialists: string) => `${specialists} specialists`,
  one: '1 specialist',
  none: 'No specialists yet. Put one here: ',
  where: '.claude/agents/<name>.md',
  skipped: 'Skipped files',
  read: 'What it is told',
  model: (model: string) => `model ${model}`,
  trust: {
    free: 'ready',
    reads: 'only reads',
    accepted: 'accepted by an owner',
  },
  steps: { review: 'See what that means', yes: 'Accept it as it is now', off: 'Let it only read again' },
  stepFor: (name: string) => `Trust in ${name}`,
  elsewhere: 'To accept one, switch a chat of yours to this project.',
};

export const commands = {
  secretary: {
    usage: '/secretary <request>',
    summary: 'find a specialist',
    more: "Example: /secretary review the login for holes\nI'll tell you who fits and why. Nothing starts until you choose.\n/secretary mode - how it works here\n/secretary mode manual | aware | proactive - change that",
  },
};
