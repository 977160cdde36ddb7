/** `/cost`: what tasks cost, expected and actual. */
export const english = {
  command: {
    usage: '/cost [#n]',
    summary: 'what this task and today cost, expected and actual',
    more: 'The expectation comes from tasks finished in this project; it takes three. Owners also see what each person spent today.',
  },
  task: (task: string) => `🧾 ${task}`,
  noTask: '🧾 No task in this chat yet.',
  spentOf: (spent: string, cap: string) => `${spent} of ${cap}`,
  cached: (percent: number) => `${percent} % of what the model read came from its cache`,
  people: '👥 Today, by person:',
  person: (who: string, spent: string) => `+${who}: ${spent}`,
  local: (spent: string) => `this machine: ${spent}`,
  lately: '📊 Finished here, expected and actual:',
};
