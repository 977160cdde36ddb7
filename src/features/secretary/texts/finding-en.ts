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
