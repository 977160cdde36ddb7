/** What the page of settings says. */
export const english = {
  label: 'Settings',
  title: 'Settings',
  search: 'Search in settings',
  find: 'Search',
  nextStart: 'As they are written now.\nA change takes effect at the next start.',
  yours: 'Set by you',
  usual: 'At their default',
  none: 'None here.',
  isSet: 'set',
  notSet: 'not set',
  origin: {
    environment: 'from the environment',
    file: (path: string) => `from ${path}`,
    usual: 'the default',
    nowhere: 'set nowhere',
  },
  change: 'How to change it',
  how: {
    environment: "It's set in the environment, and that one counts.\nChange it where you start me.",
    onlyEnvironment: 'Set it in the environment: it says where my files are.',
    agentFile: 'Write it into agent.yaml in CONFIG_DIR, like this:',
    command: (file: string) => `In a terminal.\nIt checks the value, and writes it to ${file}.`,
  },
};
