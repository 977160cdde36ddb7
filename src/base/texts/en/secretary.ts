/** Specialists, and the secretary that finds the right one. */
export const secretaryTexts = {
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
};
