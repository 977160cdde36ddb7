/** Specialists, and the secretary that finds the right one. */
export const finding = {
  origin: {
    plugin: 'plugin of this project',
    project: 'of this project',
    mine: 'yours',
    wasap: 'comes with the program',
  },
  tools: 'Tools',
  allTools: 'all that a task has',
  noTools: 'none',
  unknownTools: (names: string) => `grants nothing: ${names}`,
  untilAccepted: (agent: string) =>
    `of these only those that read, until an owner accepts its file in a chat: /secretary trust ${agent}`,
  noSpecialists: 'No specialists were found.',
  skipped: 'Passed over:',
  /** Why a file is passed over, by the reason's name. Put into an error object as well, in English. */
  skip: {
    link: () => 'A link in its path leads out of its place.',
    'not-a-file': () => 'It is no file.',
    'not-text': () => 'It is no text in UTF-8.',
    unreadable: () => 'It cannot be read.',
    'too-large': (most: string) => `It is too large${most === '' ? '' : `: at most ${most} are read`}.`,
    'too-many': (count: string) => `There are too many here: ${count} were not looked at.`,
    taken: (file: string) =>
      file === '' ? 'There is one of this name already.' : `${file} has this name already.`,
    marketplace: () => 'Expected {"plugins": [{"name": "...", "source": "./..."}]}.',
    'plugin-name': () => 'The name of a plugin is letters, digits, dots and hyphens, 64 at most.',
    'plugin-reserved': () => 'A plugin cannot be called project, mine or wasap: those names are taken.',
    'plugin-source': () => 'The source of a plugin has to be a folder inside the project.',
    'plugin-folder': () => 'The source of the plugin is no folder.',
    'no-header': () => 'It does not begin with --- and name, description.',
    'bad-header': (why: string) => why,
    name: () => 'name is missing, or is not lowercase words with hyphens between them (code-reviewer).',
    description: () => 'description is missing, or longer than 4,000 characters.',
    tools: () => 'tools has to be a list of names: Read, Grep, Bash(git:*).',
    model: () => 'model has to be the name of one.',
    limits: () => 'limits may hold max_rounds, session_timeout_seconds and max_cost_usd, as numbers.',
  },
  understood: (intent: string) => `🧭 I understand: ${intent}`,
  best: ({ agent, percent, origin, reason }: Candidate) =>
    `Best match: ${agent} (${percent}%, ${origin}). ${reason}`,
  alternative: ({ agent, percent, origin, reason }: Candidate) =>
    `Alternative: ${agent} (${percent}%, ${origin}). ${reason}`,
  noBest: 'No specialist is made for exactly this.',
  workflow: {
    brainstorm: (name: string) => `This has to be thought through first, which is what ${name} is for.`,
    implement: (name: string) => `This is general work on the code, which is what ${name} is for.`,
    'create-plan': (name: string) => `This is about the steps, which is what ${name} is for.`,
  },
  header: 'Routing',
  confirm: (agent: string, percent: string) => `I'll delegate to ${agent} (${percent}% match). Confirm?`,
  confirmWorkflow: (name: string) => `I'll begin ${name}. Confirm?`,
  choose: 'Who is to do it?',
  accept: (agent: string) => `Accept ${agent}`,
  use: (agent: string) => `Use ${agent}`,
  cancel: 'Cancel',
  bestFor: (intent: string) => `Best match for ${intent}`,
  alternativeMatch: (percent: string) => `Alternative: ${percent}% match`,
  abort: 'Abort request',
  another: (names: string) =>
    names === ''
      ? 'Or write the name of another specialist.'
      : `Or write the name of another specialist: ${names}`,
  cancelled: 'Cancelled. Nothing was begun.',
  ambiguous: (references: string) => `Several have this name. Which one: ${references}?`,
  notThere: 'There is no specialist of this name.',
  unread: 'That is none of the options, and no name of a specialist.',
  questions: 'Before somebody begins:',
  unusable: 'The model gave no judgement that could be used. Say it in other words, or try again.',
  mode: {
    notFound: 'Config not found. Using defaults (manual mode).',
    is: (mode: string) => `Mode: ${mode}`,
    about: {
      manual: 'The secretary looks for a specialist when you write /secretary <request>.',
      aware: 'As manual; tasks are told at their beginning that there is a secretary.',
      proactive: 'What you write in plain words goes to the secretary first.',
    },
    asked: 'In every mode you are asked before anything begins.',
    created: (file: string) => `Config created at ${file}`,
    updated: (mode: string) => `Mode is now ${mode}.`,
    unusableKeys: (file: string, keys: string) =>
      `${file}: the value of ${keys} is none that is known; the usual one counts.`,
    unusable: (file: string, why: string) => `${file} cannot be used: ${why} Using defaults (manual mode).`,
    notChanged: (file: string, why: string) => `${file} was not changed: ${why}`,
    fault: {
      link: 'it leads out of the project.',
      linked: 'it is a link, or lies in one, and links are not followed. Put the file itself there.',
      'not-a-file': 'it is no file.',
      'not-text': 'it is no text in UTF-8.',
      unreadable: 'it cannot be read. Look at its permissions.',
      'too-large': 'it is larger than 64 kB.',
    },
    unwritable: (code: string) =>
      `it could not be written (${code}). Look at its permissions, and try again.`,
  },
  errors: {
    noAgents:
      'No specialists were found. Put agent files into .claude/agents/ of the project, into agents/ of one of its plugins, or into agents/ of your own configuration folder.',
    noMatch:
      'No specialist fits your request. Describe more specifically what you want, or see /secretary help.',
    delegationFailed: (agent: string, why: string) =>
      `${agent} could not be begun: ${why}\nTry again, choose another specialist, or cancel.`,
  },
};

interface Candidate {
  readonly agent: string;
  readonly percent: string;
  readonly origin: string;
  readonly reason: string;
}
