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
