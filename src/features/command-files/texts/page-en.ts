/** What the page of command files says. */
export const page = {
  label: 'Commands',
  title: 'Your commands',
  project: 'Project',
  show: 'Show',
  noProject: 'No projects here.',
  count: (commands: string) => `${commands} commands`,
  one: '1 command',
  none: 'No command files yet. Put one here: ',
  where: '.claude/commands/<name>.md',
  hidden: (by: string) => `hidden by ${by}`,
  source: {
    workspace: 'from this project',
    own: 'yours',
    plugin: 'from a plugin',
    shipped: 'built in',
  },
  trust: {
    asks: 'wants to ask less',
    accepted: 'accepted by an owner',
  },
  wants: 'It wants to do this without asking:',
  steps: { review: 'See what that means', yes: 'Accept it as it is now', off: 'Ask again' },
  stepFor: (name: string) => `Trust in /${name}`,
  elsewhere: 'To accept one, switch a chat of yours to this project.',
};
